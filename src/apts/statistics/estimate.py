"""A figure that carries its interval and the number of units behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from apts.errors import AptsError

# ----------------------------------------------------------------------------------------------------------------
# What all statistics ask of their numbers, and the quantiles they share.

Numbers = NDArray[np.float64]
Values = Sequence[float] | Numbers


class StatisticsError(AptsError, ValueError):
    """A statistic was asked for of numbers that it is not defined for."""


def numbers(values: Values, least: int, what: str) -> Numbers:
    """The values as an array; there must be at least so many, and all must be finite."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1:
        raise StatisticsError(f"{what} needs a list of numbers, one for each unit; read {array.ndim} dimensions.")
    if len(array) < least:
        raise StatisticsError(f"{what} needs at least {least} values, read {len(array)}.")
    if not np.isfinite(array).all():
        raise StatisticsError(f"{what} needs finite numbers; value {int(np.argmin(np.isfinite(array))) + 1} is not.")
    return array


def checked_confidence(confidence: float) -> float:
    """The confidence, if it is one."""
    if not 0.0 < confidence < 1.0:
        raise StatisticsError(f"A confidence lies between 0 and 1, such as 0.95; read {confidence}.")
    return confidence


def checked_count(successes: float, n: int) -> None:
    """Refuse counts that cannot be."""
    if n < 1:
        raise StatisticsError(f"A proportion needs at least one unit, read n = {n}.")
    if not 0 <= successes <= n:
        raise StatisticsError(f"Of {n} units {successes} cannot be successes.")


def normal_quantile(confidence: float) -> float:
    """How many standard deviations on both sides hold this share of the normal distribution (1.96 for 0.95)."""
    return float(scipy.special.ndtri((1.0 + checked_confidence(confidence)) / 2.0))


def student_quantile(confidence: float, freedom: float) -> float:
    """The same for Student's distribution with these degrees of freedom."""
    return float(scipy.special.stdtrit(freedom, (1.0 + checked_confidence(confidence)) / 2.0))


def normal_p_value(z: float) -> float:
    """How often a normal variable is at least so many standard deviations from its mean, on both sides."""
    return float(2.0 * scipy.special.ndtr(-abs(z)))


def student_p_value(t: float, freedom: float) -> float:
    """The same for Student's distribution with these degrees of freedom."""
    return float(2.0 * scipy.special.stdtr(freedom, -abs(t)))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, the interval that holds the true one with the stated confidence, and the number of units behind it."""

    value: float
    low: float
    high: float
    n: int
    confidence: float = 0.95

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2.0

    def excludes(self, value: float) -> bool:
        """Whether a value lies outside the interval."""
        return not self.low <= value <= self.high

    def overlaps(self, other: Estimate) -> bool:
        """Whether two intervals have a point in common."""
        return self.low <= other.high and other.low <= self.high

    def clipped(self, low: float, high: float) -> Estimate:
        """The same with the interval cut to the range that is possible at all."""
        return Estimate(
            self.value, min(max(self.low, low), high), max(min(self.high, high), low), self.n, self.confidence
        )

    def at(self, confidence: float) -> Estimate:
        """The interval at another confidence, its sides taken to be those of Student's distribution.

        Right for means of many units; near the ends of a range, and far from the confidence that was given, it is rough.
        """
        if confidence == self.confidence:
            return self
        freedom = max(1, self.n - 1)
        factor = student_quantile(confidence, freedom) / student_quantile(self.confidence, freedom)
        low, high = self.value - factor * (self.value - self.low), self.value + factor * (self.high - self.value)
        return Estimate(self.value, low, high, self.n, confidence)

    def p_value(self, null: float) -> float:
        """An approximate p-value for "the true value is ``null``", read off the interval.

        It is below 1 - confidence exactly when the interval excludes ``null``; further out it takes the interval to be
        normal on the side of ``null``. Not valid for fewer than about 20 units, whose tails are heavier: use the
        p-values of ``comparison`` and ``proportions`` there.
        """
        distance = abs(self.value - null)
        reach = self.high - self.value if null > self.value else self.value - self.low
        if distance == 0.0:
            return 1.0
        if reach <= 0.0:
            return 0.0
        return normal_p_value(normal_quantile(self.confidence) * distance / reach)

    def __str__(self) -> str:
        return f"{self.value:.3g} ({self.low:.3g} to {self.high:.3g}, n = {self.n})"


# ----------------------------------------------------------------------------------------------------------------
# From matches to the units that are independent of each other.

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair of two matches can be worth on average, when each is lost, drawn or won."""


def unit_means(values: Values, units: Sequence[int | None]) -> Numbers:
    """The mean value of each unit, in the order in which units first appear.

    ``units`` names the unit of each value (the ``pair`` of a match); a value whose unit is None stands alone. The
    matches of a pair have seeds of their own, but agents and seats change places between them (and openings of an arena
    are shared), so that they are not independent of each other; their mean is one observation.
    """
    sums, sizes = _sums(values, units)
    return np.asarray(sums / sizes, dtype=np.float64)


def unit_values(values: Values, units: Sequence[int | None]) -> Numbers:
    """One value a unit, as ``unit_means`` has them; together they have the mean of all values.

    A unit that lacks values (a last pair with one match, a pair of which a match failed) is filled up with the mean of
    all, so that it weighs as much as its values do. The spread is then too small by ``completeness``, which intervals and
    tests of such values must be told.
    """
    sums, sizes = _sums(values, units)
    if not len(sums):
        return sums
    mean = sums.sum() / sizes.sum()
    return np.asarray((sums + (sizes.max() - sizes) * mean) / sizes.max(), dtype=np.float64)


def completeness(units: Sequence[int | None]) -> float:
    """How many values there are, as a share of those that there were if all units had as many as the largest."""
    _, sizes = _sums(np.zeros(len(units)), units)
    return float(sizes.sum() / (len(sizes) * sizes.max())) if len(sizes) else 1.0


def _sums(values: Values, units: Sequence[int | None]) -> tuple[Numbers, Numbers]:
    """The sum of the values of each unit, and how many they are, in the order in which units first appear."""
    array = numbers(values, 0, "A mean by units")
    if len(units) != len(array):
        raise StatisticsError(f"Every value needs its unit: there are {len(array)} values and {len(units)} units.")
    position: dict[int | tuple[str, int], int] = {}
    index = [
        position.setdefault(("alone", place) if unit is None else unit, len(position))
        for place, unit in enumerate(units)
    ]
    sums = np.bincount(index, weights=array, minlength=len(position)).astype(np.float64)
    return sums, np.bincount(index, minlength=len(position)).astype(np.float64)


def pair_counts(means: Values) -> tuple[int, int, int, int, int]:
    """How many pairs of matches had each of the five possible scores, from both lost to both won."""
    array = numbers(means, 0, "A count of pairs")
    quarters = np.rint(array * 4.0).astype(int)
    if not np.allclose(quarters, array * 4.0, atol=1e-9) or (quarters < 0).any() or (quarters > 4).any():
        raise StatisticsError("The mean score of a pair of matches is 0, 0.25, 0.5, 0.75 or 1.")
    counts = np.bincount(quarters, minlength=5)
    return (int(counts[0]), int(counts[1]), int(counts[2]), int(counts[3]), int(counts[4]))
