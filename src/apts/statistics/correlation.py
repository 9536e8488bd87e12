"""Whether more of one thing goes with more of another."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from apts.statistics.checking import Numbers, StatisticsError, Values, normal_quantile, numbers
from apts.statistics.estimate import Estimate
from apts.statistics.unseen_ranks import correlation_bounds, mostly_equal


def rank_correlation(first: Values, second: Values, confidence: float = 0.95) -> Estimate:
    """Spearman's rank correlation; equal values share their mean rank.

    C. Spearman, "The proof and measurement of association between two things", American Journal of Psychology 15
    (1904); the interval from D. G. Bonett and T. A. Wright, "Sample size requirements for estimating Pearson, Kendall
    and Spearman correlations", Psychometrika 65 (2000): Fisher's transform with variance (1 + r^2/2) / (n - 3).

    Not valid for fewer than about 25 units or correlations beyond 0.95. If one side has only a few different values,
    as results do (won, drawn, lost), the coverage varies from 0.94 to 0.97, and the correlation cannot reach 1 (0.87 for
    two equally common results); ``bootstrap`` over the pairs of values is sharper. If both sides have few different
    values, the transform is far too narrow (1 win in 20, all as expected: 0.998 to 1), and the interval is widened by
    what was not seen (``unseen_ranks``).
    """
    a, b = numbers(first, 4, "A rank correlation"), numbers(second, 4, "A rank correlation")
    n = len(a)
    if len(b) != n:
        raise StatisticsError(f"A correlation needs as many values on both sides; read {n} and {len(b)}.")
    value = spearman(a, b)
    # A perfect order would give a point; half of the smallest step below it stands for what was not seen.
    largest = 1.0 - 6.0 / (n * (n * n - 1))
    centre = math.atanh(min(max(value, -largest), largest))
    half = normal_quantile(confidence) * math.sqrt((1.0 + value * value / 2.0) / (n - 3))
    low = min(value, math.tanh(centre - half))
    high = max(value, math.tanh(centre + half))
    if mostly_equal(a) and mostly_equal(b):
        below, above = correlation_bounds(list(np.column_stack([a, b])[:, None, :]), value, confidence)
        low, high = min(low, below), max(high, above)
    return Estimate(value, low, high, n, confidence)


def grouped_rank_correlation(groups: Sequence[Numbers], confidence: float = 0.95) -> Estimate:
    """The same for groups of pairs, each group a table of two columns, of which only whole groups are independent.

    The interval is bootstrapped over the groups (Rubin, 1981; see ``unseen_ranks``). Not valid for fewer than about 20
    groups.
    """
    value = spearman(*np.concatenate(list(groups)).T)
    low, high = correlation_bounds(groups, value, confidence)
    return Estimate(value, low, high, len(groups), confidence)


def spearman(a: Numbers, b: Numbers) -> float:
    """The bare coefficient, for resampling."""
    ranks_a, ranks_b = mean_ranks(a), mean_ranks(b)
    ranks_a -= ranks_a.mean()
    ranks_b -= ranks_b.mean()
    size = math.sqrt(float(ranks_a @ ranks_a) * float(ranks_b @ ranks_b))
    if size == 0.0:
        raise StatisticsError("A correlation is not defined when all values of one side are equal.")
    return min(1.0, max(-1.0, float(ranks_a @ ranks_b) / size))


def mean_ranks(values: Numbers) -> Numbers:
    """The rank of each value from 1 up; equal values share their mean rank."""
    _, index, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2.0)[index], dtype=np.float64)
