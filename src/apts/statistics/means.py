"""Means of one or two groups of independent units."""

from __future__ import annotations

import math

import numpy as np

from apts.statistics.checking import Values, checked_confidence, numbers, student_quantile
from apts.statistics.estimate import Estimate

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
