"""Looking again and again at a mean whose values stay far below a bound that they could reach, such as lengths."""

from __future__ import annotations

import math

import numpy as np

from apts.statistics.betting import RISKS
from apts.statistics.checking import Numbers, StatisticsError, Values, checked_confidence, numbers
from apts.statistics.estimate import Estimate

_HALVINGS = 40


def anytime_bounded_mean(values: Values, bounds: tuple[float, float], confidence: float = 0.95) -> Estimate:
    """The mean of all values so far with an interval that one may look at after every unit, whatever the values.

    The bets of ``SequentialMean``, each side with half of the error, and the ends found by halving instead of on a grid:
    for lengths, whose bound (the turn limit) may be fifty times their mean. The promise is exact for every distribution
    within the bounds: what was not seen in n units may still come in a share of about 6/n of them, at the bound, and the
    interval allows for that. Twenty matches of 20 turns say little about a mean where matches may have 1,000;
    ``anytime_quantile`` gives the median, which no rare match can move.

    Values come in the order of their numbers, one a unit, as in ``SequentialMean``.
    """
    low, high = bounds
    if not low < high or not math.isfinite(high - low):
        raise StatisticsError(f"The bounds of values must be two finite numbers, the lower first; read {bounds}.")
    array = numbers(values, 1, "A mean")
    scaled = (array - low) / (high - low)
    if float(scaled.min()) < -1e-9 or float(scaled.max()) > 1.0 + 1e-9:
        raise StatisticsError(f"The values must lie within {low} to {high}; read {array.min():g} to {array.max():g}.")
    scaled = np.clip(scaled, 0.0, 1.0)
    tail = (1.0 - checked_confidence(confidence)) / 2.0
    mean = float(array.mean())
    least = low + (high - low) * anytime_lower_limit(scaled, tail)
    most = high - (high - low) * anytime_lower_limit(1.0 - scaled, tail)
    return Estimate(mean, min(mean, least), max(mean, most), len(array), confidence)


def anytime_lower_limit(scaled: Numbers, tail: float) -> float:
    """The largest mean that gamblers who bet on more have ruled out, for values from 0 to 1; wrong ever with this chance."""
    mean = float(scaled.mean())
    if mean <= 0.0:
        return 0.0
    support, counts = np.unique(np.round(scaled, 12), return_counts=True)
    risks = np.array(RISKS)[:, None]
    wanted = -math.log(tail)
    low, high = 0.0, mean
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        if middle <= 0.0:
            break
        capital = np.log1p(risks * (support / middle - 1.0)) @ counts
        largest = float(capital.max())
        shared = largest + math.log(float(np.exp(capital - largest).mean()))
        low, high = (middle, high) if shared >= wanted else (low, middle)
    return low
