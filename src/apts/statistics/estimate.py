"""A figure that carries its interval and the number of units behind it; means of one or two groups of units."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
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


# ----------------------------------------------------------------------------------------------------------------
# Means of one or two groups of independent units.

Bounds = tuple[float, float]
UNBOUNDED: Bounds = (-math.inf, math.inf)


def student(
    values: Values, confidence: float = 0.95, bounds: Bounds = UNBOUNDED, completeness: float = 1.0
) -> Estimate:
    """The mean with Student's interval, cut to the bounds that the values cannot leave; for lengths and the like.

    "Student" (W. S. Gosset), "The probable error of a mean", Biometrika 6 (1908). Values are one a unit: for
    seat-swapped pairs the mean of the pair (``unit_means``), or where pairs lack matches ``unit_values`` with their
    ``completeness``, by which the spread is too small.

    Valid for normal values, and for others once n is large against their skewness. Scores and other values with two
    bounds have ``bounded_mean``, which holds near the bounds too (there Student's interval holds 0.95 of 100 only in
    87 % of the runs). One value has no spread: its interval is all that is possible. When all values are equal,
    Student's interval would be a point; if both bounds are given we use instead that a share q of other values goes
    unseen n times with probability (1 - q)^n, the "rule of three" (J. A. Hanley and A. Lippman-Hand, JAMA 249, 1983).
    With fewer bounds equal values give a point: it says that they never differed, not what was not seen.
    """
    array = numbers(values, 1, "A mean")
    n, mean = len(array), float(array.mean())
    low, high = bounds
    if n == 1:
        checked_confidence(confidence)
        return Estimate(mean, low, high, n, confidence)
    if float(array.min()) == float(array.max()):
        return _unvaried(float(array[0]), n, n * completeness**2, confidence, bounds)
    half = student_quantile(confidence, n - 1) * float(array.std(ddof=1)) / (math.sqrt(n) * completeness)
    return Estimate(mean, mean - half, mean + half, n, confidence).clipped(low, high)


def _unvaried(value: float, n: int, worth: float, confidence: float, bounds: Bounds) -> Estimate:
    unseen = 1.0 - (1.0 - checked_confidence(confidence)) ** (1.0 / worth)
    low, high = bounds
    if not math.isfinite(high - low):
        return Estimate(value, value, value, n, confidence)
    return Estimate(value, value - unseen * (value - low), value + unseen * (high - value), n, confidence)


def welch(values_a: Values, values_b: Values, confidence: float = 0.95) -> Estimate:
    """The difference of two independent means, b - a, without taking their variances to be equal.

    B. L. Welch, "The generalization of 'Student's' problem when several different population variances are involved",
    Biometrika 34 (1947). Its n is the smaller of the two. Valid as ``student`` is; not for paired data.
    """
    a, b = numbers(values_a, 2, "A difference of means"), numbers(values_b, 2, "A difference of means")
    difference = float(b.mean() - a.mean())
    error, freedom = welch_error(a.var(ddof=1), len(a), b.var(ddof=1), len(b))
    half = 0.0 if error == 0.0 else student_quantile(confidence, freedom) * error
    return Estimate(difference, difference - half, difference + half, min(len(a), len(b)), confidence)


def welch_error(variance_a: float, n_a: int, variance_b: float, n_b: int) -> tuple[float, float]:
    """The standard error of a difference of means, and its degrees of freedom after Welch and Satterthwaite."""
    part_a, part_b = float(variance_a) / n_a, float(variance_b) / n_b
    total = part_a + part_b
    if total == 0.0:
        return 0.0, math.inf
    freedom = total**2 / (part_a**2 / (n_a - 1) + part_b**2 / (n_b - 1))
    return float(np.sqrt(total)), freedom


# ----------------------------------------------------------------------------------------------------------------
# Shares: how often something happened, and how sure we are of it.


def wilson(successes: float, n: int, confidence: float = 0.95) -> Estimate:
    """The share of successes with Wilson's score interval.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927); recommended by
    L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a binomial proportion", Statistical Science 16
    (2001). Half points for draws may be counted as half successes: the variance of such a score is smaller than the
    binomial one, so the interval is then too wide rather than too narrow.

    Not valid for matches that are not independent (seat-swapped pairs: use ``student`` on ``unit_means``), nor when n
    was chosen by looking at the result (use ``SequentialMean``). For shares within about 3/n of 0 or 1 the true
    coverage sinks to 0.85 (n = 10) or 0.92 (n = 100).
    """
    checked_count(successes, n)
    z = normal_quantile(confidence)
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    # At none and at all the end is exactly 0 or 1; rounding must not move it inside.
    low = 0.0 if successes == 0 else min(max(0.0, centre - half), share)
    high = 1.0 if successes == n else max(min(1.0, centre + half), share)
    return Estimate(share, low, high, n, confidence)


def newcombe(successes_a: float, n_a: int, successes_b: float, n_b: int, confidence: float = 0.95) -> Estimate:
    """The difference of two independent shares, b - a, with the interval built from both Wilson intervals.

    R. G. Newcombe, "Interval estimation for the difference between independent proportions: comparison of eleven
    methods", Statistics in Medicine 17 (1998), method 10. Its n is the smaller of the two.

    Not valid for paired data (the same seeds played under two rule sets): use ``compare_paired``. With fewer than about
    10 units on a side the coverage varies by a few points around the stated one.
    """
    a, b = wilson(successes_a, n_a, confidence), wilson(successes_b, n_b, confidence)
    difference = b.value - a.value
    low = difference - math.hypot(b.value - b.low, a.high - a.value)
    high = difference + math.hypot(b.high - b.value, a.value - a.low)
    return Estimate(difference, low, high, min(n_a, n_b), confidence).clipped(-1.0, 1.0)


def binomial_p_value(successes: int, n: int, share: float = 0.5) -> float:
    """The exact two-sided p-value of so many successes if the true share is ``share``.

    The sum over all counts that are at most as probable as the one seen (the "method of small p-values"; H. O.
    Lancaster 1961, and R's ``binom.test``), as SciPy works it out. Exact for independent matches with n fixed
    beforehand; it is conservative for small n because counts are whole numbers.
    """
    checked_count(successes, n)
    if not 0.0 <= share <= 1.0:
        raise StatisticsError("A share lies between 0 and 1.")
    return float(scipy.stats.binomtest(successes, n, share).pvalue)


# ----------------------------------------------------------------------------------------------------------------
# How large a difference is, on scales that do not depend on what was measured.


def cohens_h(successes_a: float, n_a: int, successes_b: float, n_b: int, confidence: float = 0.95) -> Estimate:
    """The difference of two shares, b - a, as a difference of angles; about 0.2 is small, 0.5 medium, 0.8 large.

    J. Cohen, "Statistical power analysis for the behavioral sciences" (1988), chapter 6; the interval uses that the
    angle 2 asin(sqrt(p)) has variance 1/n. Not valid when a side has fewer than about 5 successes or 5 failures, nor
    for paired data.
    """
    checked_count(successes_a, n_a)
    checked_count(successes_b, n_b)
    value = 2.0 * math.asin(math.sqrt(successes_b / n_b)) - 2.0 * math.asin(math.sqrt(successes_a / n_a))
    half = normal_quantile(confidence) * math.sqrt(1.0 / n_a + 1.0 / n_b)
    return Estimate(value, value - half, value + half, min(n_a, n_b), confidence).clipped(-math.pi, math.pi)


def cliffs_delta(values_a: Values, values_b: Values, confidence: float = 0.95) -> Estimate:
    """How much more often a value of b is above one of a than below it, from -1 to 1; no shape is assumed.

    N. Cliff, "Dominance statistics: ordinal analyses to answer ordinal questions", Psychological Bulletin 114 (1993);
    the interval, which is not symmetric, from D. Feng and N. Cliff, "Monte Carlo evaluation of ordinal d with improved
    confidence interval", Journal of Modern Applied Statistical Methods 3 (2004). Below 0.147 is negligible, from 0.33
    medium, from 0.474 large (J. Romano and others, 2006).

    Not valid for fewer than about 10 values on a side, nor for paired data.
    """
    a, b = numbers(values_a, 2, "Cliff's delta"), numbers(values_b, 2, "Cliff's delta")
    z, smaller = normal_quantile(confidence), min(len(a), len(b))
    of_b, of_a = _dominance(b, a), -_dominance(a, b)
    delta = float(of_b.mean())
    if abs(delta) >= 1.0 - 1e-12:
        # No value of one group lies among those of the other: Feng and Cliff's limit for complete separation.
        reach = (smaller - z * z) / (smaller + z * z)
        low, high = (reach, 1.0) if delta > 0 else (-1.0, -reach)
        return Estimate(delta, low, high, smaller, confidence)
    variance = _variance(of_b, of_a, delta, _ties(a, b))
    centre = delta - delta**3
    spread = z * math.sqrt(variance) * math.sqrt((1.0 - delta**2) ** 2 + z * z * variance)
    scale = 1.0 - delta**2 + z * z * variance
    return Estimate(delta, (centre - spread) / scale, (centre + spread) / scale, smaller, confidence).clipped(-1.0, 1.0)


def _dominance(values: Numbers, others: Numbers) -> Numbers:
    """For each value the share of the others below it minus the share above it."""
    ordered = np.sort(others)
    below = np.searchsorted(ordered, values, side="left")
    above = len(ordered) - np.searchsorted(ordered, values, side="right")
    return np.asarray((below - above) / len(ordered), dtype=np.float64)


def _ties(a: Numbers, b: Numbers) -> int:
    ordered = np.sort(a)
    return int((np.searchsorted(ordered, b, side="right") - np.searchsorted(ordered, b, side="left")).sum())


def _variance(of_b: Numbers, of_a: Numbers, delta: float, ties: int) -> float:
    """Cliff's unbiased estimate, not below the least that is possible."""
    n_b, n_a = len(of_b), len(of_a)
    single = n_a * n_b - ties - n_a * n_b * delta**2
    total = n_a**2 * float(((of_b - delta) ** 2).sum()) + n_b**2 * float(((of_a - delta) ** 2).sum()) - single
    least = (1.0 - delta**2) / (n_a * n_b - 1)
    return max(total / (n_a * n_b * (n_a - 1) * (n_b - 1)), least)


# ----------------------------------------------------------------------------------------------------------------
# Two shares that are compared within strata, exactly: for small counts, and for things that one side never does.


def exact_p_above(strata: Iterable[tuple[int, int, int, int]]) -> float:
    """The p-value of "b has no larger share than a" from ``(successes_a, n_a, successes_b, n_b)`` of every stratum.

    With the number of successes of each stratum given, those of b are hypergeometric, and their sum over the strata is
    compared with what was seen. With one stratum it is Fisher's exact test; with several the exact form of the test of
    Mantel and Haenszel (J. J. Gart, "Point and interval estimation of the common odds ratio in the combination of 2 x 2
    tables with fixed marginals", Biometrika 57, 1970). One-sided.

    Valid for any counts of independent units; conservative where they are small. Strata without units on both sides say
    nothing and are left out. Not valid for units that come in groups, such as the seats of one match.
    """
    seen = 0
    chances: Numbers = np.ones(1)
    for successes_a, n_a, successes_b, n_b in strata:
        if n_a < 1 or n_b < 1:
            continue
        checked_count(successes_a, n_a)
        checked_count(successes_b, n_b)
        seen += successes_b
        chances = np.convolve(chances, _hypergeometric(successes_a + successes_b, n_a, n_b))
    return float(min(1.0, chances[seen:].sum()))


def _hypergeometric(successes: int, n_a: int, n_b: int) -> Numbers:
    """How likely it is that 0, 1, 2 ... of the successes fall to b."""
    k = np.arange(0, min(successes, n_b) + 1)
    possible = successes - k <= n_a
    logs = np.where(
        possible,
        _log_choices(n_b, k)
        + _log_choices(n_a, np.where(possible, successes - k, 0))
        - _log_choices(n_a + n_b, successes),
        -np.inf,
    )
    return np.asarray(np.exp(logs), dtype=np.float64)


def _log_choices(n: int, k: Numbers | np.ndarray[tuple[int], np.dtype[np.int64]] | int) -> Numbers:
    return np.asarray(
        scipy.special.gammaln(n + 1)
        - scipy.special.gammaln(np.add(k, 1))
        - scipy.special.gammaln(np.subtract(n + 1, k))
    )
