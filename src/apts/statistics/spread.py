"""How far apart the means of several columns are: the largest of all differences, without the luck of being largest."""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations

import numpy as np
import scipy

from apts.statistics.bounded import UNIT, lower_limit
from apts.statistics.checking import Numbers, StatisticsError, checked_confidence
from apts.statistics.estimate import Estimate

DRAWS = 2000
"""Normal draws by which the luck of the largest difference is reckoned; always the same ones."""

_HALVINGS = 30


def largest_difference(
    units: Numbers, confidence: float = 0.95, bounds: tuple[float, float] = UNIT, completeness: float = 1.0
) -> Estimate:
    """The largest difference between the true means of two columns, from units (rows) within bounds.

    The largest of several differences is too large by luck, and never below 0; so its value is corrected, and its
    interval made by inverting tests of the differences of all pairs of columns. A size is too small when some pair lies
    further apart than that, each ordered pair tested at (1 - confidence) / (k (k - 1)); it is too large when every pair
    lies nearer together, each tested at (1 - confidence) / 2. At size 0 only the first can go wrong, in at most 1 -
    confidence by Bonferroni's bound. Above 0 at most k^2 / 4 ordered pairs can be so far apart, so that the first goes
    wrong in at most a quarter of k / (k - 1) of that, and the second in at most half, when the pair that is truly
    largest does. The differences of a unit may depend on each other in any way (scores of one match have a fixed sum).

    The value is ``median_unbiased``: as often too large as too small, as far as a value that is never below 0 can be.

    Valid as ``bounded_mean`` is.
    """
    table = np.asarray(units, dtype=np.float64)
    if table.ndim != 2 or len(table) < 1 or table.shape[1] < 2:
        raise StatisticsError(f"A largest difference needs units with two columns or more; read {table.shape}.")
    n, columns = table.shape
    width = bounds[1] - bounds[0]
    missed = 1.0 - checked_confidence(confidence)
    low, high = 0.0, 0.0
    for first, second in combinations(range(columns), 2):
        # A difference lies within plus and minus the width; on the scale from 0 to 1 no difference is a half.
        scaled = np.clip((table[:, first] - table[:, second]) / (2.0 * width) + 0.5, 0.0, 1.0)
        for side in (scaled, 1.0 - scaled):
            low = max(low, 2.0 * lower_limit(side, missed / (columns * (columns - 1)), completeness) - 1.0)
            high = max(high, 1.0 - 2.0 * lower_limit(1.0 - side, missed / 2.0, completeness))
    value = min(max(median_unbiased(table, completeness), low * width), high * width)
    return Estimate(value, low * width, high * width, n, confidence)


def median_unbiased(table: Numbers, completeness: float = 1.0) -> float:
    """The largest difference of true means that would show one as large as was seen in half of all samples.

    It is 0 where equal means show so much in more than half of them (the limit of a one-sided interval at 50 %: J.
    Pfanzagl, "On median unbiased estimates", Metrika 17, 1970). Means are taken to be normal, with the covariance of the
    units. Of two columns that is all there is to know. Of more the others lie as they were seen, but those that luck alone
    may keep from the largest or the smallest are drawn to it, as far as it may.
    """
    means = table.mean(axis=0)
    seen = float(np.ptp(means))
    worth = len(table) * completeness**2
    if len(table) < 2 or seen <= 0.0:
        return seen
    covariance = np.cov(table, rowvar=False) / worth
    if table.shape[1] == 2:
        deviation = math.sqrt(max(0.0, float(covariance[0, 0] + covariance[1, 1] - 2.0 * covariance[0, 1])))
        return _of_two(seen, deviation)
    return _of_several(means, covariance)


def _of_two(seen: float, deviation: float) -> float:
    """The centre of a normal value whose size is at most what was seen in half of all cases."""
    if deviation <= 1e-12:
        return seen

    def share_below(centre: float) -> float:
        ends = scipy.special.ndtr([(seen - centre) / deviation, (-seen - centre) / deviation])
        return float(ends[0] - ends[1])

    low, high = 0.0, seen
    for _ in range(2 * _HALVINGS):
        middle = (low + high) / 2.0
        low, high = (middle, high) if share_below(middle) > 0.5 else (low, middle)
    return low


def _of_several(means: Numbers, covariance: Numbers) -> float:
    seen = float(np.ptp(means))
    noise = _noise(len(means)) @ _root(covariance).T
    if float(np.ptp(noise)) <= 1e-12:
        return seen
    shape = _shape(means, covariance)
    low, high = 0.0, seen
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        below = float(np.median(np.ptp(noise + middle * shape, axis=1))) < seen
        low, high = (middle, high) if below else (low, middle)
    return low


def _shape(means: Numbers, covariance: Numbers) -> Numbers:
    """Where the means lie between the smallest (0) and the largest (1), were there no luck in what keeps them apart."""
    first, last = int(means.argmin()), int(means.argmax())
    variances = np.diag(covariance)

    def nearness(place: int) -> Numbers:
        apart = np.sqrt(np.maximum(variances + variances[place] - 2.0 * covariance[place], 1e-15))
        return np.asarray(np.exp(-0.5 * ((means - means[place]) / apart) ** 2))

    up, down = nearness(last), nearness(first)
    both = np.maximum(1.0, up + down)
    up, down = up / both, down / both
    shape = up + (1.0 - up - down) * (means - means[first]) / (means[last] - means[first])
    shape[first], shape[last] = 0.0, 1.0
    return np.asarray(shape, dtype=np.float64)


@cache
def _noise(columns: int) -> Numbers:
    """Independent normal draws, each with its opposite."""
    half = np.random.default_rng(20).standard_normal((DRAWS // 2, columns))
    return np.concatenate([half, -half])


def _root(covariance: Numbers) -> Numbers:
    """A matrix whose square is the covariance, which may be singular: scores of one match have a fixed sum."""
    values, vectors = np.linalg.eigh(np.atleast_2d(covariance))
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)), dtype=np.float64)
