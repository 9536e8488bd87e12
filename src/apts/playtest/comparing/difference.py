"""The difference of two figures, put together from the interval that each of them brings.

The method is square and add (R. G. Newcombe, Statistics in Medicine 17, 1998; for any figure G. Y. Zou and A. Donner,
Statistics in Medicine 27, 2008). For shares it gives Newcombe's interval, for means nearly Welch's. It takes the runs to
be independent; runs that share a seed are alike if anything, which makes it cautious. It is as good as the intervals it
is given.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from apts.statistics import Estimate
from apts.statistics.checking import student_p_value, student_quantile


def difference_of(a: Estimate, b: Estimate) -> Estimate:
    """The difference B - A with its interval, by square and add."""
    return contrast_of((a, b), (-1.0, 1.0))


def contrast_of(estimates: Sequence[Estimate], weights: Sequence[float]) -> Estimate:
    """The sum of the figures, each times its weight, with its interval by square and add."""
    low = high = 0.0
    for estimate, weight in zip(estimates, weights, strict=True):
        below, above = estimate.value - estimate.low, estimate.high - estimate.value
        if weight < 0.0:
            below, above = above, below
        low, high = math.hypot(low, weight * below), math.hypot(high, weight * above)
    value = sum(estimate.value * weight for estimate, weight in zip(estimates, weights, strict=True))
    units = min(estimate.n for estimate in estimates)
    return Estimate(value, value - low, value + high, units, estimates[0].confidence)


def p_value_of(difference: Estimate) -> float:
    """How often a difference of this size comes about by luck; up to 0.05 exactly where the interval excludes 0.

    Further out the side of the interval towards 0 is taken for Student's distribution with the units of the smaller
    run, whose tails are heavier than those of both together.
    """
    value = difference.value
    if abs(value) <= 1e-12:
        return 1.0
    reach = value - difference.low if value > 0 else difference.high - value
    if reach <= 1e-12:
        return 0.0
    freedom = max(1, difference.n - 1)
    return student_p_value(student_quantile(difference.confidence, freedom) * value / reach, freedom)
