"""Questions about games: what a page says of one, its text, its differences from another, and its files."""

from __future__ import annotations

import base64
import difflib
from collections.abc import Mapping, Sequence
from typing import Any

from apts.agents.agent import Agent
from apts.agents.agent_registry import agent as agent_called
from apts.agents.calibrating.agents_of_game import strongest_in_time
from apts.engine.play.game import Game, IllegalMove, Move, State
from apts.engine.play.recorded_chance import without_stream
from apts.engine.text.offered_moves import meant_move
from apts.errors import AptsError
from apts.games.catalogue import description_of
from apts.games.checking import check_text, checked_data, mistakes_data
from apts.games.ludeme_examples import ludeme_examples
from apts.language.presentation import about
from apts.language.signatures.signature import ENUMERATIONS, LUDEMES, UNIONS, Signature
from apts.locales import LANGUAGES
from apts.playtest.experiments.side_runs import game_hash
from apts.publish.default_opponents import OPPONENTS
from apts.publish.description import rules_data
from apts.publish.game_page import check_publishable, publish_page, published_data
from apts.publish.opponents import fitting
from apts.report.print_and_play.sheets import print_and_play
from apts.studio.settings import STRONGEST, log_fault
from apts.studio.workers.answers import game_of, question
from apts.telling.voice import Voice, speaking
from apts.variants.authored_text import TextLines, TextOrigin, item_places, origin_of, text_origin, without_description
from apts.variants.difference import differences_in
from apts.variants.tunables import tunable
from apts.variants.variant import Variant

# ----------------------------------------------------------------------------------------------------------------
# What a page tells of a game: its sheet, its board, what is wrong with its text.


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


# ----------------------------------------------------------------------------------------------------------------
# Rules as texts: what one says of its game, one with settings written into it, and the words that can stand in
# one.


@question
def summary(rules: str) -> dict[str, Any]:
    """What a text says of itself before anything is compiled; of a text that cannot be read everything is empty."""
    try:
        words = about(rules)
    except AptsError:
        return {"title": "", "players": [], "kind": "", "description": ""}
    return {
        "title": words.title,
        "players": list(words.players),
        "kind": words.kind,
        "description": words.description,
    }


@question
def settled(game: Mapping[str, Any]) -> str:
    """The text of a game with its settings written into it: chosen items become usual, numbers are changed in place."""
    text = Variant(text_origin(game["rules"], f"{game['id']}.lud", game["settings"])).text()
    return text if text == game["rules"] else without_description(text)  # it may be wrong of other options and numbers


@question
def ludemes() -> dict[str, Any]:
    """Every ludeme with its signature, its meaning and an example; and the words of each type, as an editor offers them."""
    examples = ludeme_examples()
    signatures = sorted(LUDEMES.signatures(), key=lambda signature: (signature.name, signature.source))
    return {
        "ludemes": [_described(one, examples[one].text if one in examples else "") for one in signatures],
        "words": {name: list(known) for name, known in ENUMERATIONS.items()},
        "unions": {name: list(members) for name, members in UNIONS.items()},
    }


def _described(signature: Signature, example: str) -> dict[str, Any]:
    return {
        "head": signature.head,
        "mode": signature.mode or "",
        "gives": signature.result,
        "signature": signature.source,
        "about": signature.documentation,
        "example": example,
        "labels": [slot.label for slot in signature.slots if slot.label is not None],
        "types": sorted({name for slot in signature.slots for one in slot.types for name in one.name.split("|")}),
    }


# ----------------------------------------------------------------------------------------------------------------
# How two texts differ, rule by rule or line by line.


