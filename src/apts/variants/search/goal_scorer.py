"""Variants against goals: each is played by the agents that its goals are about, and stands so far from all of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from apts.agents.agent import derived_seed
from apts.playtest.evidence.sentences import Message, Phrases
from apts.playtest.goals import Goal, shortfall
from apts.playtest.goals.judging import ranked_figures, shortfall_of
from apts.playtest.metrics import declared
from apts.playtest.run import Run
from apts.statistics import Estimate
from apts.statistics.estimate import student_quantile
from apts.statistics.response_curve import ResponsePoint, response
from apts.variants.search.match_runner import Budget, MatchRunner, Series
from apts.variants.search.number_curves import NumberCurves
from apts.variants.structure.edit_size import EditSizes, is_foreign
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


FiguresOfGoals = Mapping[Goal, Mapping[str, Estimate]]
"""The figures of each goal by what they are called."""


def _response(
    goal: Goal, label: str, at: int, own: Estimate, known: Mapping[int, FiguresOfGoals], confidence: float
) -> Estimate:
    """A figure at a value of a number, with what the other values show."""
    points = [
        ResponsePoint(value, figures[goal][label])
        for value, figures in known.items()
        if goal in figures and label in figures[goal]
    ]
    return response(points, at, confidence).clipped(goal.scale.low, goal.scale.high) if points else own


class GoalScorer:
    """Where variants race for goals: match n of every variant has the same seed.

    ``limit`` is the most turns of a match of any variant but the game they came from (``parent``, its key): variants whose
    matches drag on would take all the time that the others need.
    """

    def __init__(self, match_runner: MatchRunner, goals: Sequence[Goal], agents: str, seed: int):
        self.match_runner, self.goals, self.agents, self.seed = match_runner, tuple(goals), agents, seed
        self._wanted = goals_by_agents(goals, agents)
        self._order: dict[str, tuple[float, ...]] = {}
        self.sizes = EditSizes()
        self._curves = NumberCurves()
        self._known: dict[tuple[str, str, int], FiguresOfGoals] = {}
        self.limit: int | None = None
        self.parent = ""

    def play(self, candidates: Sequence[Variant], matches: int, budget: Budget) -> None:
        """Let each variant have so many matches at every strength that goals are about."""
        self._curves.know(candidates)
        self.match_runner.play(
            [(self._series(variant, spec), matches) for variant in candidates for spec in self._wanted], budget
        )

    def standing(self, candidate: Variant, confidence: float = 0.95) -> Estimate:
        """How far a variant is from its goals; the values of one number share what their matches show."""
        siblings = self._curves.siblings(candidate)
        if not siblings:
            return summed([_shortfall(goals, run, confidence) for goals, run in self._held(candidate)])
        return summed(
            [self._shared(candidate, siblings, spec, goals, confidence) for spec, goals in self._wanted.items()]
        )

    def _shared(
        self, candidate: Variant, siblings: Mapping[int, Variant], spec: str, goals: Sequence[Goal], confidence: float
    ) -> Estimate:
        run = self.match_runner.run(self._series(candidate, spec))
        if run.evidence.n < len(run.matches):
            return _shortfall(goals, run, confidence)
        at = next(value for value, one in siblings.items() if one.key == candidate.key)
        known = {value: self._figures(one, spec, goals) for value, one in siblings.items()}
        figures = {
            goal: [
                (label, _response(goal, label, at, own, known, confidence))
                for label, own in known[at].get(goal, {}).items()
            ]
            for goal in goals
        }
        return shortfall_of(figures, run.evidence.n, confidence)

    def _figures(self, variant: Variant, spec: str, goals: Sequence[Goal]) -> FiguresOfGoals:
        """The figures of a variant, worked out once for as many matches as it has; none where a match failed."""
        series = self._series(variant, spec)
        key = (variant.key, spec, self.match_runner.played(series))
        if key not in self._known:
            run = self.match_runner.run(series)
            whole = 0 < run.evidence.n == len(run.matches)
            self._known[key] = {goal: dict(ranked_figures(goal, run)) for goal in goals} if whole else {}
        return self._known[key]

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
        """Fewer edits first, those from other games after others, then the smaller ones, then the order they came up in."""
        if candidate.key not in self._order:
            grafts = sum(map(is_foreign, candidate.edits))
            size = self.sizes.variant(candidate)
            self._order[candidate.key] = (candidate.size + 0.5 * grafts, size, len(self._order))
        return self._order[candidate.key]

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
        self._curves.forget(variant)
        for spec in self._wanted:
            self.match_runner.forget(self._series(variant, spec))

    def _held(self, variant: Variant) -> list[tuple[tuple[Goal, ...], Run]]:
        return [(goals, self.match_runner.run(self._series(variant, spec))) for spec, goals in self._wanted.items()]

    def _series(self, variant: Variant, spec: str) -> Series:
        return Series(variant, spec, self._seed(spec), None if variant.key == self.parent else self.limit)

    def _seed(self, spec: str) -> int:
        """Every strength has dice of its own; those of the search are the seed that was asked for."""
        return self.seed if spec == self.agents else derived_seed(self.seed, "strength", spec)

    @property
    def seeds(self) -> frozenset[tuple[str, int]]:
        """The players with the seeds of their matches."""
        return frozenset((spec, self._seed(spec)) for spec in self._wanted)


# ----------------------------------------------------------------------------------------------------------------
# What is said of a search while it goes on, and of its result, apart from the figures.

TEXTS = {
    "improve/inside": "{game} is inside its goals as it is ({count} matches by {agents}); nothing was changed.",
    "improve/inside-for-one": (
        "{game} is inside its goals as it is when {agents} plays, but not when {second} does ({count} matches each); "
        "nothing was changed. Search with --agents {second}."
    ),
    "improve/nothing": "No variant was found that is surely nearer to the goals than {game} as it is.",
    "improve/too-small": (
        "The budget was too small to play any variant of {game}: nothing is known. Give more minutes or matches."
    ),
    "improve/inside-open": (
        "{game} is inside its goals as it is, as far as {count} fresh matches at each of {strengths} strengths show; "
        "nothing was changed."
    ),
    "improve/inside-met": (
        "{game} is inside its goals as it is: {count} fresh matches at each of {strengths} strengths confirm it; nothing "
        "was changed."
    ),
    "improve/plan": (
        "to be sure of these goals takes up to {needed} fresh matches of a variant by each of {strengths}; fewer where they "
        "decide sooner"
    ),
    "improve/plan-short": (
        "to be sure of these goals would take {needed} fresh matches of a variant by each of {strengths}; with at most "
        "{most} it can stay open"
    ),
    "improve/plan-never": "no number of matches can show that all of these goals hold, only that one does not",
    "improve/fresh": "fresh matches",
    "improve/drifts": (
        "A variant with {edits} is inside its goals for the players that were tried, but stronger players would leave "
        "them: a figure moves towards a limit."
    ),
    "improve/proved": (
        "A variant with {edits} is inside its goals for the players that were tried, but not with best play: seat {seat} "
        "wins, as the solver has proved."
    ),
    "improve/met": "A variant with {edits} brings the game inside its goals: fresh matches confirm it.",
    "improve/open": (
        "A variant with {edits} was the best; fresh matches neither confirm nor refute that all goals are met."
    ),
    "improve/missed": (
        "A variant with {edits} was the best that was found, but fresh matches show that a goal is still missed."
    ),
    "improve/unconfirmed": "A variant with {edits} was the best so far; no fresh matches were played yet.",
    "improve/edit": "1 edit",
    "improve/edits": "{count} edits",
    "improve/as-it-is": "the game as it is",
    "improve/left": "{round}: {left} of {count} variants left after {matches} matches each",
    "improve/finals": "finals",
    "improve/sampled": "{count} variants sampled",
    "improve/kinds": "{kinds} kinds of games among {count} variants",
}

message = Phrases(TEXTS)


def size_message(edits: int) -> Message:
    """How many edits there are."""
    return message("improve/edit") if edits == 1 else message("improve/edits", count=edits)


def left_message(turn: Message, left: int, count: int, matches: int) -> Message:
    """How many variants a round has left."""
    return message("improve/left", round=turn, left=left, count=count, matches=matches)


# ----------------------------------------------------------------------------------------------------------------
# What is taken for granted in a search: that matches are won as before, where no goal speaks of it.
#
# A game in which everything is drawn is fair, and mostly one edit away; nobody who asks for fair seats wants it.

WON = "completion"
"""The metric of the goal that is taken for granted."""

LEAST_WON = 0.5
"""The share of matches with a winner that a game which surely has it is to keep."""

PARTS = ("wins", "draws", "losses")
"""Parts of a seat's score that speak of it too."""


