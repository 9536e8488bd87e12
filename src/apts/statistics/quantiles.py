"""Medians and deciles by order statistics: no match that was not seen can move them far, however long it would be."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import scipy

from apts.statistics.anytime import anytime_lower_limit
from apts.statistics.bounded import bounded_p_above
from apts.statistics.checking import Numbers, StatisticsError, Values, checked_confidence, numbers
from apts.statistics.estimate import Estimate
from apts.statistics.units import completeness, unit_means, unit_values

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
