"""How large a difference is, on scales that do not depend on what was measured."""

from __future__ import annotations

import math

import numpy as np

from apts.statistics.checking import Numbers, Values, checked_count, normal_quantile, numbers
from apts.statistics.estimate import Estimate


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
