"""What the page of a board is given: the game as a browser plays it, its texts, and what the studio adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from apts.agents.spelling_parts import kind_of
from apts.errors import AptsError
from apts.locales import LANGUAGES
from apts.publish.page_texts import page_texts
from apts.studio.frame.studio import Studio, text_of
from apts.studio.play.opponents import fitting_agents, real_agent
from apts.studio.store.game_store import StoredGame
from apts.studio.words import words
from apts.studio.workers.pool import Refused

_PREFIX = "play.page."


def published_game(
    studio: Studio, game: StoredGame, settings: Mapping[str, Any], language: str, opponent: str | None = None
) -> dict[str, Any] | None:
    """The data of a page that plays a game in the browser; None where browsers cannot play it.

    An ``opponent`` that is a network comes with the page; other networks decide on the server, for a page that nobody
    wants them on should not carry their weights.
    """
    text = text_of(game, settings)
    if not studio.workers.remembered("game_summary", game=text)["in_browser"]:
        return None
    agents = fitting_agents(studio, game, text)
    data = _with_agents(studio, game, text, agents, opponent)
    shown = {entry["spec"] for entry in data["variants"][0]["opponents"]}
    elsewhere = [spec for spec in agents if spec not in shown]
    return {**data, "texts": texts(), "language": language, "people": False, "elsewhere": elsewhere}


def _with_agents(
    studio: Studio, game: StoredGame, text: Mapping[str, Any], agents: Sequence[str], opponent: str | None
) -> dict[str, Any]:
    """With the network that is wanted, where pages can play like it."""
    parts = [spec for spec in agents if kind_of(spec) != "model"]
    if opponent in agents and opponent not in parts:
        with suppress(Refused):
            wanted = [*parts, real_agent(studio, game, str(opponent))]
            return dict(studio.workers.remembered("page", game=text, agents=wanted))
    return dict(studio.workers.remembered("page", game=text, agents=parts))


def texts() -> dict[str, dict[str, str]]:
    """The texts of published pages with those that only the studio has, by the language of the page."""
    found = {}
    for tag in LANGUAGES:
        own = {
            f"studio.{key.removeprefix(_PREFIX)}": text
            for key, text in words(tag).texts.items()
            if key.startswith(_PREFIX)
        }
        made_with = {"page.made_with": own["studio.made_with"]}
        found[tag] = {**page_texts()[tag], **made_with, **own}
    return found


def archived_start(studio: Studio, query: Mapping[str, str]) -> dict[str, Any]:
    """The position that an address names: of an archived match, or behind moves; the start where it names none."""
    if "from" in query:
        number, ply = query.get("match", "1"), query.get("ply", "")
        if not number.isdecimal() or (ply and not ply.isdecimal()):
            raise AptsError("the number of a match and of a move are whole numbers")
        match = studio.archive.match(query["from"], int(number))
        moves = list(match.moves)[: int(ply) if ply else None]
        return {"seed": str(match.start_seed), "moves": moves}
    seed = query.get("seed")
    if seed is not None and not (seed.lstrip("-").isdecimal() and len(seed) < 20):
        raise AptsError("a seed is a whole number")
    moves = [text for text in query.get("moves", "").split(",") if text]
    return {"seed": seed or ("0" if moves else None), "moves": moves or None}
