"""What a search gives back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from apts.engine.runtime.layout import MOVER, SWAPPED

Record = tuple[int, ...]


@dataclass(frozen=True)
class Row:
    """What a search found out about one move.

    ``value`` is the expected utility for the mover, from -1 to 1; ``proven`` is the exact one where it is known;
    ``line`` is how play would go on, this move first. ``visits`` are iterations that went this way; a search that
    counts in points gives those too.
    """

    record: Record
    visits: int
    value: float
    proven: float | None
    line: tuple[Record, ...]
    points: float | None = None


@dataclass(frozen=True)
class SearchResult:
    """The end of a search: rows best first, the value of the position for the mover, and how much work it was.

    ``proven`` is the exact utility for the mover where it is known; ``iterations`` are playouts or nodes; ``depth`` is
    the longest line looked at, or the depth that was completed. ``values`` are those of all seats, where the search
    knows more than the mover's.
    """

    rows: tuple[Row, ...]
    value: float
    proven: float | None
    iterations: int
    nodes: int
    depth: int
    seconds: float
    points: float | None = None
    values: tuple[float, ...] | None = None

    @property
    def best(self) -> Record:
        """The record of the move to play."""
        return self.rows[0].record


def seat_to_move(state: Any) -> int:
    """The seat of the player to move."""
    mover = int(state[MOVER])
    return 3 - mover if state[SWAPPED] and mover <= 2 else mover


def balanced_values(seat: int, value: float, told: Sequence[float]) -> tuple[float, ...]:
    """Utilities of all seats with a sum of 0, of which one is known and the others were judged one by one.

    The others are moved up or down alike, as far as -1 and 1 allow.
    """
    if len(told) == 1:
        return (value,)
    low, high = -3.0, 3.0
    for _ in range(60):
        shift = (low + high) / 2
        total = value + sum(_bounded(other + shift) for place, other in enumerate(told, 1) if place != seat)
        low, high = (shift, high) if total < 0 else (low, shift)
    return tuple(value if place == seat else _bounded(other + low) for place, other in enumerate(told, 1))


def _bounded(value: float) -> float:
    return max(-1.0, min(1.0, value))
