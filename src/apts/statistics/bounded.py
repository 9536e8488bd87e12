"""Means of values that cannot leave a range, such as scores: intervals and tests that hold at extreme shares too."""

from __future__ import annotations

import math

import numpy as np
import scipy

from apts.statistics.checking import Numbers, StatisticsError, Values, checked_confidence, numbers
from apts.statistics.estimate import Estimate

UNIT = (0.0, 1.0)
"""The range of scores and shares."""

FINEST = 400
"""More different values than this are rounded to so many steps of the range: it changes nothing that could be seen."""

_HALVINGS = 27
_GRID = 17
_ROUNDS = 2


def bounded_mean(
    values: Values, confidence: float = 0.95, bounds: tuple[float, float] = UNIT, completeness: float = 1.0
) -> Estimate:
    """The mean of values within bounds, with the interval of the means that a test of each side does not refuse.

    A mean is refused when values as high as those seen (or as low) would come from it with a probability of less than
    half of 1 - confidence. The values are then taken to follow the likeliest of all distributions with that mean on the
    values seen and the bounds (A. B. Owen, "Empirical likelihood ratio confidence intervals for a single functional",
    Biometrika 75, 1988); the probability of their sum is that of H. E. Daniels, "Tail probability approximations",
    International Statistical Review 55 (1987), corrected for values on a lattice. For values that are 0 or 1 alone it
    is the interval of C. J. Clopper and E. S. Pearson (Biometrika 26, 1934) to within a percent of its width.

    Values are one a unit: for groups of matches the mean of the group (``unit_means``), or where groups lack matches
    ``unit_values`` with their ``completeness`` c, by which the spread is too small: n of them say as much as n c^2.

    Simulated for means from 0.02 to 0.98 with up to 60 % draws, for groups, and for places of up to six seats, from 20 to
    2,000 units, it holds the true mean at least 94 % of the time (``bench/coverage.py``). Values all alike give the "rule
    of three" on both sides. Below about 10 units it is rough, and rather too wide. Not valid for an n that was chosen by
    looking (``SequentialMean``).
    """
    tail = (1.0 - checked_confidence(confidence)) / 2.0
    scaled = _scaled(values, bounds)
    width = bounds[1] - bounds[0]
    low, high = lower_limit(scaled, tail, completeness), 1.0 - lower_limit(1.0 - scaled, tail, completeness)
    mean = float(np.mean(values))
    return Estimate(
        mean, min(mean, bounds[0] + width * low), max(mean, bounds[0] + width * high), len(scaled), confidence
    )


def bounded_p_above(
    values: Values, null: float, bounds: tuple[float, float] = UNIT, completeness: float = 1.0
) -> float:
    """The p-value of "the true mean is at most ``null``"; below 0.025 exactly where ``bounded_mean`` lies above it."""
    scaled = _scaled(values, bounds)
    place = (null - bounds[0]) / (bounds[1] - bounds[0])
    if place <= 0.0 or float(scaled.mean()) <= place:
        return 1.0 if place > 0.0 or not scaled.any() else 0.0
    support, counts = _counted(scaled, completeness)
    return float(tail_probability(support, counts[None, :], np.array([place]), span(support[counts > 0]))[0])


def bounded_p_below(
    values: Values, null: float, bounds: tuple[float, float] = UNIT, completeness: float = 1.0
) -> float:
    """The p-value of "the true mean is at least ``null``"."""
    array = np.asarray(values, dtype=np.float64)
    return bounded_p_above(-array, -null, (-bounds[1], -bounds[0]), completeness)


def bounded_p_value(
    values: Values, null: float, bounds: tuple[float, float] = UNIT, completeness: float = 1.0
) -> float:
    """The p-value of "the true mean is ``null``", to both sides."""
    above = bounded_p_above(values, null, bounds, completeness)
    return min(1.0, 2.0 * min(above, bounded_p_below(values, null, bounds, completeness)))


def lower_limit(scaled: Numbers, tail: float, completeness: float = 1.0) -> float:
    """The largest mean that values from 0 to 1 as high as these refuse with a one-sided test of this level."""
    mean = float(scaled.mean())
    if mean <= 0.0:
        return 0.0
    support, counts = _counted(scaled, completeness)
    step = span(support[counts > 0])
    low, high = 0.0, mean
    below, above = 0.0, 1.0
    for _ in range(_ROUNDS):
        candidates = np.linspace(low, high, _GRID)[1:-1]
        rows = np.broadcast_to(counts, (len(candidates), len(counts)))
        found = tail_probability(support, rows, candidates, step)
        first = int(np.argmax(found >= tail)) if (found >= tail).any() else len(candidates)
        if first > 0:
            low, below = float(candidates[first - 1]), float(found[first - 1])
        if first < len(candidates):
            high, above = float(candidates[first]), float(found[first])
    # Within so small a step the normal quantile of the probability runs straight.
    ends = scipy.special.ndtri(np.clip([below, tail, above], 1e-300, 1.0 - 1e-16))
    return low + (high - low) * float((ends[1] - ends[0]) / (ends[2] - ends[0]))


