"""Rank correlations of samples in which many values are equal, with what was not seen taken into account.

Where few different values stand on both sides, as when every lead is proven and every result is won, drawn or lost, a
handful of units decides the correlation, and a sample without any contradiction says 1 however small it is.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from apts.statistics.checking import Numbers

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
