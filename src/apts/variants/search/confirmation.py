"""Fresh matches: what was chosen is played again from seeds that chose nothing, beside the game it came from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from apts.agents.agent import derived_seed
from apts.playtest.comparing.changes import difference_of
from apts.playtest.findings import Finding, declared_finding
from apts.playtest.goals import Goal, GoalJudgement, judged, shortfall
from apts.playtest.run import Run
from apts.statistics import Estimate
from apts.variants.search.best_play import BestPlay, best_play
from apts.variants.search.drift import Drift, drifts
from apts.variants.search.fresh_plan import LEVEL, FreshPlan
from apts.variants.search.goal_scorer import goals_by_agents, summed
from apts.variants.search.improve_request import FRESH
from apts.variants.search.match_runner import Budget, MatchRunner, OutOfTime, Series
from apts.variants.variant import Variant

PORTION = 50
"""Matches of each run that are played before the clock is looked at again."""

_LINE = re.compile(r" on line \d+")


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
    """The runs of both games by the same agents, and the goals that are about these.

    ``budget`` are the iterations or nodes that the agents spend on a turn, where they are measured so and the strength is
    one of a ladder.
    """

    agents: str
    goals: tuple[Goal, ...]
    before: Run
    after: Run
    budget: float | None = None


@dataclass(frozen=True)
class Confirmation:
    """A variant held against the goals in fresh matches, at every strength that was asked for.

    ``share`` is the part of all error that this one may make: where several variants are held against the goals, and where
    one looks several times, each has to be surer. ``best_play`` is what the exact solver has proved of it.
    """

    variant: Variant
    strengths: tuple[StrengthRuns, ...]
    share: float = 1.0
    best_play: BestPlay | None = None

    @property
    def matches(self) -> int:
        """Fresh matches of each run."""
        return min((len(one.after.matches) for one in self.strengths), default=0)

    @cached_property
    def answers(self) -> tuple[GoalAnswer, ...]:
        """Every goal at every strength.

        That all are met is said wrongly at most one time in twenty, in all the tries: where one is not met, its own answer
        is wrong at most so often, whatever the others are (R. L. Berger, "Multiparameter hypothesis testing and acceptance
        sampling", Technometrics 24, 1982); and as it is missed on one side only, the interval leaves out so much on each.
        That any is missed takes surer answers, the more of them there are.
        """
        error = LEVEL * self.share
        count = max(1, sum(len(one.goals) for one in self.strengths))

        def answer(goal: Goal, run: Run) -> GoalJudgement:
            found = judged(goal, run, 1.0 - 2.0 * error)
            return found if found.verdict != "missed" else judged(goal, run, 1.0 - error / count)

        return tuple(
            GoalAnswer(goal, one.agents, answer(goal, one.before), answer(goal, one.after))
            for one in self.strengths
            for goal in one.goals
        )

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals, each once."""
        return tuple(dict.fromkeys(goal for one in self.strengths for goal in one.goals))

    @cached_property
    def drifts(self) -> tuple[Drift, ...]:
        """How the figures of the goals go with the strength of the players."""
        runs = {one.budget: one.after for one in self.strengths if one.budget is not None}
        return drifts(self.goals, {budget: run for budget, run in runs.items() if budget})

    @property
    def leading_out(self) -> tuple[Drift, ...]:
        """The figures that stronger players than those that played would take out of the goals, as far as one can tell."""
        return tuple(one for one in self.drifts if one.refuses)

    @property
    def contradicted(self) -> tuple[Goal, ...]:
        """The goals that do not hold with best play, as the solver has proved."""
        return () if self.best_play is None else tuple(goal for goal in self.goals if self.best_play.contradicts(goal))

    @property
    def verdict(self) -> str:
        """``met`` where all goals surely hold and stay so, ``missed`` where one surely does not, ``open`` otherwise.

        Goals that are met at all strengths that played are open all the same where a figure leads out of them with stronger
        players, or where best play is proved to be another.
        """
        words = {answer.after.verdict for answer in self.answers}
        if "missed" in words:
            return "missed"
        return "open" if "open" in words or self.leading_out or self.contradicted else "met"

    @property
    def is_hopeless(self) -> bool:
        """Whether more matches would hardly change that it is not confirmed."""
        return bool(self.contradicted) or any(one.refuses and one.surely_leads_out for one in self.drifts)

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
            "strengths": [one.as_data() for one in self.drifts],
            "best_play": None if self.best_play is None else self.best_play.as_data(),
        }


