"""Shares: how often something happened, and how sure we are of it."""

from __future__ import annotations

import math

import scipy

from apts.statistics.checking import StatisticsError, checked_count, normal_quantile
from apts.statistics.estimate import Estimate


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