def tail_probability(support: Numbers, counts: Numbers, null: Numbers, step: float) -> Numbers:
    """How likely a mean at least as high as the one seen is, if the true one is ``null`` (below what was seen).

    ``support`` are the possible values in rising order, the first of them 0; ``counts`` has a row for each ``null`` and
    a column for each value; ``step`` is the span of the lattice of the values, 0 where they lie on none.
    """
    n = counts.sum(axis=1)
    seen = (counts @ support) / n
    shares = _likeliest(support, counts / n[:, None], null)
    highest = np.where(counts > 0, support, 0.0).max(axis=1)
    all_highest = seen >= highest - 1e-12
    of_highest = (shares * (np.abs(support - highest[:, None]) < 1e-12)).sum(axis=1)
    result = np.power(of_highest, n)
    inner = np.flatnonzero(~all_highest)
    if len(inner):
        result[inner] = _saddlepoint(support, shares[inner], seen[inner], n[inner], step)
    return np.asarray(np.clip(result, 0.0, 1.0), dtype=np.float64)


def _likeliest(support: Numbers, shares: Numbers, null: Numbers) -> Numbers:
    """The distribution with the mean ``null`` under which the shares seen are likeliest; what is left over goes to 0."""
    distance = support[None, :] - null[:, None]
    low, high = np.zeros(len(null)), (1.0 - 1e-12) / null
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        excess = (shares * distance / (1.0 + middle[:, None] * distance)).sum(axis=1)
        low, high = np.where(excess > 0.0, middle, low), np.where(excess > 0.0, high, middle)
    found = shares / (1.0 + low[:, None] * distance)
    found[:, 0] += np.maximum(0.0, 1.0 - found.sum(axis=1))
    return np.asarray(found / found.sum(axis=1)[:, None], dtype=np.float64)


def _saddlepoint(support: Numbers, shares: Numbers, seen: Numbers, n: Numbers, step: float) -> Numbers:
    """The probability that the mean of n values is at least what was seen (Daniels 1987, equation 6.3)."""
    distance = support[None, :] - seen[:, None]
    top = distance.max(axis=1, where=shares > 0.0, initial=-1.0)
    low, high = np.full(len(seen), math.log(1e-7)), np.full(len(seen), math.log(1e7))
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        tilted = shares * np.exp(np.minimum(0.0, np.exp(middle)[:, None] * (distance - top[:, None])))
        above = (tilted * distance).sum(axis=1) > 0.0
        low, high = np.where(above, low, middle), np.where(above, middle, high)
    tilt = np.exp((low + high) / 2.0)
    tilted = shares * np.exp(np.minimum(0.0, tilt[:, None] * (distance - top[:, None])))
    total = tilted.sum(axis=1)
    variance = (tilted * distance**2).sum(axis=1) / total
    depth = np.maximum(0.0, -(np.log(total) + tilt * top))
    root = np.sqrt(2.0 * n * depth)
    slope = tilt if step == 0.0 else -np.expm1(-tilt * step) / step
    scale = slope * np.sqrt(n * variance)
    small = (root < 1e-4) | (scale < 1e-4)
    with np.errstate(divide="ignore", invalid="ignore"):
        correction = np.exp(-0.5 * root**2) / math.sqrt(2.0 * math.pi) * (1.0 / scale - 1.0 / root)
    return np.asarray(np.where(small, 0.5, scipy.special.ndtr(-root) + correction), dtype=np.float64)


def span(seen: Numbers) -> float:
    """The largest step that all differences between values are multiples of; 0 where it is too small to matter."""
    step = 0.0
    for gap in np.diff(seen):
        larger, smaller = max(step, float(gap)), min(step, float(gap))
        while smaller > 1e-7:
            larger, smaller = smaller, larger % smaller
            if larger - smaller < 1e-7:
                smaller = 0.0
        step = larger
        if step < 1e-3:
            return 0.0
    return step


def _counted(scaled: Numbers, completeness: float) -> tuple[Numbers, Numbers]:
    """The different values in rising order with 0 before them, and how often each was seen, as much as it says."""
    values, counts = np.unique(np.round(scaled, 12), return_counts=True)
    if len(values) > FINEST:
        values, counts = np.unique(np.round(scaled * FINEST) / FINEST, return_counts=True)
    if values[0] > 0.0:
        values, counts = np.concatenate([[0.0], values]), np.concatenate([[0], counts])
    return values, counts.astype(np.float64) * completeness**2


def _scaled(values: Values, bounds: tuple[float, float]) -> Numbers:
    low, high = bounds
    if not low < high or not math.isfinite(high - low):
        raise StatisticsError(f"The bounds of values must be two finite numbers, the lower first; read {bounds}.")
    array = (numbers(values, 1, "A mean") - low) / (high - low)
    if float(array.min()) < -1e-9 or float(array.max()) > 1.0 + 1e-9:
        raise StatisticsError(f"The values must lie within {low} to {high}; read {min(values)} to {max(values)}.")
    return np.asarray(np.clip(array, 0.0, 1.0), dtype=np.float64)
