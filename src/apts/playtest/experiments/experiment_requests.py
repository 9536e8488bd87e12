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
