"""Where the figures of a variant lead with stronger players: out of its goals, or not."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from apts.playtest.goals import Goal
from apts.playtest.metrics import declared
from apts.playtest.run import Run
from apts.statistics import Estimate, StatisticsError
from apts.statistics.strength_trend import MeasuredAt, StrengthTrend, strength_trend

FOLDED = {"balance": "seat-score"}
"""Figures that are largest in the middle of others: they rise and fall while the others go straight through."""


@dataclass(frozen=True)
class Drift:
    """A figure of a goal along the strength of the players.

    ``low`` and ``high`` are where the figure is wanted: for seats of a goal about balance these are the scores that keep
    it.
    """

    goal: Goal
    figure: str
    trend: StrengthTrend
    low: float
    high: float
    is_share: bool = True

    @property
    def leads_out(self) -> bool:
        """Whether players two steps stronger than any that played would leave the goal, by what is known."""
        return not self.low <= self.trend.beyond.value <= self.high

    @property
    def surely_leads_out(self) -> bool:
        """Whether that is sure: the interval lies outside."""
        return self.trend.beyond.high < self.low or self.trend.beyond.low > self.high

    @property
    def refuses(self) -> bool:
        """Whether the figure cannot be said to stay inside: it leads out, or surely moves to a limit that it may cross."""
        rising = self.trend.grows and self.trend.beyond.high > self.high
        falling = self.trend.shrinks and self.trend.beyond.low < self.low
        return self.leads_out or ((rising or falling) and self._is_off_centre)

    @property
    def _is_off_centre(self) -> bool:
        """Whether the strongest players are on the side of the middle that the figure moves to."""
        if not (math.isfinite(self.low) and math.isfinite(self.high)):
            return True
        away = self.trend.values[-1].value - (self.low + self.high) / 2.0
        return away * self.trend.slope.value > 0.0

    def as_data(self) -> dict[str, Any]:
        """The figure along the strength as plain values."""
        return {
            "goal": str(self.goal),
            "figure": self.figure,
            "budgets": list(self.trend.budgets),
            "values": [_ends(one) for one in self.trend.values],
            "slope": _ends(self.trend.slope),
            "beyond": {"budget": self.trend.budget_beyond, **_ends(self.trend.beyond)},
            "refuses": self.refuses,
        }


def _ends(found: Estimate) -> dict[str, float]:
    return {"value": found.value, "low": found.low, "high": found.high}


def drifts(goals: Sequence[Goal], runs: Mapping[float, Run]) -> tuple[Drift, ...]:
    """Every figure of every goal that holds for all players, along the budgets at which there are runs."""
    if len(runs) < 2:
        return ()
    return tuple(one for goal in goals if goal.level is None and goal.is_range for one in _of(goal, runs))


def _of(goal: Goal, runs: Mapping[float, Run]) -> list[Drift]:
    low, high, about = goal.low, goal.high, goal
    if goal.metric in FOLDED and not goal.part:
        seats = next(iter(runs.values())).evidence.players
        if seats < 2 or math.isinf(goal.low):
            return []
        # All scores have a mean of a half: a largest difference of d keeps each of two within half of d, each of more within
        # less than d.
        reach = (1.0 - goal.low) * (seats - 1.0) / seats
        low, high = 0.5 - reach, 0.5 + reach
        about = replace(goal, metric=FOLDED[goal.metric], part="score", each=True, low=low, high=high)
    known: dict[str, list[MeasuredAt]] = {}
    for budget, run in runs.items():
        for label, estimate in about.figures(run):
            known.setdefault(label, []).append(MeasuredAt(budget, estimate))
    scale = declared(about.metric).scale if about.each else about.scale
    found = []
    for label, measured in known.items():
        try:
            trend = strength_trend(measured, is_share=scale.is_share and scale.low >= 0.0)
        except StatisticsError:  # a figure without an interval, or measured once
            continue
        found.append(Drift(goal, label, trend, low, high, scale.is_share))
    return found
