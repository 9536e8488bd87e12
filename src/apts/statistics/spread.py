"""How far apart the means of several columns are: the largest of all differences, without the luck of being largest."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import combinations
from typing import Any, Literal

import numpy as np
import scipy

from apts.statistics.bounded import UNIT, anytime_lower_limit, bounded_p_above, lower_limit
from apts.statistics.estimate import (
    Estimate,
    Numbers,
    StatisticsError,
    Values,
    checked_confidence,
    completeness,
    numbers,
    unit_means,
    unit_values,
)

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


# ----------------------------------------------------------------------------------------------------------------
# Intervals for any figure, by resampling the units it was computed from.

Method = Literal["bca", "percentile"]
BLOCKS = 200
"""The jackknife leaves out one unit at a time, or with many units one of so many blocks."""


def bootstrap(
    units: Sequence[Any] | Numbers,
    statistic: Callable[[Any], float] = np.mean,
    *,
    seed: int,
    confidence: float = 0.95,
    resamples: int = 2000,
    method: Method = "bca",
) -> Estimate:
    """A figure of all units with a bootstrap interval; the unit is what is drawn again and again.

    ``units`` is an array whose first axis is the units, or a list with one entry a unit: for seat-swapped matches an
    entry is the *pair*, so that both of its matches are drawn together. ``statistic`` takes such an array or list.

    B. Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics 7 (1979), for the percentile
    interval; B. Efron, "Better bootstrap confidence intervals", JASA 82 (1987), for the bias-corrected and accelerated
    one (BCa), whose acceleration is taken from the jackknife.

    Not valid for extremes (maximum, minimum), for medians of few different values, and for fewer than about 20 units,
    where both intervals are too narrow (a mean of 10 exponential values: 0.87 instead of 0.95). The end points carry a
    sampling error of their own, about 1 % of the width with 2,000 resamples.
    """
    n = len(units)
    if n < 2:
        raise StatisticsError(f"Resampling needs at least 2 units, read {n}.")
    checked_confidence(confidence)
    stream = np.random.default_rng(seed)
    value = float(statistic(units))
    drawn = np.array([float(statistic(_chosen(units, stream.integers(0, n, n)))) for _ in range(resamples)])
    tail = (1.0 - confidence) / 2.0
    low_share, high_share = (tail, 1.0 - tail)
    if method == "bca":
        low_share, high_share = _corrected(units, statistic, value, drawn, tail)
    elif method != "percentile":
        raise StatisticsError(f"There is no bootstrap method {method!r}; valid methods are bca, percentile.")
    low, high = np.quantile(drawn, [low_share, high_share])
    return Estimate(value, float(low), float(high), n, confidence)


def _chosen(units: Sequence[Any] | Numbers, index: np.ndarray[Any, np.dtype[np.int64]]) -> Any:
    return units[index] if isinstance(units, np.ndarray) else [units[place] for place in index]


def _corrected(
    units: Sequence[Any] | Numbers, statistic: Callable[[Any], float], value: float, drawn: Numbers, tail: float
) -> tuple[float, float]:
    """The shares of the resampled figures at which the BCa interval ends (Efron 1987)."""
    # Ties count half: figures with few different values would otherwise look biased.
    below = (np.count_nonzero(drawn < value) + 0.5 * np.count_nonzero(drawn == value)) / len(drawn)
    if not 0.0 < below < 1.0:
        return tail, 1.0 - tail
    bias = float(scipy.special.ndtri(below))
    acceleration = _acceleration(units, statistic)

    def share(z: float) -> float:
        shifted = bias + z
        return float(scipy.special.ndtr(bias + shifted / (1.0 - acceleration * shifted)))

    quantile = float(scipy.special.ndtri(tail))
    return share(quantile), share(-quantile)


def _acceleration(units: Sequence[Any] | Numbers, statistic: Callable[[Any], float]) -> float:
    n = len(units)
    blocks = np.array_split(np.arange(n), min(n, BLOCKS))
    everything = np.arange(n)
    left_out = np.array([float(statistic(_chosen(units, np.delete(everything, block)))) for block in blocks])
    deviation = left_out.mean() - left_out
    spread = float((deviation**2).sum())
    # Rounding alone makes the spread of a constant figure tiny rather than zero.
    if spread <= 1e-24 * max(1.0, float(left_out.mean()) ** 2):
        return 0.0
    return float((deviation**3).sum()) / (6.0 * math.pow(spread, 1.5))


# ----------------------------------------------------------------------------------------------------------------
# Medians and deciles by order statistics: no match that was not seen can move them far, however long it would be.

Units = Sequence[int | None] | None
Above = Callable[[Numbers, float, float], bool]
"""Whether flags of 0 and 1 are surely 1 in more than a share of all units, with this chance of error."""


def quantile_interval(
    values: Values,
    share: float,
    confidence: float = 0.95,
    bounds: tuple[float, float] = (-math.inf, math.inf),
    units: Units = None,
) -> Estimate:
    """The value that a share of all values does not exceed (0.5 for the median), with its interval by order statistics.

    W. R. Thompson, "On confidence ranges for the median and other expectation distributions", Annals of Mathematical
    Statistics 7 (1936): a value is too low when those up to it are surely less than the share, and too high when those
    below it are surely more. Exact for independent values of any distribution, with ties too; where few values say
    nothing of a side, the interval ends at the bound. Values that come in groups (``units``) are tested by the mean of
    each group, as ``bounded_mean`` is. Not valid for an n that was chosen by looking (``anytime_quantile``).
    """
    grouped = units is not None and any(unit is not None for unit in units)
    above: Above = partial(_group_share_above, units) if grouped else _share_above
    return _inverted(values, share, confidence, bounds, units, above)


def anytime_quantile(
    values: Values,
    share: float,
    confidence: float = 0.95,
    bounds: tuple[float, float] = (-math.inf, math.inf),
    units: Units = None,
) -> Estimate:
    """The same with an interval that holds at all looks together, whenever one stops.

    Each value is held against the share by the bets of ``anytime_bounded_mean`` on the flags "is at most this". Values
    come in the order of their units.
    """
    return _inverted(values, share, confidence, bounds, units, partial(_ever_above, units))


def _inverted(
    values: Values, share: float, confidence: float, bounds: tuple[float, float], units: Units, above: Above
) -> Estimate:
    array = numbers(values, 1, "A quantile")
    if not 0.0 < share < 1.0:
        raise StatisticsError(f"A quantile has a share between 0 and 1, such as 0.5 for the median; read {share}.")
    low, high = min(bounds[0], float(array.min())), max(bounds[1], float(array.max()))
    tail = (1.0 - checked_confidence(confidence)) / 2.0
    seen = np.unique(array)

    def is_too_low(value: float) -> bool:
        return above((array > value).astype(np.float64), 1.0 - share, tail)

    def is_too_high(value: float) -> bool:
        return above((array < value).astype(np.float64), share, tail)

    least = _first([low, *seen], lambda value: not is_too_low(value))
    most = _first([high, *seen[::-1]], lambda value: not is_too_high(value), largest=True)
    value = float(np.quantile(array, share, method="averaged_inverted_cdf"))
    n = len(array) if units is None else len(unit_means(array, units))
    return Estimate(min(max(value, least), most), least, most, n, confidence)


def _first(candidates: list[float], holds: Callable[[float], bool], *, largest: bool = False) -> float:
    """The smallest (largest) of the candidates that holds; whoever lies between one that holds and the middle does too."""
    ordered = sorted(candidates, reverse=largest)
    below, above = -1, len(ordered) - 1
    while above - below > 1:
        middle = (below + above) // 2
        below, above = (below, middle) if holds(ordered[middle]) else (middle, above)
    return float(ordered[above])


def _share_above(flags: Numbers, share: float, tail: float) -> bool:
    """By the binomial distribution, for independent values."""
    return bool(flags.any()) and float(scipy.special.bdtrc(int(flags.sum()) - 1, len(flags), share)) <= tail


def _group_share_above(units: Units, flags: Numbers, share: float, tail: float) -> bool:
    assert units is not None
    return bounded_p_above(unit_values(flags, units), share, completeness=completeness(units)) <= tail


def _ever_above(units: Units, flags: Numbers, share: float, tail: float) -> bool:
    means = flags if units is None else unit_means(flags, units)
    return anytime_lower_limit(means, tail) > share
