"""The figures of goals as values that come match by match, and intervals of them that hold whenever one looks.

Means of bounded values have ``SequentialMean``, whose promise is exact; balance is made of the differences between seats,
which are such means. Lengths, which keep far below the turn limit, have ``anytime_bounded_mean``, their median and deciles
``anytime_quantile``. Of other figures there is no stream. A metric declares which of these it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from apts.errors import AptsError
from apts.playtest.evidence.evidence import Evidence, Goals, Numbers
from apts.playtest.goals.goal import SEEN, Goal, family_size
from apts.playtest.metrics import declared
from apts.playtest.metrics.metric_registry import TOGETHER
from apts.playtest.metrics.parts import Scale
from apts.playtest.metrics.seats import FAIR
from apts.playtest.metrics.value_streams import MatchValues, Stream
from apts.statistics import Estimate, anytime_quantile, bounded_mean, quantile_interval

if TYPE_CHECKING:
    from apts.playtest.run import Run


def anytime_estimate(goal: Goal, label: str, evidence: Evidence, confidence: float) -> Estimate | None:
    """A figure of a goal with an interval that holds at all looks together; None where there is no such method."""
    about = declared(goal.metric)
    if about.anytime is not None and not goal.part and not goal.each:
        found = about.anytime(evidence, confidence)
        if found is not None:
            return found
    share = quantile_of(goal, label)
    if share is not None and about.of_match is not None:
        lengths, bounds = _bounded(about.of_match, evidence)
        return anytime_quantile(lengths, share, confidence, bounds, evidence.units)
    if goal.each:
        return about.parts.anytime_of_each(label, evidence, confidence)
    stream = stream_of(goal, label, evidence)
    return None if stream is None or not len(stream.values) else stream.estimate(confidence)


def fixed_estimate(goal: Goal, label: str, evidence: Evidence, confidence: float) -> Estimate | None:
    """A figure of lengths with its interval for a number of matches that was given beforehand; None for other figures.

    Their intervals have another shape at another confidence, so that widening those of 95 % would not do.
    """
    of_match = declared(goal.metric).of_match
    if of_match is None or not of_match.far:
        return None
    share = quantile_of(goal, label)
    if share is not None:
        lengths, bounds = _bounded(of_match, evidence)
        return quantile_interval(lengths, share, confidence, bounds, evidence.units)
    found = _whole(of_match, evidence)
    if found is None or not len(found.values):
        return None
    values = evidence.by_units(np.asarray(of_match.values(evidence)))
    return bounded_mean(values, confidence, found.bounds, evidence.completeness)


def quantile_of(goal: Goal, label: str) -> float | None:
    """The share of matches that a median or decile stands for; None where a figure is none."""
    quantiles = declared(goal.metric).parts.quantiles
    return quantiles.get(label.removeprefix(f"{goal.metric}[").removesuffix("]")) if goal.part else None


def _bounded(of_match: MatchValues, evidence: Evidence) -> tuple[Numbers, tuple[float, float]]:
    values = of_match.values(evidence)
    assert values is not None
    return values, of_match.bounds(evidence)


def stream_of(goal: Goal, label: str, evidence: Evidence) -> Stream | None:
    """The values behind a figure, one a unit; None where it is no mean of them."""
    about = declared(goal.metric)
    if goal.each:
        return about.parts.stream(label, evidence)
    if goal.part:
        return about.parts.stream(label.removeprefix(f"{goal.metric}[").removesuffix("]"), evidence)
    return None if about.of_match is None else _whole(about.of_match, evidence)


def _whole(of_match: MatchValues, evidence: Evidence) -> Stream | None:
    values = of_match.values(evidence)
    if values is not None and of_match.counted is not None:
        return Stream(values[of_match.counted(evidence)])
    if values is None or not np.isfinite(values).all():
        return None
    low, high = of_match.bounds(evidence)
    bounds = (low + of_match.offset, high + of_match.offset)
    return Stream.of(evidence, values + of_match.offset, bounds, far=of_match.far)


# ----------------------------------------------------------------------------------------------------------------
# Goals held against a finished run: met, missed or open, and how far all of them together are away.

GoalVerdictWord = Literal["met", "missed", "open"]

LIMIT_WEIGHT = 10.0
"""What a limit that must hold counts in a shortfall, beside wishes that count 1 where nothing is said."""

NO_END = "it is wished higher or lower, which has no end; a comparison of two games tells which is nearer"
NEVER_SHOWN = "no number of matches can show exactly this, only that it is missed"
UNSETTLED = "the matches do not settle it"
UNSEEN = "rare long matches that were not seen could still move the mean; a goal about the median is settled sooner"
NO_MATCHES = "no match was played"
ALONE = "a game for one has no balance between seats"

NEAR, AROUND = 0.01, 0.05
"""How far from an end of the scale, and to each side of a share, goals begin that matches can show."""


@dataclass(frozen=True)
class GoalJudgement:
    """Whether a goal is met, and the figure that decides it: the one furthest from where it is wanted.

    ``figure`` is what it is called, ``estimate`` None where nothing was measured; ``reason`` says why a goal is open.
    ``strengths`` are the verdicts at each strength, the weakest first, where several played.
    """

    goal: Goal
    verdict: GoalVerdictWord
    figure: str = ""
    estimate: Estimate | None = None
    reason: str = ""
    strengths: tuple[GoalVerdictWord, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """The judgement as plain values; an end of an interval that is not known is None."""
        found = self.estimate
        ends = (math.nan, math.nan) if found is None else (found.low, found.high)
        low, high = (end if math.isfinite(end) else None for end in ends)
        return {
            "goal": str(self.goal),
            "name": self.goal.name,
            "why": self.goal.why,
            "weight": self.goal.weight,
            "level": self.goal.level,
            "verdict": self.verdict,
            "figure": self.figure,
            "value": None if found is None else found.value,
            "low": low,
            "high": high,
            "n": 0 if found is None else found.n,
            "confidence": None if found is None else found.confidence,
            "reason": self.reason,
            "strengths": list(self.strengths),
        }


def nothing_counts(run: Run) -> str:
    """Why a run without a match that counts says nothing of any goal."""
    error = run.broken_off
    return NO_MATCHES if error is None else f"every match broke off with an error, the first so: {error}"


def shared_by_all(goal: Goal, run: Run) -> str | None:
    """Why a goal about the scores of all seats says nothing of them; None where it does.

    Where all sometimes win or lose together, the seats of a fair game do not score a half. Of a goal that asks for about a
    half nothing can be said where that alone takes the mean of all seats out of its range.
    """
    evidence = run.evidence
    if not goal.each or not declared(goal.metric).parts.of_seats:
        return None
    if evidence.cooperative:
        return TOGETHER
    if not goal.low <= FAIR <= goal.high:
        return None
    mean = float(evidence.side_scores.mean()) if evidence.together.any() else FAIR
    if goal.low <= mean <= goal.high:
        return None
    won, lost = (float((evidence.together == sign).mean()) for sign in (1, -1))
    share, word = (won, "win") if mean > FAIR else (lost, "lose")
    return (
        f"all players {word} together in {share:.0%} of matches, so that the seats score {mean:.2f} on average; "
        "ask for balance, which compares them with each other"
    )


Interval = Callable[[str, Estimate, float], Estimate]
"""A figure at another confidence, from what it is called and its estimate."""


def judged(goal: Goal, run: Run, confidence: float = 0.95) -> GoalJudgement:
    """Hold a goal against a run.

    It is met when the intervals of all its figures lie inside the range, missed when one of them lies outside (with an
    interval wide enough for the number of figures), open otherwise. So either word is wrong at most with a chance of
    1 - confidence. For a number of matches that was chosen by looking, see :mod:`apts.playtest.goal_check`.
    """
    if not run.evidence.n:
        return GoalJudgement(goal, "open", reason=nothing_counts(run))
    if run.evidence.players == 1 and goal.each and declared(goal.metric).parts.of_seats:
        return GoalJudgement(goal, "open", reason=ALONE)
    shared = shared_by_all(goal, run)
    if shared is not None:
        return GoalJudgement(goal, "open", reason=shared)
    if not goal.fits(run):
        return GoalJudgement(goal, "open", reason=f"it is about {goal.level}, and others played")
    try:
        found = goal.figures(run)
    except AptsError as problem:
        return GoalJudgement(goal, "open", reason=str(problem))
    if not found:
        reason = str(run.metrics[goal.metric].details.get("missing", "nothing was measured that it is about"))
        return GoalJudgement(goal, "open", reason=reason)
    return decided(goal, found, confidence, _widened(goal, run), family_size(goal, run, len(found)))


def _widened(goal: Goal, run: Run) -> Interval:
    """Figures as the run has them, at another confidence; no interval leaves the scale.

    In a run that ended when enough was known, intervals hold at all looks together, where there are such.
    """
    scale = goal.scale

    def widened(label: str, estimate: Estimate, confidence: float) -> Estimate:
        if run.standing is not None:
            found = anytime_estimate(goal, label, run.evidence, confidence)
        else:
            found = fixed_estimate(goal, label, run.evidence, confidence)
        return found or estimate.at(confidence).clipped(scale.low, scale.high)

    return widened


def decided(
    goal: Goal, figures: Iterable[tuple[str, Estimate]], confidence: float, interval: Interval, family: int = 1
) -> GoalJudgement:
    """The verdict that figures give: all inside at the confidence, or one outside at that of all figures together.

    ``family`` is how many figures there may be, where some are seen only later.
    """
    found = tuple(figures)
    own = [(name, interval(name, estimate, confidence)) for name, estimate in found]
    label, worst = max(own, key=lambda entry: _strain(goal, entry[1]))
    if goal.trend is not None:
        return GoalJudgement(goal, "open", label, worst, NO_END)
    together = 1.0 - (1.0 - confidence) / max(family, len(found))
    for name, estimate in found:
        wide = interval(name, estimate, together)
        if wide.high < goal.low or wide.low > goal.high:
            return GoalJudgement(goal, "missed", name, wide)
    if all(_is_inside(goal, estimate) for _, estimate in own):
        return GoalJudgement(goal, "met", label, worst)
    return GoalJudgement(goal, "open", label, worst, _why_open(goal, worst))


def _why_open(goal: Goal, worst: Estimate) -> str:
    if shown_instead(goal) is not None:
        return NEVER_SHOWN
    is_of_mean = bool(declared(goal.metric).parts.quantiles) and not goal.part
    inside = goal.low <= worst.low and worst.value <= goal.high
    return UNSEEN if is_of_mean and inside else UNSETTLED


def shown_instead(goal: Goal) -> Goal | None:
    """A goal near this one that matches can show to be met, where this one cannot be; None where it can.

    A share that is to be exactly something, as ``timeouts at most 0 %``, is never met for sure: whatever was seen in all
    matches so far, the next one may be different, and no interval is a single point.
    """
    scale = goal.scale
    if goal.trend is not None or goal.used or not scale.is_share:
        return None
    low, high = max(goal.low, scale.low), min(goal.high, scale.high)
    if low < high:
        return None
    if low <= scale.low:
        return replace(goal, low=-math.inf, high=scale.low + NEAR)
    if high >= scale.high:
        return replace(goal, low=scale.high - NEAR, high=math.inf)
    return replace(goal, low=max(scale.low, low - AROUND), high=min(scale.high, high + AROUND))


def _strain(goal: Goal, estimate: Estimate) -> tuple[float, ...]:
    """How near a figure is to missing a goal: by its value, by the ends of its interval, by the room that it leaves."""
    ends = max(goal.outside(estimate.low), goal.outside(estimate.high))
    margin = min(estimate.value - goal.low, goal.high - estimate.value)
    return goal.outside(estimate.value), ends, -margin, -estimate.n


def _is_inside(goal: Goal, estimate: Estimate) -> bool:
    if goal.used:  # what happened once can happen
        return estimate.value > 0.0 or estimate.low >= SEEN
    return goal.low <= estimate.low and estimate.high <= goal.high


def judgements(goals: Goals | Iterable[Goal], run: Run, confidence: float = 0.95) -> tuple[GoalJudgement, ...]:
    """Every goal held against a run; all verdicts together are wrong at most with a chance of 1 - confidence."""
    wanted = tuple(goals.wanted if isinstance(goals, Goals) else goals)
    each = 1.0 - (1.0 - confidence) / max(1, len(wanted))
    return tuple(judged(goal, run, each) for goal in wanted)


def shortfall(goals: Goals | Iterable[Goal], run: Run, confidence: float = 0.95) -> Estimate:
    """How far a run is from its goals, from 0 (all figures inside) to 1: the mean of the distances by their weights.

    A goal's distance is that of its worst figure (:meth:`Goal.outside`); limits that must hold weigh ten times as much as a
    wish, goals about other agents than those that played are left out, and what was not measured counts as a whole.
    ``low`` and ``high`` are what the distance is at the best and at the worst ends of all intervals together. Balance
    counts as it was seen: corrected for luck it is 1 for half of all fair games, which could then not be told apart.
    """
    wanted = [goal for goal in (goals.wanted if isinstance(goals, Goals) else goals) if goal.fits(run)]
    return shortfall_of({goal: ranked_figures(goal, run) for goal in wanted}, run.evidence.n, confidence)


def shortfall_of(figures: Mapping[Goal, Sequence[tuple[str, Estimate]]], n: int, confidence: float = 0.95) -> Estimate:
    """The same of the figures of goals, wherever they come from; ``n`` are the matches behind them."""
    total = sum(_weight(goal) for goal in figures)
    value = low = high = 0.0
    for goal, found in figures.items():
        share = _weight(goal) / total
        ends = [_distances(goal, estimate.at(confidence)) for _, estimate in found] or [(1.0, 0.0, 1.0)]
        value += share * max(end[0] for end in ends)
        low += share * max(end[1] for end in ends)
        high += share * max(end[2] for end in ends)
    return Estimate(value, low, high, n, confidence)


def ranked_figures(goal: Goal, run: Run) -> tuple[tuple[str, Estimate], ...]:
    """The figures of a goal, as searches rank them: balance as it was seen."""
    figures, detail = goal.figures(run), declared(goal.metric).ranked_by
    seen = run.metrics[goal.metric].details.get(detail) if detail else None
    return figures if seen is None else tuple((name, replace(found, value=float(seen))) for name, found in figures)


def _weight(goal: Goal) -> float:
    return LIMIT_WEIGHT if goal.weight is None else goal.weight


def _distances(goal: Goal, estimate: Estimate) -> tuple[float, float, float]:
    """The distance of the value, and the least and the most within the interval."""
    ends = goal.outside(estimate.low), goal.outside(estimate.high)
    inside = goal.is_range and estimate.low <= goal.high and goal.low <= estimate.high
    value = goal.outside(estimate.value)
    return value, 0.0 if inside else min(*ends, value), max(*ends, value)


# ----------------------------------------------------------------------------------------------------------------
# Judgements of goals in words, for terminals, pages and reports of continuous integration.

_SIGNS = {"met": "met   ", "missed": "MISSED", "open": "open  "}


def describe_judgement(found: GoalJudgement) -> str:
    """The goal and what decides it, as ``length between 20 and 40: 35.2 turns (33.1 to 37.3, n = 120)``."""
    named = "" if found.goal.subject.startswith(found.figure) else f"{found.figure} "
    figure = "" if found.estimate is None else f"{named}{format_estimate(found.estimate, found.goal.scale)}"
    parts = [part for part in (figure, found.reason) if part]
    return f"{found.goal}: {'; '.join(parts)}" if parts else str(found.goal)


def describe_with_verdict(found: GoalJudgement) -> str:
    """A line that begins with the verdict."""
    return f"{_SIGNS[found.verdict]}  {describe_judgement(found)}"


def format_estimate(estimate: Estimate, scale: Scale) -> str:
    """A figure with its interval and the number of units behind it; shares to a tenth of a percent."""
    unit = f" {scale.unit}" if scale.unit and not scale.is_share else ""
    return f"{_number(estimate.value, scale)}{unit} ({_format_interval(estimate, scale)}, n = {estimate.n:,})"


def _format_interval(estimate: Estimate, scale: Scale) -> str:
    """The interval; an end that is infinite is not known yet."""
    low, high = _number(estimate.low, scale), _number(estimate.high, scale)
    if math.isinf(estimate.low) and math.isinf(estimate.high):
        return "too few matches for an interval"
    if math.isinf(estimate.high):
        return f"at least {low}"
    return f"at most {high}" if math.isinf(estimate.low) else f"{low} to {high}"


def _number(value: float, scale: Scale) -> str:
    return f"{value:.3f}" if scale.is_share else f"{value:.3g}"


# ----------------------------------------------------------------------------------------------------------------
# Looking at goals again and again while matches come, without being fooled by it.
#
# All goals together are judged wrongly at most one time in twenty. Means have intervals that hold at all looks
# together. Other figures (drama, lead changes, uses of rules) are looked at only when the matches have about
# doubled: the k-th of these looks may err with a chance of 1 / (k (k + 1)) of the goal's, and these shares add up
# to one.

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
