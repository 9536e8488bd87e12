"""A figure at several strengths of players: one regression over all matches, and the word that follows from it.

Strength is the logarithm of a search's budget to the base four, so that a step is a fourfold search. Shares and scores
have a logistic line, means a straight one. As all matches of a strength stand at one place, its mean, its variance and its
number of units say all that the matches say.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
import scipy

from apts.statistics.estimate import (
    Estimate,
    Numbers,
    StatisticsError,
    Values,
    checked_confidence,
    normal_quantile,
    numbers,
    student_quantile,
)

BEYOND = 2.0
"""How many steps beyond the strongest players a line is followed."""

_ROUNDS, _STEEPEST, _DIGITS = 50, 30.0, 9


class Word(StrEnum):
    """What the players' strength does to a figure."""

    HOLDS = "holds"
    """The two strongest lie on one side of the neutral value, and nothing points back to it."""
    GROWS = "grows"
    SHRINKS = "shrinks"
    TURNS = "turns"
    """The weakest and the strongest lie on different sides of the neutral value."""
    WEAK_ONLY = "weak-only"
    """Away from the neutral value among the weakest, not among the strongest, with a slope towards it."""
    INSIDE = "inside"
    """All intervals and the continuation lie inside the band."""
    OPEN = "open"


@dataclass(frozen=True)
class StrengthLine:
    """A line through a figure at several strengths, the weakest first.

    ``at`` has the value and interval at each strength, ``slope`` the change with each fourfold search in the figure's own
    unit, and ``beyond`` where the line leads two steps further, which nobody has played.
    """

    at: tuple[Estimate, ...]
    slope: Estimate
    beyond: Estimate

    def within(self, low: float, high: float) -> StrengthLine:
        """The same line, cut to the range that the figure cannot leave."""
        at = tuple(_cut(found, low, high) for found in self.at)
        return StrengthLine(at, self.slope, _cut(self.beyond, low, high))


def _cut(found: Estimate, low: float, high: float) -> Estimate:
    return replace(found, value=min(max(found.value, low), high)).clipped(low, high)


@dataclass(frozen=True)
class _Group:
    """The units of one strength: their mean, the variance of that mean, how many they are."""

    mean: float
    variance: float
    n: int


def line_of_shares(
    groups: Sequence[Values], places: Sequence[float], confidence: float = 0.95, complete: Sequence[float] = ()
) -> StrengthLine:
    """A logistic line through scores or shares; one value from 0 to 1 a unit, units of a strength together.

    The quasi-likelihood for shares of L. E. Papke and J. M. Wooldridge, "Econometric methods for fractional response
    variables", Journal of Applied Econometrics 11 (1996), with variances from the spread of the units ("sandwich", so
    that draws and pairs need no model of their own) and Satterthwaite's degrees of freedom. To each strength half a unit
    of 0 and half a unit of 1 are added (J. B. S. Haldane, Annals of Human Genetics 20, 1956), so that a strength at which
    all units are alike has a spread. With three strengths and more, intervals are widened by the square root of how
    much worse than by chance the strengths fit the line (R. T. Birge, Physical Review 40, 1932).

    ``complete`` is the completeness of the units of each strength (``unit_values``). Not valid for fewer than about eight
    units a strength, nor for numbers of units that were chosen by looking.
    """
    known = [_of_shares(values, _part(complete, number)) for number, values in enumerate(groups)]
    return _logistic(known, _checked(places, len(known)), checked_confidence(confidence))


def line_of_means(
    groups: Sequence[Values], places: Sequence[float], confidence: float = 0.95, complete: Sequence[float] = ()
) -> StrengthLine:
    """A straight line through means, by least squares over all units, its variances from the spread of the units.

    H. White, "A heteroskedasticity-consistent covariance matrix estimator", Econometrica 48 (1980); widened as the line
    of shares is. Not valid for values of which rare ones are far away, such as lengths: take their medians
    (``line_of_estimates``).
    """
    known = []
    for number, values in enumerate(groups):
        array = numbers(values, 2, "A line through means")
        known.append(_Group(float(array.mean()), float(array.var(ddof=1)) / (len(array) * _part(complete, number) ** 2),
                            len(array)))  # fmt: skip
    return _straight(known, _checked(places, len(known)), checked_confidence(confidence), by_units=True)


