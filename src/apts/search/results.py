"""What a search gives back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apts.engine.layout import MOVER, SWAPPED

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
    the longest line looked at, or the depth that was completed.
    """

    rows: tuple[Row, ...]
    value: float
    proven: float | None
    iterations: int
    nodes: int
    depth: int
    seconds: float
    points: float | None = None

    @property
    def best(self) -> Record:
        """The record of the move to play."""
        return self.rows[0].record


def seat_to_move(state: Any) -> int:
    """The seat of the player to move."""
    mover = int(state[MOVER])
    return 3 - mover if state[SWAPPED] and mover <= 2 else mover
