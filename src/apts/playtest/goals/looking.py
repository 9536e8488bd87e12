"""Looking at goals again and again while matches come, without being fooled by it.

All goals together are judged wrongly at most one time in twenty. Means have intervals that hold at all looks together.
Other figures (drama, lead changes, uses of rules) are looked at only when the matches have about doubled: the k-th of
these looks may err with a chance of 1 / (k (k + 1)) of the goal's, and these shares add up to one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from apts.playtest.goals.goal import Goal, family_size
from apts.playtest.goals.judging import GoalJudgement, decided, nothing_counts, shared_by_all
from apts.playtest.goals.streams import anytime_estimate
from apts.statistics import Estimate

if TYPE_CHECKING:
    from apts.playtest.run import Run

LEVEL = 0.05
"""The chance that any of all goals is judged wrongly."""

FIRST, GROWTH = 20, 1.25
"""Units before the first look, and how much they grow from look to look."""

RARE = 3
"""Every so many looks, which is when matches have about doubled, figures without a stream are looked at."""


def look_times(group: int, budget: int) -> Iterator[tuple[int, int]]:
    """Numbers of matches at which one looks, each with its place; the last is the budget, in whole groups."""
    most = max(1, budget // group)
    place, units = 0, FIRST
    while units < most:
        yield place, units * group
        place, units = place + 1, max(units + 1, math.ceil(units * GROWTH))
    yield place, most * group


class GoalLooks:
    """What is known of goals after each look; what was decided once stays so.

    ``together`` is the number of all goals that share the chance of error.
    """

    def __init__(self, goals: Sequence[Goal], together: int):
        self.goals, self.confidence = tuple(goals), 1.0 - LEVEL / together
        self.found: dict[Goal, GoalJudgement] = {}
        self._rare_looks = 0

    @property
    def open(self) -> tuple[Goal, ...]:
        """The goals that are not decided."""
        return tuple(goal for goal in self.goals if goal not in self.found or self.found[goal].verdict == "open")

    @property
    def is_hopeless(self) -> bool:
        """Whether nothing is measured of any goal that is still open, after a few looks."""
        still = [self.found.get(goal) for goal in self.open]
        return self._rare_looks > 1 and all(one is not None and one.estimate is None for one in still)

    def look(self, run: Run, *, rare: bool) -> None:
        """Look at the goals that are open; with ``rare`` at figures without a stream too."""
        self._rare_looks += rare
        for goal in self.open:
            self.found[goal] = self._judged(goal, run, rare)

    def _judged(self, goal: Goal, run: Run, rare: bool) -> GoalJudgement:
        if not run.evidence.n:
            return GoalJudgement(goal, "open", reason=nothing_counts(run))
        shared = shared_by_all(goal, run)
        if shared is not None:
            return GoalJudgement(goal, "open", reason=shared)
        figures = goal.figures(run)
        if not figures:
            reason = str(run.metrics[goal.metric].details.get("missing", "no match tells of it yet"))
            return GoalJudgement(goal, "open", reason=reason)

        def interval(label: str, estimate: Estimate, confidence: float) -> Estimate:
            """A figure with an interval that allows for all looks before and after this one."""
            found = anytime_estimate(goal, label, run.evidence, confidence)
            return self._rarely(goal, estimate, confidence, rare) if found is None else found

        return decided(goal, figures, self.confidence, interval, family_size(goal, run, len(figures)))

    def _rarely(self, goal: Goal, estimate: Estimate, confidence: float, rare: bool) -> Estimate:
        """A figure without a stream: everything is possible, but at rare looks."""
        scale = goal.scale
        if not rare:
            return Estimate(estimate.value, scale.low, scale.high, estimate.n, confidence)
        share = 1.0 / (self._rare_looks * (self._rare_looks + 1))
        return estimate.at(1.0 - (1.0 - confidence) * share).clipped(scale.low, scale.high)
