"""What the page of a board is given: the game as a browser plays it, its texts, and what the studio adds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from apts.agents.levels import level_names
from apts.agents.spelling import kind_of, spelling_parts
from apts.errors import AptsError
from apts.learning.networks.model_file import bundled_models
from apts.locales import LANGUAGES
from apts.publish.default_opponents import OPPONENTS
from apts.publish.game_page import page_texts
from apts.similar_names import did_you_mean
from apts.statistics import Estimate, glicko_ratings, pair_results
from apts.studio.frame.studio import Studio, text_of
from apts.studio.store.game_store import StoredGame
from apts.studio.store.matches import PERSON, MatchResult, Models, StudioMatch
from apts.studio.words import StudioTexts, describe_agent, words
from apts.studio.workers.pool import Refused

# ----------------------------------------------------------------------------------------------------------------
# Which agents can sit at a seat of a game: levels, one that adapts, and networks that were trained in the studio.

ADAPTIVE = "adaptive"


def agents_for(studio: Studio, game: StoredGame) -> tuple[str, ...]:
    """The spellings of the agents that a game can be played against.

    A network is called after the job that trained it, one that came with APTS after its game.
    """
    usual = OPPONENTS if game.made_of == "text" else tuple(f"level:{name}" for name in level_names())
    trained = (model.job for model in Models(studio.settings.folder).of(game.id))
    shipped = (game.id,) if game.id in bundled_models() and not game.own else ()
    return (*usual, *(f"model:{name}" for name in (*trained, *shipped)))


def fitting_agents(studio: Studio, game: StoredGame, text: Mapping[str, Any]) -> tuple[str, ...]:
    """The same without the networks that were trained on other rules than those of a text."""
    agents = agents_for(studio, game)
    trained = {spec: real_agent(studio, game, spec) for spec in agents if kind_of(spec) == "model"}
    if not trained:
        return agents
    fit = studio.workers.remembered("fitting_agents", game=text, agents=[*trained.values()])
    return tuple(spec for spec in agents if spec not in trained or trained[spec] in fit)


def agent_of_one_position(studio: Studio, game: StoredGame, spec: str) -> str:
    """The spelling that workers know of an agent that decides position by position."""
    if spec == ADAPTIVE:
        raise AptsError("an agent that adapts must have seen the whole match, so it decides in no single position")
    return real_agent(studio, game, spec)


def real_agent(studio: Studio, game: StoredGame, spec: str) -> str:
    """The spelling that workers know: a network by its file, which no page is told."""
    known = agents_for(studio, game)
    if spec not in known:
        raise AptsError(f"there is no agent {spec[:60]!r} here{did_you_mean(spec[:60], known)}")
    kind, name = spelling_parts(spec)
    if kind != "model":
        return spec
    trained = (model.spec for model in Models(studio.settings.folder).of(game.id) if model.job == name)
    return next(trained, spec)


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


# ----------------------------------------------------------------------------------------------------------------
# Who sat at a match, in the words of a reader.


def agent_names(studio: Studio, game: StoredGame, text: Mapping[str, Any], message: StudioTexts) -> dict[str, str]:
    """The agents that can sit at a table of a game, in words."""
    return {spec: describe_agent(spec, message) for spec in fitting_agents(studio, game, text)}


def sitter_names(match: StudioMatch, names: Mapping[str, str], message: StudioTexts) -> list[str]:
    """Who sat at each seat: a nickname, a person without one, or an agent."""
    return [
        (names.get(sitter or "") or message("people.somebody")) if who == PERSON else describe_agent(who, message)
        for who, sitter in zip(match.seats, match.sitters, strict=True)
    ]


# ----------------------------------------------------------------------------------------------------------------
# How people stand: ratings of all who played a game, agents among them, from the matches that the studio keeps.

UNKNOWN = "somebody"


@dataclass(frozen=True)
class PlayerStanding:
    """Somebody's rating: ``person`` is an id, or None for an agent, whose spelling is ``who``."""

    who: str
    person: str | None
    rating: Estimate


def standings(results: Iterable[MatchResult]) -> tuple[PlayerStanding, ...]:
    """The ratings of those who finished matches, the best first; each match is a rating period.

    Matches of people whom nobody knows again count for their opponents under one name, which is left out.
    """
    rated = glicko_ratings(pair_results(_names(one), one.ranks) for one in results if len(one.ranks) == len(one.seats))
    found = [
        PlayerStanding(who, who if kind == PERSON else None, one.estimate())
        for (kind, _, who), one in ((name.partition(" "), one) for name, one in rated.items())
        if who != UNKNOWN
    ]
    return tuple(sorted(found, key=lambda one: -one.rating.value))


def _names(result: MatchResult) -> list[str]:
    return [
        f"{PERSON} {sitter or UNKNOWN}" if who == PERSON else f"agent {who}"
        for who, sitter in zip(result.seats, result.sitters, strict=True)
    ]
