"""Fresh matches: what was chosen is played again from seeds that chose nothing, beside the game it came from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from apts.agents.seeds import derived_seed
from apts.playtest.comparing.difference import difference_of
from apts.playtest.findings import Finding, declared_finding
from apts.playtest.goals import Goal, GoalJudgement, judged, shortfall
from apts.playtest.run import Run
from apts.statistics import Estimate
from apts.variants.search.budget import Budget, OutOfTime
from apts.variants.search.goal_scorer import goals_by_agents, summed
from apts.variants.search.match_runner import MatchRunner, Series
from apts.variants.variant import Variant

PORTION = 50
"""Matches of each run that are played before the clock is looked at again."""

_LINE = re.compile(r" on line \d+")

TRIES = 3
"""Variants that share most of the error evenly; for each one beyond them half as much is left."""


@dataclass(frozen=True)
class GoalAnswer:
    """A goal at one strength: how the game stood to it before and how it does after."""

    goal: Goal
    agents: str
    before: GoalJudgement
    after: GoalJudgement

    def as_data(self) -> dict[str, Any]:
        """The answer as plain values."""
        return {
            "goal": str(self.goal),
            "agents": self.agents,
            "before": self.before.as_data(),
            "after": self.after.as_data(),
        }


@dataclass(frozen=True)
class StrengthRuns:
    """The runs of both games by the same agents, and the goals that are about these."""

    agents: str
    goals: tuple[Goal, ...]
    before: Run
    after: Run


@dataclass(frozen=True)
class Confirmation:
    """A variant held against the goals in fresh matches, at every strength that was asked for.

    ``share`` is the part of all error that this one may make: where several variants are held against the goals, each has
    to be surer.
    """

    variant: Variant
    strengths: tuple[StrengthRuns, ...]
    share: float = 1.0

    @property
    def matches(self) -> int:
        """Fresh matches of each run."""
        return min((len(one.after.matches) for one in self.strengths), default=0)

    @property
    def answers(self) -> tuple[GoalAnswer, ...]:
        """Every goal at every strength; wrong about any of them, in any of the tries, at most one time in twenty."""
        confidence = 1.0 - 0.05 * self.share / max(1, sum(len(one.goals) for one in self.strengths))
        return tuple(
            GoalAnswer(goal, one.agents, judged(goal, one.before, confidence), judged(goal, one.after, confidence))
            for one in self.strengths
            for goal in one.goals
        )

    @property
    def verdict(self) -> str:
        """``met`` where all goals surely hold, ``missed`` where one surely does not, ``open`` otherwise."""
        words = {answer.after.verdict for answer in self.answers}
        return "missed" if "missed" in words else "open" if "open" in words else "met"

    @property
    def is_inside(self) -> bool:
        """Whether the figures of all goals lie inside them, sure or not."""
        figures = [(answer.goal, answer.after.estimate) for answer in self.answers]
        return all(found is not None and goal.distance(found.value) == 0.0 for goal, found in figures)

    @property
    def distance(self) -> Estimate:
        """How far the variant is from the goals, all strengths together."""
        return summed([shortfall(one.goals, one.after) for one in self.strengths])

    @property
    def is_nearer(self) -> bool:
        """Whether the variant is surely nearer to the goals than the game before, all strengths together."""
        before = summed([shortfall(one.goals, one.before) for one in self.strengths])
        return difference_of(before, self.distance).high < 0.0

    @property
    def new_problems(self) -> tuple[str, ...]:
        """What is surely wrong after the edits and was not before, or not so much, whether a goal asks for it or not."""
        # A line would be one of a text without the comment that a written file has at its head.
        return tuple(f"{_LINE.sub('', one.sentence)} (Played by {agents}.)" for one, agents in self.new_findings)

    @property
    def new_findings(self) -> tuple[tuple[Finding, str], ...]:
        """The same as findings, each with the agents whose matches show it."""
        data: dict[tuple[str, str], tuple[Finding, str]] = {}
        for one in self.strengths:
            known = {(found.kind, found.subject): found for found in one.before.findings}
            for found in one.after.findings:
                key = (found.kind, found.subject)
                if not declared_finding(found.kind).is_caveat and (key not in known or surely_worse(known[key], found)):
                    data.setdefault(key, (found, one.agents))
        return tuple(data.values())

    def as_data(self) -> dict[str, Any]:
        """The confirmation as plain values."""
        return {
            "new_troubles": list(self.new_problems),
            "matches": self.matches,
            "verdict": self.verdict,
            "goals": [answer.as_data() for answer in self.answers],
        }


def surely_worse(before: Finding, after: Finding) -> bool:
    """Whether the same fault has grown: its effect lies further out, and no value is in both intervals."""
    if before.low is None or before.high is None or after.low is None or after.high is None:
        return False
    apart = after.low > before.high or after.high < before.low
    return apart and abs(after.effect) > abs(before.effect)


def share_of(place: int, wanted: int = 1) -> float:
    """The part of all error that the variant at a place, from 0 on, may make, where so many variants are wanted.

    Each that is wanted has an error of its own, so that the places go round. The shares of one sum up to 1, however many
    variants are tried.
    """
    turn = place // wanted
    return 0.5 ** max(0, turn + 1 - TRIES) / (TRIES + 1)


class Confirming:
    """Plays fresh matches of variants, and those of the game they came from once for all of them."""

    def __init__(
        self,
        match_runner: MatchRunner,
        parent: Variant,
        goals: Sequence[Goal],
        agents: Sequence[str],
        seed: int,
    ):
        self._match_runner, self._parent = match_runner, parent
        self._seed = derived_seed(seed, "fresh")
        # Goals that name their agents are about these; the others hold at each of the strengths.
        self._wanted: dict[str, tuple[Goal, ...]] = {}
        for spec in agents:
            self._wanted |= goals_by_agents(goals, spec)

    def confirmed(self, variant: Variant, matches: int, budget: Budget, share: float = 1.0) -> Confirmation | None:
        """Up to so many fresh matches of both games, as many as the time allows; None where it allows none."""
        series = [Series(one, spec, self._seed) for spec in self._wanted for one in (self._parent, variant)]
        done = 0
        while done < matches and not (done and budget.is_late):
            wanted = min(done + PORTION, matches)
            try:
                self._match_runner.play([(one, wanted) for one in series], budget)
            except OutOfTime:
                break
            done = wanted
        return self._of(variant, done, share) if done else None

    def _of(self, variant: Variant, matches: int, share: float) -> Confirmation:
        def run(one: Variant, spec: str) -> Run:
            return self._match_runner.run(Series(one, spec, self._seed), matches)

        return Confirmation(
            variant,
            tuple(
                StrengthRuns(spec, goals, run(self._parent, spec), run(variant, spec))
                for spec, goals in self._wanted.items()
            ),
            share,
        )
