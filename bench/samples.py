"""Rates measured several times, and what is said about them."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time


@dataclass(frozen=True)
class Samples:
    """Repeated measurements of one rate, in things per processor-second."""

    rates: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle one, which a disturbed repetition does not move."""
        return statistics.median(self.rates)

    @property
    def spread(self) -> float:
        """The largest distance from the median, as a share of it."""
        return max(abs(rate - self.median) for rate in self.rates) / self.median


def rate(work: Callable[[], int], seconds: float) -> float:
    """Repeat some work for at least so many processor-seconds; ``work`` returns how many things it did."""
    done = 0
    began = process_time()
    while True:
        done += work()
        spent = process_time() - began
        if spent >= seconds:
            return done / spent
