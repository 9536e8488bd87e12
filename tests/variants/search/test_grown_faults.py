"""A fault that a game had before is told again after an edit only where it has surely grown."""

from __future__ import annotations

import pytest

from apts.playtest.findings import Finding
from apts.variants.search.confirmation import surely_worse


def seat_advantage(effect: float, low: float | None, high: float | None) -> Finding:
    return Finding("seat-advantage", "Seat 1 scores too much.", effect, low, high, 400, "", (), 1.0, subject="seat 1")


@pytest.mark.parametrize(
    ("after", "grown"),
    [
        ((0.50, 0.48, 0.50), True),
        ((0.15, 0.11, 0.19), False),  # the intervals have values in common
        ((0.02, 0.01, 0.03), False),  # it has become smaller
        ((-0.40, -0.45, -0.35), True),  # it has changed sides and is larger
        ((0.50, None, None), False),
    ],
)
def test_fault_has_grown_where_its_interval_lies_further_out(
    after: tuple[float, float | None, float | None], grown: bool
) -> None:
    assert surely_worse(seat_advantage(0.13, 0.08, 0.17), seat_advantage(*after)) is grown
