"""Variants against goals: each is played by the agents that its goals are about, and stands so far from all of them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from apts.playtest.goals import Goal, shortfall
from apts.playtest.run import Run
from apts.statistics import Estimate
from apts.variants.search.budget import Budget
from apts.variants.search.match_runner import MatchRunner, Series
from apts.variants.variant import Variant


def goals_by_agents(goals: Sequence[Goal], agents: str) -> dict[str, tuple[Goal, ...]]:
    """The goals by whoever has to play for them: the agents of the search, or those that a goal names."""
    found: dict[str, list[Goal]] = {}
    for goal in goals:
        found.setdefault(goal.level or agents, []).append(goal)
    return {spec: tuple(wanted) for spec, wanted in found.items()}


def summed(parts: Sequence[Estimate]) -> Estimate:
    """The sum of shortfalls that were measured apart, with its interval by square and add."""
    if len(parts) == 1:
        return parts[0]
    value = sum(part.value for part in parts)
    low = value - math.sqrt(sum((part.value - part.low) ** 2 for part in parts))
    high = value + math.sqrt(sum((part.high - part.value) ** 2 for part in parts))
    return Estimate(value, max(0.0, low), high, min(part.n for part in parts), parts[0].confidence)


def _shortfall(goals: Sequence[Goal], run: Run, confidence: float) -> Estimate:
    """That of a run; a game in which a match failed is as far from all goals as can be."""
    if run.evidence.n < len(run.matches):
        return Estimate(1.0, 1.0, 1.0, len(run.matches), confidence)
    return shortfall(goals, run, confidence)


class GoalScorer:
    """Where variants race for goals: match n of every variant has the same seed.

    ``limit`` is the most turns of a match of any variant but the game they came from (``parent``, its key): variants whose
    matches drag on would take all the time that the others need.
    """

    def __init__(self, match_runner: MatchRunner, goals: Sequence[Goal], agents: str, seed: int):
        self.match_runner, self.goals, self.agents, self.seed = match_runner, tuple(goals), agents, seed
        self._wanted = goals_by_agents(goals, agents)
        self._order: dict[str, int] = {}
        self.limit: int | None = None
        self.parent = ""

    def play(self, candidates: Sequence[Variant], matches: int, budget: Budget) -> None:
        """Let each variant have so many matches at every strength that goals are about."""
        self.match_runner.play(
            [(self._series(variant, spec), matches) for variant in candidates for spec in self._wanted], budget
        )

    def standing(self, candidate: Variant, confidence: float = 0.95) -> Estimate:
        """How far a variant is from its goals."""
        return summed([_shortfall(goals, run, confidence) for goals, run in self._held(candidate)])

    def shortfalls(self, candidate: Variant) -> list[float]:
        """How far a variant is from each of its goals, in their order."""
        held = {goal: _shortfall([goal], run, 0.95).value for goals, run in self._held(candidate) for goal in goals}
        return [held[goal] for goal in self.goals]

    def figures(self, candidate: Variant, metrics: tuple[str, str]) -> tuple[float, float] | None:
        """The values of two metrics of a variant; None where one of them was not measured."""
        run = next(iter(self.runs(candidate).values()))
        first, second = (run.metrics[name].value for name in metrics)
        return None if first is None or second is None else (first, second)

    def preference(self, candidate: Variant) -> tuple[float, ...]:
        """Fewer edits first, then the order in which variants came up."""
        return candidate.size, self._order.setdefault(candidate.key, len(self._order))

    def runs(self, variant: Variant) -> dict[str, Run]:
        """The runs of a variant by the agents that played them."""
        return {spec: self.match_runner.run(self._series(variant, spec)) for spec in self._wanted}

    @property
    def players(self) -> tuple[str, ...]:
        """The agents that play: those of the search, and those that goals name."""
        return tuple(self._wanted)

    @property
    def each(self) -> int:
        """Runs that a variant takes."""
        return len(self._wanted)

    def forget(self, variant: Variant) -> None:
        """Let go of the matches of a variant."""
        for spec in self._wanted:
            self.match_runner.forget(self._series(variant, spec))

    def _held(self, variant: Variant) -> list[tuple[tuple[Goal, ...], Run]]:
        return [(goals, self.match_runner.run(self._series(variant, spec))) for spec, goals in self._wanted.items()]

    def _series(self, variant: Variant, spec: str) -> Series:
        return Series(variant, spec, self.seed, None if variant.key == self.parent else self.limit)
