"""What a page tells of a game: its sheet, its board, what is wrong with its text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.games.checked_data import checked_data, mistakes_data
from apts.games.checking import check_text
from apts.games.descriptions import description_of
from apts.language.about import about
from apts.locales import LANGUAGES
from apts.playtest.experiments.people_matches import game_hash
from apts.publish.description.describing import rules_data
from apts.publish.game_page import check_publishable
from apts.studio.fault_log import log_fault
from apts.studio.workers.questions import game_of, question
from apts.telling.voice import Voice, speaking
from apts.variants.option_text import item_places
from apts.variants.origins import TextOrigin, origin_of
from apts.variants.text_spans import TextLines
from apts.variants.tunables import tunable


@question
def game_summary(game: Mapping[str, Any]) -> dict[str, Any]:
    """All that the page of a game shows of it."""
    loaded = game_of(game)
    state = loaded.start()
    words = None if game["rules"] is None else about(game["rules"], file=loaded.name)
    written = _written_in_options(loaded)
    return {
        "name": loaded.name,
        "players": loaded.players,
        "seats": list(loaded.seat_names),
        "kind": words.kind if words is not None else "",
        "description": description_of(loaded) if words is not None else "",
        "notice": loaded.notice,
        "chance": loaded.has_chance,
        "hidden": list(loaded.hidden_by),
        "rules_hash": game_hash(loaded),
        "words": {language: rules_data(loaded, language) for language in LANGUAGES},
        "first_moves": len(state.moves()),
        "cells": _cells(loaded),
        "tunables": _tunables(loaded),
        "options": [
            {
                "heading": option.heading,
                "chosen": loaded.chosen[option.heading],
                "items": [{"label": item.label, "description": item.description} for item in option.items],
                "paths": written.get(option.heading, []),
            }
            for option in loaded.options
        ],
        "chosen": dict(loaded.chosen),
        "in_browser": not_in_browser(loaded) is None,
        "why_not_in_browser": not_in_browser(loaded),
    }


def _cells(game: Game) -> int | None:
    """How many places its board has, each level of upright columns counted; nothing where a class has no board to count."""
    rules = game.from_rules
    return (
        None if rules is None else rules.compiled.equipment.sites * max(1, rules.column_height(rules.start().position))
    )


def _tunables(game: Game) -> list[dict[str, Any]]:
    """What can be turned, each with its name in all languages."""
    found = [{**one.as_data(), "paths": list(one.paths or (one.path,)), "names": {}} for one in tunable(game)]
    for language in LANGUAGES:
        with speaking(Voice(language=language)):
            for data, one in zip(found, tunable(game), strict=True):
                data["names"][language] = one.name
    return found


def _written_in_options(game: Game) -> dict[str, list[str]]:
    """By the heading of each option the paths of the values that stand in its items."""
    origin = origin_of(game)
    if not isinstance(origin, TextOrigin):
        return {}
    lines, items = TextLines(origin.text), item_places(origin.text)
    data: dict[str, list[str]] = {}
    for one in tunable(game):
        if one.place is not None and one.place.file == origin.file:
            at = lines.offset(one.place)
            for item in items:
                if item.start <= at < item.end:
                    data.setdefault(item.heading, []).append(one.path)
    return data


@question
def board(game: Mapping[str, Any]) -> dict[str, Any]:
    """The board at the start, drawn; and the position as text."""
    state = game_of(game).start()
    return {"svg": state.svg(), "text": state.board_text()}


@question
def check(game: Mapping[str, Any], matches: int = 60) -> dict[str, Any]:
    """What ``apts check`` says of a text: mistakes and warnings with their places; with no matches it is quicker."""
    try:
        found = check_text(game["rules"], f"{game['id']}.lud", game["settings"], matches=matches)
        drawn = found.game.start().svg()
    except AptsError as problem:
        log_fault(f"check of {game['id']}", problem)
        return {"ok": False, "message": str(problem), "problems": mistakes_data(problem)}
    return {"ok": True, **checked_data(found), "svg": drawn}


def not_in_browser(game: Game) -> str | None:
    """Why a browser cannot play a game by itself; None where it can."""
    try:
        check_publishable(game)
    except AptsError as problem:
        return str(problem)
    return None
