"""Looking at the result after every match without being fooled: intervals that hold at all times together."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache, lru_cache
from typing import Literal

import numpy as np

from apts.statistics.checking import Numbers, StatisticsError, Values, checked_confidence, numbers
from apts.statistics.estimate import Estimate

STEPS = 1000
"""The candidates for the mean are spaced by 1/1000 of the range; the interval is rounded outwards to them."""

RISKS = tuple(0.9 / 2**level for level in range(8))
"""What share of their capital the gamblers on one side risk at each turn: bold ones see large differences soon, timid
ones see small differences late. The smallest serves some 50,000 units."""


class SequentialMean:
    """The mean of bounded values that come one by one, with an interval that is valid whenever one stops.

    For every candidate mean sixteen gamblers share one unit of capital; half of them bet that values lie above it, half
    that they lie below. At the true mean the capital is a martingale, and by Ville's inequality it ever reaches 1/alpha
    with probability at most alpha; candidates at which it stands there are ruled out. I. Waudby-Smith and A. Ramdas,
    "Estimating means of bounded random variables by betting", JRSS B 86 (2024), with a fixed grid of bets ("diversified
    Kelly betting").

    So one may look after every unit and stop when the interval is narrow enough or the question is settled; the chance
    that the interval misses the true mean at *any* time is at most 1 - confidence. The price is an interval about 1.7
    times as wide as one for an n fixed beforehand (up to twice for shares near 0 or 1).

    Valid for values within the bounds whose mean, given all earlier ones, stays the same: independent units of one run,
    added **in the order of their numbers**. Adding matches as they finish would put the short ones first. Not valid
    for single matches of swapped pairs (add the mean of the pair), nor if agents learn from match to match. Values that
    keep far from a bound which they could reach, such as lengths far below the turn limit, make the interval very wide
    on that side; ``anytime_bounded_mean`` is for those.
    """

    def __init__(self, bounds: tuple[float, float] = (0.0, 1.0), confidence: float = 0.95) -> None:
        self.confidence = checked_confidence(confidence)
        self._low, self._high = bounds
        if not self._low < self._high or not math.isfinite(self._high - self._low):
            raise StatisticsError(f"The bounds of values must be two finite numbers, the lower first; read {bounds}.")
        self._capital = np.zeros((2 * len(RISKS), STEPS + 1))
        self._waiting: Counter[float] = Counter()
        self._n = 0
        self._sum = 0.0

    def add(self, value: float) -> None:
        """Take the next value."""
        scaled = (value - self._low) / (self._high - self._low)
        if not -1e-12 <= scaled <= 1.0 + 1e-12:
            raise StatisticsError(f"The value {value} lies outside the bounds {self._low} to {self._high}.")
        scaled = min(max(scaled, 0.0), 1.0)
        self._n += 1
        self._sum += scaled
        self._waiting[scaled] += 1

    def extend(self, values: Values) -> None:
        """Take several values, in their order."""
        for value in numbers(values, 0, "A sequence of values"):
            self.add(float(value))

    @property
    def estimate(self) -> Estimate:
        """The mean so far with the interval of the candidates that are not ruled out; the whole range at first."""
        self._settle()
        largest = self._capital.max(axis=0)
        shared = largest + np.log(np.exp(self._capital - largest).mean(axis=0))
        possible = np.flatnonzero(shared < -math.log(1.0 - self.confidence))
        # Only rounding can rule out everything; the candidate next to the mean then stands for the rest.
        first, last = (possible[0], possible[-1]) if len(possible) else (int(np.argmin(shared)),) * 2
        width = self._high - self._low
        low, high = max(0, int(first) - 1) / STEPS, min(STEPS, int(last) + 1) / STEPS
        mean = self._sum / self._n if self._n else 0.5
        return Estimate(
            self._low + width * mean, self._low + width * low, self._low + width * high, self._n, self.confidence
        )

    def _settle(self) -> None:
        # Bets are the same at every turn, so that equal values can be settled together.
        for value in sorted(self._waiting):
            self._capital += self._waiting[value] * _gains(value)
        self._waiting.clear()

    def settled(self, threshold: float) -> Literal["above", "below"] | None:
        """Whether the mean is known to be above or below a threshold."""
        estimate = self.estimate
        if estimate.low > threshold:
            return "above"
        return "below" if estimate.high < threshold else None

    def narrow(self, half_width: float) -> bool:
        """Whether the interval is at most so wide to each side."""
        return self.estimate.half_width <= half_width


@cache
def _bets() -> Numbers:
    """The bets of all gamblers (rows) on all candidates (columns): at most their risk is lost at one turn."""
    candidates = np.linspace(0.0, 1.0, STEPS + 1)
    # At the ends of the range a bet could be without limit; no value lies beyond, and this is large enough.
    above = [risk / np.maximum(candidates, 1e-9) for risk in RISKS]
    below = [-risk / np.maximum(1.0 - candidates, 1e-9) for risk in RISKS]
    return np.array([*above, *below])


@lru_cache(maxsize=64)
def _gains(value: float) -> Numbers:
    """The logarithm of what each gambler's capital is multiplied by when this value comes."""
    return np.log1p(_bets() * (value - np.linspace(0.0, 1.0, STEPS + 1)))


def confidence_sequence(
    values: Values, bounds: tuple[float, float] = (0.0, 1.0), confidence: float = 0.95
) -> tuple[Numbers, Numbers]:
    """The lower and the upper ends of the interval of ``SequentialMean`` after each of the values."""
    mean = SequentialMean(bounds, confidence)
    array = numbers(values, 0, "A confidence sequence")
    ends = np.empty((2, len(array)))
    for place, value in enumerate(array):
        mean.add(float(value))
        estimate = mean.estimate
        ends[:, place] = estimate.low, estimate.high
    return ends[0], ends[1]
