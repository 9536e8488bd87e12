"""A figure of a run with its interval: what the function of a metric gives."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from apts.statistics import Estimate


@dataclass(frozen=True)
class Metric:
    """A figure of a run: value, 95 % interval, and the number of units (matches or groups of matches) behind it.

    ``value`` is None when the matches do not hold what the metric needs; ``details["missing"]`` then says what.
    ``details`` takes tables and curves as plain values that can be written as JSON.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    details: Mapping[str, Any] = field(default_factory=dict, hash=False)
    name: str = ""
    meaning: str = ""

    @classmethod
    def of(cls, estimate: Estimate, **details: Any) -> Metric:
        """A metric with the value and the interval of an estimate; an end without limit is left out."""
        low, high = (end if math.isfinite(end) else None for end in (estimate.low, estimate.high))
        return cls(estimate.value, low, high, estimate.n, details)

    @classmethod
    def missing(cls, why: str, **details: Any) -> Metric:
        """A metric that the matches say nothing about."""
        return cls(None, details={"missing": why, **details})

    @property
    def estimate(self) -> Estimate | None:
        """Value and interval as statistics take them; None where either is missing."""
        if self.value is None or self.low is None or self.high is None:
            return None
        return Estimate(self.value, self.low, self.high, self.n)

    def with_infinite_ends(self) -> Estimate | None:
        """The same where an end of the interval that is not known is infinite; None where there is no value."""
        if self.value is None:
            return None
        low = -math.inf if self.low is None else self.low
        return Estimate(self.value, low, math.inf if self.high is None else self.high, self.n)

    def __str__(self) -> str:
        if self.value is None:
            return f"not measured: {self.details.get('missing', 'no matches')}"
        interval = "" if self.low is None or self.high is None else f"{self.low:.3g} to {self.high:.3g}, "
        if self.n > 1 and self.low == self.high:
            interval = "always, "
        return f"{self.value:.3g} ({interval}n = {self.n})"

    def as_data(self) -> dict[str, Any]:
        """The metric as plain values that JSON can hold; an interval without an end has None there."""
        low, high = (None if end is None or math.isinf(end) else end for end in (self.low, self.high))
        return {
            "value": self.value,
            "low": low,
            "high": high,
            "n": self.n,
            "meaning": self.meaning,
            "details": dict(self.details),
        }
