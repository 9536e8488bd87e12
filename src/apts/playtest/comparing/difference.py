"""The difference of two figures, put together from the interval that each of them brings.

The method is square and add (R. G. Newcombe, Statistics in Medicine 17, 1998; for any figure G. Y. Zou and A. Donner,
Statistics in Medicine 27, 2008). For shares it gives Newcombe's interval, for means nearly Welch's. It takes the runs to
be independent; runs that share a seed are alike if anything, which makes it cautious. It is as good as the intervals it
is given.
"""

from __future__ import annotations

import math

from apts.statistics import Estimate
from apts.statistics.checking import student_p_value, student_quantile


def difference_of(a: Estimate, b: Estimate) -> Estimate:
    """The difference B - A with its interval, by square and add."""
    value = b.value - a.value
    low = value - math.hypot(b.value - b.low, a.high - a.value)
    high = value + math.hypot(b.high - b.value, a.value - a.low)
    return Estimate(value, low, high, min(a.n, b.n), a.confidence)


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
