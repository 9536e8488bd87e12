"""Counting how often an interval holds the truth, in simulated runs."""

from __future__ import annotations

from collections.abc import Callable

from apts.statistics import Estimate


def coverage(make: Callable[[], Estimate], truth: float, repetitions: int) -> float:
    """The share of intervals that hold the truth."""
    return sum(not make().excludes(truth) for _ in range(repetitions)) / repetitions


def slack(repetitions: int, share: float = 0.95) -> float:
    """Three standard errors of a simulated share: what chance alone may do."""
    return 3.0 * (share * (1.0 - share) / repetitions) ** 0.5