def line_of_estimates(estimates: Sequence[Estimate], places: Sequence[float], confidence: float = 0.95) -> StrengthLine:
    """A straight line through figures that are no means of units, such as medians, weighted by their intervals.

    Standard errors are read off the intervals, so it is as good as these are symmetrical.
    """
    known = []
    for found in estimates:
        if not math.isfinite(found.high - found.low):
            raise StatisticsError("A line through estimates needs intervals with two ends.")
        error = found.half_width / normal_quantile(found.confidence)
        known.append(_Group(found.value, error**2, max(2, found.n)))
    return _straight(known, _checked(places, len(known)), checked_confidence(confidence), by_units=False)


def strength_word(line: StrengthLine, neutral: float | None = None, band: tuple[float, float] | None = None) -> Word:
    """What strength does to a figure; ``neutral`` is the value at which it says nothing, ``band`` where it is wanted.

    Where nothing changes with strength a wrong word comes up at most one time in twenty, for a line of 95 % through three
    strengths, whose intervals are widened, and for one of 97.5 % through two.
    """
    first, before, last = line.at[0], line.at[-2], line.at[-1]
    rises, falls = line.slope.low > 0.0, line.slope.high < 0.0
    if neutral is not None:
        sides = [_side(found, neutral) for found in (first, before, last)]
        if sides[0] * sides[2] < 0:
            return Word.TURNS
        towards = (rises and sides[0] < 0) or (falls and sides[0] > 0)
        if sides[0] != 0 and sides[2] == 0 and towards:
            return Word.WEAK_ONLY
    if rises or falls:
        return Word.GROWS if rises else Word.SHRINKS
    if neutral is not None and sides[2] != 0 and sides[1] == sides[2]:
        return Word.HOLDS
    if band is not None and all(band[0] <= one.low and one.high <= band[1] for one in (*line.at, line.beyond)):
        return Word.INSIDE
    return Word.OPEN


def _side(found: Estimate, neutral: float) -> int:
    return (found.low > neutral) - (found.high < neutral)


def _part(complete: Sequence[float], number: int) -> float:
    return complete[number] if complete else 1.0


def _checked(places: Sequence[float], groups: int) -> Numbers:
    array = numbers(places, 2, "A line over strengths")
    if len(array) != groups or (np.diff(array) <= 0.0).any():
        raise StatisticsError("Every strength needs a place of its own, the weakest first.")
    return array


def _of_shares(values: Values, complete: float) -> _Group:
    array = numbers(values, 1, "A line through shares")
    if float(array.min()) < -1e-9 or float(array.max()) > 1.0 + 1e-9:
        raise StatisticsError("Scores and shares lie between 0 and 1.")
    n = len(array)
    mean = (float(array.sum()) + 0.5) / (n + 1.0)
    spread = float(((array - mean) ** 2).sum()) + 0.5 * mean**2 + 0.5 * (1.0 - mean) ** 2
    return _Group(mean, spread / (n * (n + 1.0) * complete**2), n)


@dataclass(frozen=True)
class _Fit:
    """A fitted line on its own scale: level and slope, and how each strength's mean moves them."""

    level: float
    slope: float
    influence: Numbers
    """A row for the level and one for the slope, a column a strength."""
    variances: Numbers
    freedoms: Numbers
    widening: float

    def at(self, place: float, confidence: float) -> tuple[float, float, float]:
        """Value and interval of the line at a place."""
        return self._with_interval(self.level + self.slope * place, np.array([1.0, place]), confidence)

    def steepness(self, confidence: float) -> tuple[float, float, float]:
        """The slope and its interval."""
        return self._with_interval(self.slope, np.array([0.0, 1.0]), confidence)

    def _with_interval(self, value: float, weights: Numbers, confidence: float) -> tuple[float, float, float]:
        parts = (weights @ self.influence) ** 2 * self.variances
        total = float(parts.sum())
        if total <= 0.0:
            value = round(value, _DIGITS)  # all units are alike: what is left is the rounding of sums
            return value, value, value
        freedom = total**2 / float((parts**2 / self.freedoms).sum())
        half = student_quantile(confidence, freedom) * self.widening * math.sqrt(total)
        return value, value - half, value + half


