"""The figures of goals as values that come match by match, and intervals of them that hold whenever one looks.

Means of bounded values have ``SequentialMean``, whose promise is exact; balance is made of the differences between seats,
which are such means. Lengths, which keep far below the turn limit, have ``anytime_bounded_mean``, their median and deciles
``anytime_quantile``. Of other figures there is no stream.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.goals.figures import DRAWS
from apts.playtest.goals.goal import Goal
from apts.playtest.goals.opening_scores import against_others, crowds_out, nothing_known, smaller
from apts.playtest.goals.per_match import PER_MATCH, bounds_of
from apts.playtest.metrics.endings import QUANTILES
from apts.playtest.metrics.openings import first_choices, opening_list
from apts.playtest.metrics.usage import known_kinds
from apts.statistics import (
    Estimate,
    SequentialMean,
    anytime_bounded_mean,
    anytime_quantile,
    bounded_mean,
    quantile_interval,
    unit_means,
)

FAR_BOUNDED = frozenset({"length", "minutes", "branching"})
"""Means whose values keep far below the bound that they could reach."""


@dataclass(frozen=True)
class Stream:
    """Values of independent units in their order, with the bounds that they cannot leave.

    ``far`` says that a bound may be many times what values come to.
    """

    values: Numbers
    bounds: tuple[float, float] = (0.0, 1.0)
    mean: float | None = None
    """The mean of the matches, where it is not that of the units: matches of some may have failed."""
    far: bool = False

    @classmethod
    def of(
        cls, evidence: Evidence, values: Numbers, bounds: tuple[float, float] = (0.0, 1.0), *, far: bool = False
    ) -> Stream:
        """One value a match, by groups where matches come in groups; what a group is must not depend on later ones."""
        return cls(unit_means(values, evidence.units), bounds, float(values.mean()) if len(values) else None, far)

    def estimate(self, confidence: float) -> Estimate:
        """The mean with an interval that holds at all looks together."""
        found = self._of_units(confidence)
        return found if self.mean is None else replace(found, value=min(max(self.mean, found.low), found.high))

    def _of_units(self, confidence: float) -> Estimate:
        if self.far:
            return anytime_bounded_mean(self.values, self.bounds, confidence)
        mean = SequentialMean(self.bounds, confidence)
        mean.extend(self.values)
        return mean.estimate


def anytime_estimate(goal: Goal, label: str, evidence: Evidence, confidence: float) -> Estimate | None:
    """A figure of a goal with an interval that holds at all looks together; None where there is no such method."""
    if goal.metric == "balance" and not goal.part and len(evidence.sides) > 1:
        return _balance(evidence, confidence)
    share = quantile_of(goal, label)
    if share is not None:
        lengths, bounds = _lengths(goal.metric, evidence)
        return anytime_quantile(lengths, share, confidence, bounds, evidence.units)
    if goal.metric == "openings" and goal.each and label.endswith(" score"):
        return _opening_by_itself(goal, label, evidence, confidence)
    found = stream_of(goal, label, evidence)
    return None if found is None or not len(found.values) else found.estimate(confidence)


def fixed_estimate(goal: Goal, label: str, evidence: Evidence, confidence: float) -> Estimate | None:
    """A figure of lengths with its interval for a number of matches that was given beforehand; None for other figures.

    Their intervals have another shape at another confidence, so that widening those of 95 % would not do.
    """
    if goal.metric not in FAR_BOUNDED:
        return None
    share = quantile_of(goal, label)
    if share is not None:
        lengths, bounds = _lengths(goal.metric, evidence)
        return quantile_interval(lengths, share, confidence, bounds, evidence.units)
    found = _whole(goal.metric, evidence)
    if found is None or not len(found.values):
        return None
    values = evidence.by_units(np.asarray(PER_MATCH[goal.metric](evidence)))
    return bounded_mean(values, confidence, found.bounds, evidence.completeness)


def quantile_of(goal: Goal, label: str) -> float | None:
    """The share of matches that a median or decile stands for; None where a figure is none."""
    return QUANTILES.get(label.removeprefix(f"{goal.metric}[").removesuffix("]")) if goal.part else None


def _lengths(name: str, evidence: Evidence) -> tuple[Numbers, tuple[float, float]]:
    values = PER_MATCH[name](evidence)
    assert values is not None
    return values, bounds_of(name, evidence)


def stream_of(goal: Goal, label: str, evidence: Evidence) -> Stream | None:
    """The values behind a figure, one a unit; None where it is no mean of them."""
    read = _INSIDE.get(goal.metric)
    if read is not None and (goal.part or goal.each):
        inner = label.removeprefix(f"{goal.metric}[").removesuffix("]") if not goal.each else label
        return read(inner, evidence)
    return _whole(goal.metric, evidence)


def _whole(name: str, evidence: Evidence) -> Stream | None:
    if name == "drawishness":
        drawn = (evidence.utilities == 0.0).all(axis=1)
        return Stream(drawn[evidence.finished].astype(np.float64))
    measure = PER_MATCH.get(name)
    values = None if measure is None else measure(evidence)
    if values is None or not np.isfinite(values).all():
        return None
    if name == "advantage":
        return Stream.of(evidence, values - 0.5, (-0.5, 0.5))
    return Stream.of(evidence, values, bounds_of(name, evidence), far=name in FAR_BOUNDED)


def _balance(evidence: Evidence, confidence: float) -> Estimate:
    """1 less the largest difference between the means of two seats, from intervals that hold for all pairs together."""
    columns = list(evidence.side_scores.T)
    pairs = list(combinations(range(len(columns)), 2))
    each = 1.0 - (1.0 - confidence) / len(pairs)
    found = [Stream.of(evidence, columns[a] - columns[b], (-1.0, 1.0)).estimate(each) for a, b in pairs]
    largest = max(abs(one.value) for one in found)
    least = max(max(one.low, -one.high, 0.0) for one in found)
    most = max(max(abs(one.low), abs(one.high)) for one in found)
    return Estimate(1.0 - largest, 1.0 - min(1.0, most), 1.0 - least, found[0].n, confidence)


def _seat(label: str, evidence: Evidence) -> Stream:
    """``seat 2 score``, ``seat 1 wins`` and the like; ``draws`` are those of all seats."""
    _, number, word = ("seat", "1", DRAWS) if label == DRAWS else label.split()
    seat = int(number) - 1
    columns: dict[str, Callable[[], Numbers]] = {
        "score": lambda: evidence.scores[:, seat],
        "wins": lambda: evidence.firsts[:, seat].astype(np.float64),
        "losses": lambda: (evidence.utilities[:, seat] < 0.0).astype(np.float64),
        DRAWS: lambda: ((evidence.utilities == 0.0).all(axis=1) & evidence.finished).astype(np.float64),
    }
    return Stream.of(evidence, np.asarray(columns[word]()))


def _end(label: str, evidence: Evidence) -> Stream:
    flags = [_reason(match.outcome, match.status) == label for match in evidence.matches]
    return Stream.of(evidence, np.array(flags, dtype=np.float64))


def _reason(outcome: object, status: str) -> str:
    reason, line = getattr(outcome, "reason", ""), getattr(outcome, "line", None)
    return str(reason).removesuffix(f" (line {line})") if status == "finished" else "turn limit"


def _used(column: str) -> Callable[[str, Evidence], Stream | None]:
    def read(label: str, evidence: Evidence) -> Stream | None:
        if label.endswith(" effect"):
            return None
        names = () if evidence.game is None or column != "targets" else evidence.game.site_names
        thing: object = names.index(label) if label in names else label
        matches = evidence.whole if "pass" in known_kinds(evidence) else evidence.matches
        flags = [thing in match.facts.get(column, ())[: len(match.turns)] for match in matches]
        return Stream.of(evidence, np.array(flags, dtype=np.float64))

    return read


def _opening(label: str, evidence: Evidence) -> Stream | None:
    name = label.removeprefix("opening ")
    found = {opening.name: opening for opening in opening_list(evidence)}
    opening = found.get(name.removesuffix(" score"))
    able = [number for number, choice in zip(evidence.numbers, first_choices(evidence), strict=True) if choice]
    if name.endswith(" score"):
        if opening is None:
            return None
        chosen = set(opening.numbers)
        rows = [row for row, number in enumerate(evidence.numbers) if number in chosen]
        openers = [evidence.whole[row].turns[0].mover - 1 for row in rows]
        return Stream(evidence.scores[rows, openers])
    if opening is not None and opening.possible != len(able):
        return None  # dice leave other first moves in each match
    chosen = set() if opening is None else set(opening.numbers)
    return Stream(np.array([number in chosen for number in able], dtype=np.float64))


def _opening_by_itself(goal: Goal, label: str, evidence: Evidence, confidence: float) -> Estimate | None:
    """The score of an opening, at most a half and what it gains on the others; both hold together."""
    found = stream_of(goal, label, evidence)
    if found is None or not len(found.values):
        return None
    name = label.removeprefix("opening ").removesuffix(" score")
    opening = next(one for one in opening_list(evidence) if one.name == name)
    if crowds_out(opening, evidence):
        return found.estimate(confidence)
    each = 1.0 - (1.0 - confidence) / 2.0
    gains = against_others(opening, evidence)
    gain = Stream(gains, (-0.5, 1.5)).estimate(each) if len(gains) else nothing_known(each)
    return replace(smaller(found.estimate(each), gain), confidence=confidence)


_INSIDE: dict[str, Callable[[str, Evidence], Stream | None]] = {
    "seat-score": _seat,
    "end-reasons": _end,
    "piece-use": _used("pieces"),
    "move-use": _used("kinds"),
    "board-use": _used("targets"),
    "openings": _opening,
    **dict.fromkeys(
        ("rule-coverage", "drama", "stakes", "skill-depth", "restricted-play", "stress"), lambda label, evidence: None
    ),
}
