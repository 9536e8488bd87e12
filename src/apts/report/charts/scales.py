"""Scales of charts: from numbers or names to distances along a side, and the numbers that are written beside it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Number = float | int | None

_STEPS = ((math.sqrt(50), 10), (math.sqrt(10), 5), (math.sqrt(2), 2))
"""From these shares of a power of ten on a step is so many times that power, as in the charts of D3."""


@dataclass(frozen=True)
class Linear:
    """Numbers from ``low`` to ``high`` along a side from ``first`` to ``last``."""

    low: float
    high: float
    first: float
    last: float

    def at(self, value: float) -> float:
        """The place of a number."""
        return self.first + (value - self.low) / (self.high - self.low) * (self.last - self.first)

    def ticks(self, most: int, least_step: float = 0.0) -> list[float]:
        """About ``most`` round numbers of the scale."""
        step = max(least_step, round_step(self.high - self.low, most))
        # Rounded, so that sums of steps are not off by the last bit.
        low, high = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [round(number * step, 12) for number in range(low, high + 1)]


@dataclass(frozen=True)
class Bands:
    """Names along a side from ``first`` to ``last``, each with a band of its own; ``gap`` is the share between bands."""

    names: tuple[str, ...]
    first: float
    last: float
    gap: float = 0.2

    @property
    def step(self) -> float:
        """The distance from one name to the next."""
        return (self.last - self.first) / max(1, len(self.names))

    @property
    def width(self) -> float:
        """The width of a band."""
        return self.step * (1 - self.gap)

    def middle(self, name: str) -> float:
        """The middle of the band of a name."""
        return self.first + (self.names.index(name) + 0.5) * self.step


def round_step(span: float, most: int) -> float:
    """The distance between about ``most`` round numbers over a span."""
    wanted = span / max(1, most)
    power = 10.0 ** math.floor(math.log10(wanted))
    factor = next((times for share, times in _STEPS if wanted / power >= share), 1)
    return power * factor


def decimals_of(numbers: Sequence[float]) -> int:
    """How many decimals all of some round numbers need."""
    return next((count for count in range(12) if all(round(one, count) == one for one in numbers)), 12)


def reach(values: Iterable[Number], *, zero: bool) -> tuple[float, float]:
    """The least and the largest of some numbers (of 0 too with ``zero``); never a single point."""
    known = [float(value) for value in values if is_drawable(value) and value is not None]
    if zero or not known:
        known.append(0.0)
    low, high = min(known), max(known)
    if low == high:
        wider = 0.5 if low == 0 else 0.1 * abs(low)
        return (0.0, 1.0) if low == 0 and zero else (low - wider, high + wider)
    return low, high


def rounded_reach(low: float, high: float, most: int, least_step: float = 0.0) -> tuple[float, float]:
    """The same, widened to round numbers."""
    step = max(least_step, round_step(high - low, most))
    return round(math.floor(low / step + 1e-9) * step, 12), round(math.ceil(high / step - 1e-9) * step, 12)


def is_drawable(value: Number) -> bool:
    """Whether a number has a place; an end of an interval from a single match has none."""
    return value is not None and math.isfinite(value)
