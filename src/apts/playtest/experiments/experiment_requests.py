"""How arenas, ladders, stress and comparisons go where nobody says so, as values that help can show without them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from apts.errors import AptsError
from apts.input_checks import MOST_MATCHES
from apts.playtest.matches.playtest_request import (
    DEFAULTS,
    LARGEST_SEED,
    PlaytestRequest,
    one_agent,
    several_agents,
    spelled,
)
from apts.request_fields import IN_A_TERMINAL, Request, facts_of, field_facts, request_fields

if TYPE_CHECKING:
    from apts.agents.agent import Agent

MARGIN = 0.05
"""The largest difference between two games that does not matter."""

MATCHES = 200
"""The most matches of a pair of agents."""

OPENING = 2
"""Random moves at the start of a match of an arena."""

OPENINGS = 12
"""The most openings that are tried under stress."""

BASE = 50
"""Iterations of the weakest agent of a ladder."""

STEPS = 6
"""The most doublings of a ladder."""


# ----------------------------------------------------------------------------------------------------------------
# What is asked of an arena and of a stress test, each as one value from a command or Python to the manifests.

SORTS = ("move kind", "piece", "opening", "region")
"""The sorts of things that a seat can be forbidden, or made to use."""


def _same(name: str, **other: Any) -> Mapping[str, Any]:
    """What is known of a field that a play-test has, too; here it is asked for in a terminal alone."""
    known = request_fields(PlaytestRequest)[name]
    return facts_of(known, places=tuple(place for place in known.places if place in IN_A_TERMINAL), **other)


def _sorts(given: Any) -> tuple[str, ...]:
    """Sorts of things; a wrong name lists the valid ones."""
    known = ", ".join(SORTS)
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise AptsError(f"sorts is a list of such as ['opening', 'piece'], not {given!r}; valid sorts are {known}")
    several = tuple(given)
    wrong = [sort for sort in several if sort not in SORTS]
    if wrong:
        raise AptsError(f"there is no sort of thing {wrong[0]!r}; valid sorts are {known}")
    return several


@dataclass(frozen=True)
class ArenaRequest(Request):
    """Who meets whom how often, from which seed, after how many random moves."""

    agents: str | Sequence[str | Agent] = field(
        default=(),
        metadata=field_facts(
            "list",
            called="the agents",
            about="Two or more agents, separated by commas.",
            check=several_agents,
            write=spelled,
            places=("python",),
        ),
    )
    matches: int = field(
        default=MATCHES,
        metadata=field_facts(
            "whole",
            called="the number of matches of each pair",
            about="The largest number of matches for each pair (even).",
            low=1,
            high=MOST_MATCHES,
            options=("--matches",),
            places=IN_A_TERMINAL,
        ),
    )
    seed: int = field(default=DEFAULTS.seed, metadata=_same("seed", low=-LARGEST_SEED))
    opening: int = field(
        default=OPENING,
        metadata=field_facts(
            "whole",
            called="opening",
            about="Random moves at the start of each match.",
            low=0,
            options=("--opening",),
            places=IN_A_TERMINAL,
        ),
    )
    workers: int | None = field(default=DEFAULTS.workers, metadata=_same("workers"))
    cluster: str | None = field(default=DEFAULTS.cluster, metadata=_same("cluster"))
    all_matches: bool = field(
        default=False,
        metadata=field_facts(
            "switch",
            called="whether all matches are played (all_matches)",
            about="Keep playing after the ranking is clear.",
            options=("--all",),
            places=IN_A_TERMINAL,
        ),
    )
    command: str = field(default=DEFAULTS.command, metadata=_same("command"))

    what = "an arena"


@dataclass(frozen=True)
class StressRequest(Request):
    """Which things are tried, how often each bound is played, by whom and from which seed."""

    agent: str | Agent | None = field(
        default=None,
        metadata=field_facts(
            "spelled",
            called="the agent",
            about="The agent in every seat; the default fits the game.",
            options=("--agents", "--agent"),
            metavar="AGENT",
            check=one_agent,
            write=spelled,
            places=IN_A_TERMINAL,
        ),
    )
    matches: int | None = field(
        default=None, metadata=_same("matches", about="Matches of each restriction; the default fits the game.")
    )
    seed: int = field(default=DEFAULTS.seed, metadata=_same("seed"))
    openings: int = field(
        default=OPENINGS,
        metadata=field_facts(
            "whole",
            called="the number of openings",
            about="The largest number of openings to try.",
            low=0,
            options=("--openings",),
            places=IN_A_TERMINAL,
        ),
    )
    sorts: Sequence[str] = field(
        default=(),
        metadata=field_facts(
            "texts",
            called="the sorts",
            about="Test only this: 'move kind', piece, opening or region; may be repeated.",
            options=("--only",),
            metavar="SORT",
            check=_sorts,
            places=IN_A_TERMINAL,
        ),
    )
    guard: bool = field(default=DEFAULTS.guard, metadata=_same("guard"))
    resume: bool = field(
        default=DEFAULTS.resume, metadata=_same("resume", about="Continue from what the archive already has.")
    )
    limit: int = field(default=DEFAULTS.limit, metadata=_same("limit"))
    workers: int | None = field(default=DEFAULTS.workers, metadata=_same("workers"))
    cluster: str | None = field(default=DEFAULTS.cluster, metadata=_same("cluster"))
    command: str = field(default=DEFAULTS.command, metadata=_same("command"))

    what = "a stress test"


def _styles(given: Any) -> tuple[str, ...]:
    """Styles of play; a wrong name lists the valid ones."""
    from apts.agents.styles.style import style_names, style_of  # the help of a command need not wait for it

    if isinstance(given, str) or not isinstance(given, Iterable):
        raise AptsError(f"only is a list of styles such as ['takes', 'blocks'], not {given!r}")
    wanted = {style_of(name).name for name in given}
    return tuple(name for name in style_names() if name in wanted)


@dataclass(frozen=True)
class StylesRequest(Request):
    """Which styles meet, how strong they are, how often each pair meets and from which seed."""

    iterations: int | None = field(
        default=None,
        metadata=field_facts(
            "whole",
            called="the iterations of a style",
            about="Iterations of every style; the default fits the game.",
            low=1,
            high=1_000_000,
            options=("--iterations",),
            places=IN_A_TERMINAL,
        ),
    )
    matches: int | None = field(
        default=None, metadata=_same("matches", about="Matches of each pair of styles; the default fits the game.")
    )
    seed: int = field(default=DEFAULTS.seed, metadata=_same("seed"))
    only: Sequence[str] = field(
        default=(),
        metadata=field_facts(
            "texts",
            called="the styles",
            about="Let only this style meet plain search and others named; may be repeated.",
            options=("--only",),
            metavar="STYLE",
            check=_styles,
            places=IN_A_TERMINAL,
        ),
    )
    resume: bool = field(
        default=DEFAULTS.resume, metadata=_same("resume", about="Continue from what the archive already has.")
    )
    limit: int = field(default=DEFAULTS.limit, metadata=_same("limit"))
    workers: int | None = field(default=DEFAULTS.workers, metadata=_same("workers"))
    cluster: str | None = field(default=DEFAULTS.cluster, metadata=_same("cluster"))
    command: str = field(default=DEFAULTS.command, metadata=_same("command"))

    what = "a table of styles"


USUAL_STRENGTHS = ("beginner", "casual", "club")
"""The strengths that meet where none are named."""


def _strengths(given: Any) -> tuple[str, ...]:
    """Names of levels and spellings of agents."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise AptsError(f"strengths is a list of such as ['club', 'casual'], not {given!r}")
    several = tuple(given)
    wrong = [one for one in several if not isinstance(one, str)]
    if wrong:
        raise AptsError(f"a strength is the name of a level or the spelling of an agent, not {wrong[0]!r}")
    return several


@dataclass(frozen=True)
class SkillTableRequest(Request):
    """Which strengths meet, how often each pair meets and from which seed."""

    strengths: Sequence[str] = field(
        default=USUAL_STRENGTHS,
        metadata=field_facts(
            "list",
            called="the strengths",
            about="Levels or agents, separated by commas.",
            check=_strengths,
            places=("python",),
        ),
    )
    matches: int | None = field(
        default=None, metadata=_same("matches", about="Matches of each pair of strengths; the default is 100.")
    )
    seed: int = field(default=DEFAULTS.seed, metadata=_same("seed"))
    resume: bool = field(
        default=DEFAULTS.resume, metadata=_same("resume", about="Continue from what the archive already has.")
    )
    limit: int = field(default=DEFAULTS.limit, metadata=_same("limit"))
    workers: int | None = field(default=DEFAULTS.workers, metadata=_same("workers"))
    cluster: str | None = field(default=DEFAULTS.cluster, metadata=_same("cluster"))
    command: str = field(default=DEFAULTS.command, metadata=_same("command"))

    what = "a table of strengths"
