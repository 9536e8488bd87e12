"""How many fresh matches it takes to be sure of goals: planned from how wide they are, told before anything is played."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from apts.playtest.evidence.sentences import Amount, Listed, Message, Spelled, Value
from apts.playtest.goals import Goal
from apts.playtest.metrics import declared
from apts.playtest.run import Run
from apts.statistics.estimate import normal_quantile
from apts.statistics.planning import PlannedLook, matches_inside, planned_looks, rounded_up
from apts.variants.search.goal_scorer import message
from apts.variants.search.improve_request import FRESH
from apts.variants.search.strength_ladder import STRENGTHS

LEVEL = 0.05
"""How often a search may claim that goals are reached where they are not."""

POWER = 0.8
"""How often a variant in the middle of its goals is to be confirmed, at all strengths."""

FEWEST = 100
"""Fresh matches at each strength that are thought of in any case."""

MOST_FRESH = 4000
"""More are not played of one variant at one strength unless they are asked for."""


@dataclass(frozen=True)
class FreshPlan:
    """The fresh matches of a variant: at which strengths, how many there at most, and after how many one looks.

    ``needed`` are the matches at each strength that would do for a variant in the middle of all goals, None where no
    number does; ``narrowest`` is the goal that asks for most. ``most`` is how many are played; it can be less.
    """

    strengths: tuple[str, ...]
    needed: int | None
    most: int
    narrowest: Goal | None = None
    minutes: float = 0.0

    @property
    def looks(self) -> tuple[PlannedLook, ...]:
        """The numbers of matches at which one looks."""
        return planned_looks(self.most, min(self.most, FEWEST))

    @property
    def is_enough(self) -> bool:
        """Whether as many are played as are needed."""
        return self.needed is not None and self.most >= self.needed

    def message(self) -> Message:
        """What is needed, as a sentence."""
        if self.needed is None:
            return message("improve/plan-never")
        values: dict[str, Value] = {
            "needed": Amount(f"{self.needed:,}"),
            "most": Amount(f"{self.most:,}"),
            "strengths": Listed(tuple(map(Spelled, self.strengths))),
        }
        return message("improve/plan" if self.is_enough else "improve/plan-short", **values)

    def as_data(self) -> dict[str, Any]:
        """The plan as plain values."""
        return {
            "strengths": list(self.strengths),
            "needed": self.needed,
            "most": self.most,
            "looks": [look.units for look in self.looks],
            "narrowest": None if self.narrowest is None else str(self.narrowest),
            "enough": self.is_enough,
            "minutes": round(self.minutes, 1),
            "sentence": str(self.message()),
        }


def fresh_plan(
    goals: Sequence[Goal],
    strengths: tuple[str, ...],
    runs: Sequence[Run] = (),
    asked: int | None = None,
    share: float = 1.0,
) -> FreshPlan:
    """The plan for goals; ``runs`` of the game as it is tell how much its figures scatter, ``asked`` is a number given.

    ``share`` is the part of all error that the variant may make.
    """
    confidence = 1.0 - 2.0 * LEVEL * share * planned_looks(MOST_FRESH)[-1].share
    # Every strength has to show it.
    power = 1.0 - (1.0 - POWER) / max(STRENGTHS, len(strengths))
    wanted = [(needed_matches(goal, runs, confidence, power), goal) for goal in goals]
    hopeless = next((goal for needed, goal in wanted if needed is None), None)
    if hopeless is not None:
        return FreshPlan(strengths, None, asked or FRESH, hopeless)
    most, narrowest = max(((needed or 0, goal) for needed, goal in wanted), key=lambda one: one[0], default=(0, None))
    needed = rounded_up(max(FEWEST, most))
    return FreshPlan(strengths, needed, asked or min(needed, MOST_FRESH), narrowest)


def needed_matches(goal: Goal, runs: Sequence[Run], confidence: float, power: float = POWER) -> int | None:
    """The matches that show a goal to be met by a game that lies in the middle of it; None where none do."""
    if goal.trend is not None or goal.used:
        return FRESH
    scale = goal.scale
    low, high = max(goal.low, scale.low), min(goal.high, scale.high)
    if math.isfinite(low) and math.isfinite(high) and low >= high:
        return None
    if declared(goal.metric).ranked_by and goal.low > scale.low:  # 1 minus a difference of scores, which is 0 at best
        return matches_inside(scale.high, goal.low, math.inf, 1.0, power=power, confidence=confidence)
    if scale.is_share and math.isfinite(low) and math.isfinite(high):
        return _of_share(goal, low, high, scale.low, confidence, power)
    return _of_others(goal, runs, confidence, power)


def _of_share(goal: Goal, low: float, high: float, least: float, confidence: float, power: float) -> int | None:
    middle = (low + high) / 2.0
    # Differences of shares scatter most; of scores half points take some of it, which is not known beforehand.
    deviation = 1.0 if least < 0.0 else math.sqrt(max(0.01, middle * (1.0 - middle)))
    return matches_inside(middle, goal.low, goal.high, deviation, power=power, confidence=confidence)


def _of_others(goal: Goal, runs: Sequence[Run], confidence: float, power: float) -> int | None:
    """Of lengths and the like: as they scatter in the game as it is, in the proportion of the means."""
    low, high = goal.low, goal.high
    one_sided = not (math.isfinite(low) and math.isfinite(high))
    limit = low if math.isfinite(low) else high
    if not math.isfinite(limit):
        return FRESH
    # Of one limit a figure is thought to lie a tenth of it away.
    middle = limit + abs(limit) * (0.1 if math.isfinite(low) else -0.1) if one_sided else (low + high) / 2.0
    found = []
    for run in runs:
        for _, estimate in goal.figures(run) if goal.fits(run) else ():
            half = (estimate.high - estimate.low) / 2.0
            if math.isfinite(half) and estimate.value:
                spread = half / normal_quantile(estimate.confidence) * math.sqrt(estimate.n)
                found.append(spread * abs(middle / estimate.value))
    if not found or middle == limit:
        return FRESH
    return matches_inside(middle, low, high, max(found), power=power, confidence=confidence)