def surely_worse(before: Finding, after: Finding) -> bool:
    """Whether the same fault has grown: its effect lies further out, and no value is in both intervals."""
    if before.low is None or before.high is None or after.low is None or after.high is None:
        return False
    apart = after.low > before.high or after.high < before.low
    return apart and abs(after.effect) > abs(before.effect)


def share_of(place: int, wanted: int = 1) -> float:
    """The part of all error that the variant at a place, from 0 on, may make, where so many variants are wanted.

    The first may make half of it, each further one half as much as the one before. Each that is wanted has an error of its
    own, so that the places go round. The shares of one sum up to 1, however many variants are tried.
    """
    return 0.5 ** (place // wanted + 1)


class Confirming:
    """Plays fresh matches of variants until they are decided, and those of the game they came from beside them.

    ``budgets`` are those of the strengths of the plan, None of such as are not measured in iterations or nodes. Every
    strength has dice of its own.
    """

    def __init__(
        self,
        match_runner: MatchRunner,
        parent: Variant,
        goals: Sequence[Goal],
        plan: FreshPlan,
        budgets: Sequence[float | None],
        seed: int,
    ):
        self._match_runner, self._parent, self._plan = match_runner, parent, plan
        self._seed = derived_seed(seed, "fresh")
        self._budgets = dict(zip(plan.strengths, budgets, strict=True))
        # Goals that name their agents are about these; the others hold at each of the strengths.
        self._wanted: dict[str, tuple[Goal, ...]] = {}
        for spec in plan.strengths:
            self._wanted |= goals_by_agents(goals, spec)

    def confirmed(self, variant: Variant, budget: Budget, share: float = 1.0) -> Confirmation | None:
        """Fresh matches until the goals are decided, or all that were planned, or as many as the time allows.

        One looks a few times, at numbers that were fixed before; where the time ends a round, its matches have that look.
        None where there was no time for any.
        """
        proof = best_play(self._match_runner.game(variant))
        found, done = None, 0
        for look in self._plan.looks:
            before, done = done, self._played(variant, done, look.units, budget)
            if done > before or found is None:
                found = self._of(variant, done, share * look.share, proof) if done else None
            if found is None or done < look.units or found.verdict != "open" or found.is_hopeless:
                break
        return found

    def _played(self, variant: Variant, done: int, wanted: int, budget: Budget) -> int:
        """Play up to so many matches at every strength; returns how many there are."""
        while done < wanted and not (done and budget.is_late):
            portion = min(done + PORTION, wanted)
            try:
                self._match_runner.play(
                    [
                        (self._series(one, spec), most)
                        for spec in self._wanted
                        for one, most in self._sides(variant, portion)
                    ],
                    budget,
                )
            except OutOfTime:
                break
            done = portion
        return done

    def _sides(self, variant: Variant, matches: int) -> list[tuple[Variant, int]]:
        """Both games with their matches; of the game as it is, whose fault is known, no more than usual."""
        if variant.key == self._parent.key:
            return [(variant, matches)]
        return [(self._parent, min(matches, FRESH)), (variant, matches)]

    def _series(self, variant: Variant, spec: str) -> Series:
        return Series(variant, spec, derived_seed(self._seed, spec))

    def _of(self, variant: Variant, matches: int, share: float, proof: BestPlay | None) -> Confirmation:
        def run(one: Variant, spec: str) -> Run:
            most = matches if one.key == variant.key else min(matches, FRESH)
            return self._match_runner.run(self._series(one, spec), most)

        return Confirmation(
            variant,
            tuple(
                StrengthRuns(spec, goals, run(self._parent, spec), run(variant, spec), self._budgets.get(spec))
                for spec, goals in self._wanted.items()
            ),
            share,
            proof,
        )
