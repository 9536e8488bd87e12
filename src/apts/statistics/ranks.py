"""Orders instead of amounts: rank correlations, and the rising curve that lies nearest to values."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from apts.statistics.estimate import Estimate, Numbers, StatisticsError, Values, normal_quantile, numbers

# ----------------------------------------------------------------------------------------------------------------
# Rank correlations of samples in which many values are equal, with what was not seen taken into account.
#
# Where few different values stand on both sides, as when every lead is proven and every result is won, drawn or
# lost, a handful of units decides the correlation, and a sample without any contradiction says 1 however small it
# is.

_DRAWS = 500
_UNSEEN = 0.5
"""The weight of each of the two unseen units; the share of both together is then at most 3.7/n, as with none of n seen."""


def correlation_bounds(groups: Sequence[Numbers], value: float, confidence: float) -> tuple[float, float]:
    """Bounds of the correlation of the rows of all groups, each row a pair, by the Bayesian bootstrap over the groups.

    D. B. Rubin, "The Bayesian bootstrap", Annals of Statistics 9 (1981). If most values of both sides are equal, the
    bounds hold also with two more units that contradict the correlation as much as any could. The draws are the same in
    every call.
    """
    low, high = _bounds(groups, value, confidence, 0.0)
    first, second = np.concatenate(list(groups)).T
    if mostly_equal(first) and mostly_equal(second):
        below, above = _bounds(groups, value, confidence, _UNSEEN)
        low, high = min(low, below), max(high, above)
    return low, high


def _bounds(groups: Sequence[Numbers], value: float, confidence: float, unseen: float) -> tuple[float, float]:
    sizes = np.array([len(group) for group in groups])
    rows = np.concatenate(list(groups))
    low, high = rows.min(axis=0), rows.max(axis=0)
    against = [[high[0], low[1]], [low[0], high[1]]] if value >= 0 else [[high[0], high[1]], [low[0], low[1]]]
    first, second = np.concatenate([rows, against]).T
    generator = np.random.default_rng(0)
    seen = np.repeat(generator.exponential(size=(_DRAWS, len(groups))), sizes, axis=1)
    more = generator.gamma(unseen, size=(_DRAWS, 2)) * sizes.mean()
    weights = np.concatenate([seen, more], axis=1)
    found = weighted_correlations(first, second, weights / weights.sum(axis=1, keepdims=True))
    below, above = np.quantile(found, [(1.0 - confidence) / 2.0, (1.0 + confidence) / 2.0])
    return min(value, float(below)), max(value, float(above))


def weighted_correlations(first: Numbers, second: Numbers, weights: Numbers) -> Numbers:
    """Spearman's coefficient for each row of weights, which add up to 1; equal values share their mean rank."""
    one, other = _weighted_ranks(first, weights), _weighted_ranks(second, weights)
    one -= (weights * one).sum(axis=1, keepdims=True)
    other -= (weights * other).sum(axis=1, keepdims=True)
    size = np.sqrt((weights * one * one).sum(axis=1) * (weights * other * other).sum(axis=1))
    return np.asarray((weights * one * other).sum(axis=1) / np.maximum(size, 1e-12))


def _weighted_ranks(values: Numbers, weights: Numbers) -> Numbers:
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    begins = np.concatenate([[True], ordered[1:] != ordered[:-1]])
    masses = np.add.reduceat(weights[:, order], np.flatnonzero(begins), axis=1)
    middles = np.cumsum(masses, axis=1) - masses / 2.0
    ranks = np.empty_like(weights)
    ranks[:, order] = middles[:, np.cumsum(begins) - 1]
    return ranks


def mostly_equal(values: Numbers) -> bool:
    """Whether a sample has at most half as many different values as units."""
    return 2 * len(np.unique(values)) <= len(values)


# ----------------------------------------------------------------------------------------------------------------
# Whether more of one thing goes with more of another.


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


# ----------------------------------------------------------------------------------------------------------------
# The rising curve that lies nearest to weighted values: neighbours that fall are joined until nothing falls.
#
# SciPy has the same; but its part for optimisation, where that lies, takes longer to import than all of this to
# run.


def rising_curve(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The values made to rise, with the least sum of weighted squares of what they are moved by.

    >>> rising_curve([1.0, 3.0, 2.0, 4.0], [1.0, 1.0, 1.0, 1.0])
    [1.0, 2.5, 2.5, 4.0]
    """
    means: list[float] = []
    masses: list[float] = []
    ends: list[int] = []
    place, count = 0, len(values)
    while place < count:
        mean, mass = float(values[place]), float(weights[place])
        if means and means[-1] >= mean:
            before, held = means.pop(), masses.pop()
            ends.pop()
            total = held * before + mass * mean
            mass += held
            mean = total / mass
            while place + 1 < count and mean >= values[place + 1]:
                place += 1
                total += float(weights[place]) * float(values[place])
                mass += float(weights[place])
                mean = total / mass
            while means and means[-1] >= mean:
                held = masses.pop()
                ends.pop()
                total += held * means.pop()
                mass += held
                mean = total / mass
        place += 1
        means.append(mean)
        masses.append(mass)
        ends.append(place)
    starts = [0, *ends[:-1]]
    return [mean for mean, start, end in zip(means, starts, ends, strict=True) for _ in range(start, end)]
