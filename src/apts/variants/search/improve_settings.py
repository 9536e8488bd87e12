"""How a search is made: its budget, its way, the edits it may make, and what is refused before it begins."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from apts.errors import AptsError
from apts.language.tree import Clause
from apts.playtest.goals import Goal
from apts.playtest.goals.reading import check_together
from apts.request_fields import request_fields
from apts.similar_names import did_you_mean
from apts.variants.search.improve_request import CLIMB, DEFAULT_AXES, MOST, ImproveRequest
from apts.variants.search.match_runner import Clock
from apts.variants.structure.random_edits import ALL_KINDS
from apts.variants.tunables import NO_LIMITS, Limits, check_limits


@dataclass(frozen=True)
class ImproveSettings:
    """How a search is made: its budget, its way, and the edits it may make.

    ``minutes`` and ``matches`` are the budget: one of them, or none for the usual minutes. Fresh matches come on top of
    a budget in matches, and are part of one in minutes; ``fresh`` is the most of them at each strength, None for as many as
    the goals need. ``most`` is how many matches a variant gets in full. ``limits`` says
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
    fresh: int | None = None
    limits: Limits = NO_LIMITS
    donors: tuple[Clause, ...] | None = None
    axes: tuple[str, str] = DEFAULT_AXES
    games: int = 1
    spent: float = 0.0
    clock: Clock = time.monotonic

    def __post_init__(self) -> None:
        for name in _AS_ASKED:
            object.__setattr__(self, name, request_fields(ImproveRequest)[name].checked(getattr(self, name)))
        check_limits(self.limits)


_AS_ASKED = ("minutes", "matches", "most", "fresh", "games")
"""What is the same in a request, which says what sentences call it, and the least and the most that it can be."""


def check_settings(goals: Sequence[Goal], settings: ImproveSettings, methods: Iterable[str]) -> None:
    """Refuse what no search can be made of, before a match is played."""
    if not goals:
        raise AptsError("a search needs at least one goal, such as 'seat-score between 0.47 and 0.53'")
    known = tuple(methods)
    if settings.method == CLIMB:
        raise AptsError(
            "climb has no goals, so it is not a method of apts.improve: it is apts improve GAME --method climb on the "
            "command line, and apts.variants.search.methods.climbing.climbed in Python"
        )
    if settings.method not in known:
        hint = did_you_mean(str(settings.method), known)
        raise AptsError(f"there is no method {settings.method!r}{hint} (there are: {', '.join(known)})")
    if settings.minutes is not None and settings.matches is not None:
        raise AptsError("give either minutes or matches as the budget of the search, not both")
    check_together(goals)
