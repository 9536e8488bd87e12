"""A figure that carries its interval and the number of units behind it."""

from __future__ import annotations

from dataclasses import dataclass

from apts.statistics.checking import normal_p_value, normal_quantile, student_quantile


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, the interval that holds the true one with the stated confidence, and the number of units behind it."""

    value: float
    low: float
    high: float
    n: int
    confidence: float = 0.95

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2.0

    def excludes(self, value: float) -> bool:
        """Whether a value lies outside the interval."""
        return not self.low <= value <= self.high

    def overlaps(self, other: Estimate) -> bool:
        """Whether two intervals have a point in common."""
        return self.low <= other.high and other.low <= self.high

    def clipped(self, low: float, high: float) -> Estimate:
        """The same with the interval cut to the range that is possible at all."""
        return Estimate(
            self.value, min(max(self.low, low), high), max(min(self.high, high), low), self.n, self.confidence
        )

    def at(self, confidence: float) -> Estimate:
        """The interval at another confidence, its sides taken to be those of Student's distribution.

        Right for means of many units; near the ends of a range, and far from the confidence that was given, it is rough.
        """
        if confidence == self.confidence:
            return self
        freedom = max(1, self.n - 1)
        factor = student_quantile(confidence, freedom) / student_quantile(self.confidence, freedom)
        low, high = self.value - factor * (self.value - self.low), self.value + factor * (self.high - self.value)
        return Estimate(self.value, low, high, self.n, confidence)

    def p_value(self, null: float) -> float:
        """An approximate p-value for "the true value is ``null``", read off the interval.

        It is below 1 - confidence exactly when the interval excludes ``null``; further out it takes the interval to be
        normal on the side of ``null``. Not valid for fewer than about 20 units, whose tails are heavier: use the
        p-values of ``comparison`` and ``proportions`` there.
        """
        distance = abs(self.value - null)
        reach = self.high - self.value if null > self.value else self.value - self.low
        if distance == 0.0:
            return 1.0
        if reach <= 0.0:
            return 0.0
        return normal_p_value(normal_quantile(self.confidence) * distance / reach)

    def __str__(self) -> str:
        return f"{self.value:.3g} ({self.low:.3g} to {self.high:.3g}, n = {self.n})"
