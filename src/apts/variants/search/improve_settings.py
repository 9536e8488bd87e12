"""How a search is made: its budget, its way, the edits it may make, and what is refused before it begins."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from apts.errors import AptsError
from apts.language.tree import Clause
from apts.near_names import did_you_mean
from apts.playtest.goals import Goal
from apts.variants.search.budget import Clock
from apts.variants.search.game_map import USUAL_AXES
from apts.variants.structure.random_edits import ALL_KINDS
from apts.variants.tunables import NO_LIMITS, Limits

MOST = 400
"""Matches of a variant that is looked at in full."""

FRESH = 400
"""Fresh matches of each run that confirm the result."""


@dataclass(frozen=True)
class ImproveSettings:
    """How a search is made: its budget, its way, and the edits it may make.

    ``minutes`` and ``matches`` are the budget: one of them, or none for the usual minutes. Fresh matches come on top of
    a budget in matches, and are part of one in minutes. ``most`` is how many matches a variant gets in full. ``limits`` says
    what may not be turned, ``donors`` are rules that clauses may come from, None for the library, ``axes`` those of the
    map that evolution draws. ``games`` is how many variants are to stand up to fresh matches. ``spent`` are minutes of the
    budget that an earlier part of the same search took: what is left is never less than a tenth of it. ``clock`` tells the
    seconds of a budget in minutes: those on the wall, or those of a processor.
    """

    minutes: float | None = None
    matches: int | None = None
    method: str = "race"
    kinds: tuple[str, ...] = ALL_KINDS
    most: int = MOST
    fresh: int = FRESH
    limits: Limits = NO_LIMITS
    donors: tuple[Clause, ...] | None = None
    axes: tuple[str, str] = USUAL_AXES
    games: int = 1
    spent: float = 0.0
    clock: Clock = time.monotonic


def check_wishes(goals: Sequence[Goal], wishes: ImproveSettings, methods: Iterable[str]) -> None:
    """Refuse what no search can be made of, before a match is played."""
    if not goals:
        raise AptsError("a search needs at least one goal, such as 'seat-score between 0.47 and 0.53'")
    known = tuple(methods)
    if wishes.method not in known:
        hint = did_you_mean(wishes.method, known)
        raise AptsError(f"there is no method {wishes.method!r}{hint} (there are: {', '.join(known)})")
    if wishes.minutes is not None and wishes.matches is not None:
        raise AptsError("give either minutes or matches as the budget of the search, not both")
    _check_together(goals)


def _check_together(goals: Sequence[Goal]) -> None:
    """Refuse limits of one figure that no game can keep both of."""
    limits = [goal for goal in goals if goal.weight is None and goal.is_range and not goal.used]
    for first, second in combinations(limits, 2):
        alike = all(getattr(first, name) == getattr(second, name) for name in ("metric", "part", "each", "level"))
        if alike and max(first.low, second.low) > min(first.high, second.high):
            raise AptsError(f"no game can keep both goals, {str(first)!r} and {str(second)!r}; leave one of them out")