def _fit(
    groups: Sequence[_Group], design: Numbers, line: Numbers, fitted: Numbers, counted: Numbers, slopes: Numbers
) -> _Fit:
    """The fit with the means ``fitted``; ``counted`` is what each strength weighs, ``slopes`` those of the link there."""
    weights = counted * slopes
    influence = np.asarray(np.linalg.solve(design.T @ (weights[:, None] * design), design.T * counted), np.float64)
    variances = np.array([group.variance for group in groups])
    freedoms = np.array([max(1, group.n - 1) for group in groups], dtype=np.float64)
    varied = variances > 0.0
    residuals = np.array([group.mean for group in groups]) - fitted
    spare = len(groups) - 2
    worse = float((residuals[varied] ** 2 / variances[varied]).sum()) / spare if spare > 0 else 1.0
    return _Fit(float(line[0]), float(line[1]), influence, variances, freedoms, math.sqrt(max(1.0, worse)))


def _logistic(groups: Sequence[_Group], places: Numbers, confidence: float) -> StrengthLine:
    middle = float(places.mean())
    x = places - middle
    means = np.array([group.mean for group in groups])
    counted = np.array([group.n for group in groups], dtype=np.float64)
    design = np.column_stack([np.ones(len(x)), x])
    line = np.array([scipy.special.logit((counted * means).sum() / counted.sum()), 0.0])
    for _ in range(_ROUNDS):
        fitted = scipy.special.expit(design @ line)
        weights = counted * fitted * (1.0 - fitted)
        step = np.linalg.solve(design.T @ (weights[:, None] * design), design.T @ (counted * (means - fitted)))
        line = np.clip(line + step, -_STEEPEST, _STEEPEST)
        if float(np.abs(step).max()) < 1e-12:
            break
    fitted = scipy.special.expit(design @ line)
    fit = _fit(groups, design, line, fitted, counted, fitted * (1.0 - fitted))
    total = int(counted.sum())

    def share(place: float) -> Estimate:
        value, low, high = (float(scipy.special.expit(end)) for end in fit.at(place, confidence))
        return Estimate(value, low, high, total, confidence)

    width = float(x[-1] - x[0])

    def mean_change(steepness: float) -> float:
        ends = scipy.special.expit(np.array([fit.level + steepness * x[0], fit.level + steepness * x[-1]]))
        return float(ends[1] - ends[0]) / width

    value, low, high = (mean_change(end) for end in fit.steepness(confidence))
    slope = Estimate(value, low, high, total, confidence)
    return StrengthLine(tuple(share(float(place)) for place in x), slope, share(float(x[-1]) + BEYOND))


def _straight(groups: Sequence[_Group], places: Numbers, confidence: float, *, by_units: bool) -> StrengthLine:
    """A straight line; weighted by units, or by how well each figure is known."""
    means = np.array([group.mean for group in groups])
    variances = np.array([group.variance for group in groups])
    counted = np.array([group.n for group in groups], dtype=np.float64)
    if not by_units and (variances > 0.0).any():
        least = float(variances[variances > 0.0].min()) / 100.0  # a figure without a spread counts much, not all
        counted = 1.0 / np.maximum(variances, least)
    x = places - float(places.mean())
    design = np.column_stack([np.ones(len(x)), x])
    line = np.linalg.solve(design.T @ (counted[:, None] * design), design.T @ (counted * means))
    fit = _fit(groups, design, line, design @ line, counted, np.ones(len(x)))
    total = sum(group.n for group in groups)

    def mean(place: float) -> Estimate:
        return Estimate(*fit.at(place, confidence), total, confidence)

    slope = Estimate(*fit.steepness(confidence), total, confidence)
    return StrengthLine(tuple(mean(float(place)) for place in x), slope, mean(float(x[-1]) + BEYOND))