def implied_goals(goals: Sequence[Goal], runs: Mapping[str, Run], agents: str) -> tuple[Goal, ...]:
    """The goals that a search adds to those that were asked for; ``runs`` are of the game as it is, by who played.

    They are about the players that play anyway: those of the search, or else those of the first goal. What the game does
    not have as it is, for players of either strength, is not asked of its variants.
    """
    if any(_speaks_of_winners(goal) for goal in goals):
        return ()
    level = None if any(goal.level is None for goal in goals) else goals[0].level
    run = runs[level or agents]
    won = run.metrics[WON]
    if len(run.manifest.agents) < 2 or won.low is None or won.low <= LEAST_WON:
        return ()
    return (Goal(WON, low=LEAST_WON, level=level, name="most matches have a winner"),)


def _speaks_of_winners(goal: Goal) -> bool:
    """Whether a goal is about matches with a winner, or about some that have none."""
    return WON in (goal.metric, declared(goal.metric).excludes) or goal.part.endswith(PARTS)


# ----------------------------------------------------------------------------------------------------------------
# The aggregate of a run with an interval: groups of matches are left out in turn.
#
# The delete-a-group jackknife (P. S. Kott, "The delete-a-group jackknife", Journal of Official Statistics 17,
# 2001). Sums of metrics have no interval of their own, and their terms go together in every way. It holds for
# smooth figures of some hundred matches; with few matches it is rough.

GROUPS = 20


def aggregate_interval(run: Run, name: str, confidence: float = 0.95) -> Estimate:
    """The value of a metric over a run, with an interval from leaving out a part of the matches at a time."""
    whole = run.metrics[name].value
    n = run.evidence.n
    if whole is None:
        return Estimate(math.nan, -math.inf, math.inf, n, confidence)
    groups = min(GROUPS, n)
    if groups < 2:
        return Estimate(whole, -math.inf, math.inf, n, confidence)
    values = [_without(run, name, group, groups) for group in range(groups)]
    known = [value for value in values if value is not None]
    variance = (groups - 1) / groups * sum((value - whole) ** 2 for value in known)
    reach = student_quantile(confidence, groups - 1) * math.sqrt(variance)
    return Estimate(whole, whole - reach, whole + reach, n, confidence)


def _without(run: Run, name: str, group: int, groups: int) -> float | None:
    kept = [match for place, match in enumerate(run.matches) if place % groups != group]
    return Run(run.manifest, kept, run.game, goals=run.goals).metrics[name].value
