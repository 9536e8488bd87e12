"""How far apart the means of several columns are: the largest of all differences, without the luck of being largest."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np

from apts.statistics.bounded import UNIT, lower_limit
from apts.statistics.checking import Numbers, StatisticsError, checked_confidence
from apts.statistics.estimate import Estimate

DRAWS = 2000
"""Normal draws by which the luck of the largest difference is reckoned; always the same ones."""

FEWEST = 20
"""With fewer units the value is what was seen: how much of it is luck cannot be reckoned."""

UNREMARKABLE, REMARKABLE = 0.3, 0.05
"""A largest difference that equal means exceed more often than the first is taken for luck alone, one that they exceed
less often than the second for real; in between it counts in part."""


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

    The correction: the means are drawn towards each other by as much as their largest difference is unremarkable among
    equal means, and what luck adds to the largest difference of such means is taken off. A value that is never below 0
    cannot be right on average at 0; what remains there is about a quarter of the standard error of a difference.

    Valid as ``bounded_mean`` is. With fewer than 20 units the value is what was seen, without a correction.
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
    value = min(max(corrected_spread(table, completeness), low * width), high * width)
    return Estimate(value, low * width, high * width, n, confidence)


def corrected_spread(table: Numbers, completeness: float = 1.0) -> float:
    """The largest difference between the means of columns, less what luck adds to it."""
    means = table.mean(axis=0)
    seen = float(np.ptp(means))
    if len(table) < FEWEST:
        return seen
    noise = _noise(table.shape[1]) @ _root(np.cov(table, rowvar=False) / (len(table) * completeness**2)).T
    by_luck = np.ptp(noise, axis=1)
    unremarkable, remarkable = np.quantile(by_luck, [1.0 - UNREMARKABLE, 1.0 - REMARKABLE])
    if remarkable - unremarkable <= 1e-12:
        return seen
    share = float(np.clip((seen - unremarkable) / (remarkable - unremarkable), 0.0, 1.0))
    centre = share * (means - means.mean())
    luck = float(np.ptp(noise + centre, axis=1).mean() - np.ptp(centre))
    return share * max(0.0, seen - luck)


@cache
def _noise(columns: int) -> Numbers:
    """Independent normal draws, each with its opposite."""
    half = np.random.default_rng(20).standard_normal((DRAWS // 2, columns))
    return np.concatenate([half, -half])


def _root(covariance: Numbers) -> Numbers:
    """A matrix whose square is the covariance, which may be singular: scores of one match have a fixed sum."""
    values, vectors = np.linalg.eigh(np.atleast_2d(covariance))
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)), dtype=np.float64)
