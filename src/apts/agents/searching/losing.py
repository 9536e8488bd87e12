"""Moves that give away a little: chosen by lot so that the loss is, on average, as large as it should be.

This weakens a player alike in games with few and with many moves, which a fixed softening does not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from apts.search.results import Row


def row_value(row: Row) -> float:
    """The value of a move, exact where it is known."""
    return row.value if row.proven is None else row.proven


def drawn_at_loss(rows: Sequence[Row], loss: float, seed: int) -> Row:
    """A move by lot: its value is on average so much below that of the first row, and better moves are likelier.

    Where all moves are nearly equal the loss cannot be had, and all are equally likely.
    """
    best = rows[0]
    rows = [row for row in rows if row.visits > 0 or row is best]
    behind = [max(0.0, row_value(best) - row_value(row)) for row in rows]
    if loss <= 0.0 or max(behind) == 0.0:
        return best
    low, high = 1e-3, 1e3
    for _ in range(24):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if _mean_loss(behind, middle) < loss else (low, middle)
    return Random(seed).choices(rows, _weights(behind, low))[0]


def _weights(behind: list[float], softening: float) -> list[float]:
    return [math.exp(-lost / softening) for lost in behind]


def _mean_loss(behind: list[float], softening: float) -> float:
    weights = _weights(behind, softening)
    return sum(weight * lost for weight, lost in zip(weights, behind, strict=True)) / sum(weights)