@question
def differing(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """What differs from the first game to the second, in each language; texts are read for that and not compiled."""
    sides = _side(first), _side(second)
    return {language: [one.as_data() for one in differences_in(language, *sides)] for language in LANGUAGES}


@question
def lines_differing(first: str, second: str) -> list[str]:
    """How two texts differ, line by line, with two lines around each difference."""
    return list(difflib.unified_diff(first.splitlines(), second.splitlines(), lineterm="", n=2))[2:]


def _side(data: Mapping[str, Any]) -> Game | Variant:
    if data["rules"] is None:
        return game_of(data)
    return Variant(text_origin(data["rules"], f"{data['id']}.lud", data["settings"]))


# ----------------------------------------------------------------------------------------------------------------
# A game as a file to take away: the page that plays it, and the PDF to print and play.


@question
def published(game: Mapping[str, Any]) -> str:
    """The text of a page on which the game can be played without a server."""
    return publish_page(game_of(game))


@question
def printed(game: Mapping[str, Any]) -> str:
    """The game as a PDF to print and play, in base 64."""
    return base64.b64encode(print_and_play(game_of(game))).decode()


# ----------------------------------------------------------------------------------------------------------------
# What a browser needs to play a game by itself: the program, its description, who can be played against.


@question
def page(game: Mapping[str, Any], agents: Sequence[str] = OPPONENTS) -> dict[str, Any]:
    """The data of a page on which the game is played; its texts are left out, for a page has them once."""
    data = published_data(game_of(game), levels=agents)
    return {key: value for key, value in data.items() if key != "texts"}


@question
def fitting_agents(game: Mapping[str, Any], agents: Sequence[str]) -> list[str]:
    """The agents among some that can play a game: networks only where they were trained on its rules."""
    return [] if game["rules"] is None else fitting(game_of(game), agents)


# ----------------------------------------------------------------------------------------------------------------
# Questions about positions: where moves lead, what can be played there, and what agents think of it.

# ----------------------------------------------------------------------------------------------------------------
# Matches as moves from the start: what position they lead to, what can be played there, how they ended.


@question
def position(
    game: Mapping[str, Any],
    moves: Sequence[str] = (),
    seed: int = 0,
    start: str | None = None,
    drawn: bool = True,
    sealed: bool = False,
) -> dict[str, Any]:
    """The position behind some moves, from the start or from a position given as text; ``sealed`` as people see it."""
    loaded = game_of(game)
    state, last = followed(loaded, moves, seed, start)
    return {**described(state, sealed=sealed), **({"svg": state.svg(last)} if drawn else {})}


@question
def positions(
    game: Mapping[str, Any], moves: Sequence[str], seed: int = 0, sealed: bool = False
) -> list[dict[str, Any]]:
    """Every position of a match, each drawn."""
    loaded = game_of(game)
    state = loaded.start(seed)
    found = [{**described(state, listed=False, sealed=sealed), "svg": state.svg()}]
    for number, text in enumerate(moves, 1):
        move = _legal(state, text, number)
        state = state.after(move)
        found.append({**described(state, listed=False, sealed=sealed), "svg": state.svg(move), "move": move.text})
    return found


def followed(game: Game, moves: Sequence[str], seed: int, start: str | None = None) -> tuple[State, Move | None]:
    """The position behind some moves, and the last of them."""
    state = game.start(seed) if start is None else game.state(start)
    last = None
    for number, text in enumerate(moves, 1):
        last = _legal(state, text, number)
        state = state.after(last)
    return state, last


def described(state: State, *, listed: bool = True, sealed: bool = False) -> dict[str, Any]:
    """A position as plain values; one that is sealed tells nothing of what chance will decide."""
    outcome = state.outcome
    data: dict[str, Any] = {
        "position": _sealed_text(state) if sealed else str(state),
        "mover": state.mover,
        "dice": [str(die) for die in state.dice],
        "scores": None if state.scores is None else list(state.scores),
        "outcome": None
        if outcome is None
        else {"winner": outcome.winner, "ranks": list(outcome.ranks), "reason": outcome.reason, "words": str(outcome)},
    }
    if listed:
        data["moves"] = [
            {"text": move.text, "kind": move.kind, "origin": move.origin, "target": move.target}
            for move in state.moves()
        ]
    return data


def _sealed_text(state: State) -> str:
    """A position as text without the stream of chance; nobody knows how classes write theirs."""
    return "" if state.from_rules is None and state.game.has_chance else without_stream(str(state))


def _legal(state: State, text: str, number: int) -> Move:
    try:
        return meant_move(state, text)
    except IllegalMove as problem:
        raise IllegalMove(f"move {number}: {problem}") from None


# ----------------------------------------------------------------------------------------------------------------
# What agents think of positions: the move they would play, and what they hold of all moves.


@question
def best(game: Mapping[str, Any], agent: str, agent_seed: int = 0, **position: Any) -> dict[str, Any]:
    """The move that an agent plays in a position."""
    state, player = _asked(game, agent, "there is no move to play", **position)
    chosen = player.choose(state, seed=agent_seed)
    return {"move": chosen.text, "after": described(state.after(chosen))}


@question
def analysis(game: Mapping[str, Any], agent: str, agent_seed: int = 0, **position: Any) -> dict[str, Any]:
    """What an agent thinks of each move of a position."""
    state, player = _asked(game, agent, "there is nothing to analyse", **position)
    return {**player.analyze(state, seed=agent_seed).as_data(), "mover": state.mover}


def _asked(
    game: Mapping[str, Any],
    agent: str,
    otherwise: str,
    moves: Sequence[str] = (),
    seed: int = 0,
    start: str | None = None,
) -> tuple[State, Agent]:
    """The position behind some moves, and the agent at its game; a match that is over is refused."""
    loaded = game_of(game)
    state, _ = followed(loaded, moves, seed, start)
    if state.over:
        raise AptsError(f"the match is over, so {otherwise}")
    spec = f"level:{strongest_in_time(loaded)}" if agent == STRONGEST else agent
    return state, agent_called(spec).playing(loaded)
