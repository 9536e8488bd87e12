"""Exact values of Nine Men's Morris with three men on each side, who may fly: backward induction over all positions.

With three men each a mill takes a man and wins, so that a position is told by two sets of three points; nobody can be
blocked. A position in which neither side can force a mill is a draw. All of them take six CPU seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import numpy as np

ROWS = (("a7", "d7", "g7"), ("b6", "d6", "f6"), ("c5", "d5", "e5"), ("a4", "b4", "c4", "e4", "f4", "g4"),
        ("c3", "d3", "e3"), ("b2", "d2", "f2"), ("a1", "d1", "g1"))  # fmt: skip
"""The points as the text of a position has them, row by row."""
POINTS = tuple(point for row in ROWS for point in row)
MILLS = tuple(
    frozenset(mill)
    for mill in (
        *(row[first : first + 3] for row in ROWS for first in range(0, len(row), 3)),
        ("a7", "a4", "a1"), ("b6", "b4", "b2"), ("c5", "c4", "c3"), ("d7", "d6", "d5"), ("d3", "d2", "d1"),
        ("e5", "e4", "e3"), ("f6", "f4", "f2"), ("g7", "g4", "g1"),
    )
)  # fmt: skip
MEN = 3
_PHASE = "moves=100 turn=94 phase=1,1"
Triple = frozenset[str]


class ThreeMen:
    """The value for the mover of every position: 1 won, -1 lost, 0 drawn."""

    def __init__(self) -> None:
        self.triples: list[Triple] = [frozenset(men) for men in combinations(POINTS, MEN)]
        self._number = {men: number for number, men in enumerate(self.triples)}
        members = np.array([[point in men for point in POINTS] for men in self.triples], dtype=np.int8)
        self._apart = members @ members.T == 0
        self._next = np.array([[self._number[one] for one in self._flights(men)] for men in self.triples])
        self._values = self._solved()

    def value(self, own: Triple, other: Triple) -> int:
        """The value of a position for who is to move."""
        return int(self._values[self._number[own], self._number[other]])

    @property
    def share_won(self) -> float:
        """The share of positions that the mover wins."""
        return float((self._values[self._apart] == 1).mean())

    def move_values(self, own: Triple, other: Triple) -> dict[str, int]:
        """The value of every move, by its text."""
        found = {}
        for man in own:
            for point in POINTS:
                if point not in own and point not in other:
                    after = own - {man} | {point}
                    found[f"{man}-{point}"] = 1 if after in MILLS else -self.value(other, after)
        return found

    def drawn(self, count: int, seed: int) -> Iterator[tuple[str, dict[str, int]]]:
        """Positions by lot in which nobody can close a mill at once and a mistake is possible, with the values of moves."""
        lot = Random(seed)
        while count:
            men = lot.sample(POINTS, 2 * MEN)
            own, other = frozenset(men[:MEN]), frozenset(men[MEN:])
            if _can_close(own, other):
                continue
            values = self.move_values(own, other)
            if len(set(values.values())) > 1:
                count -= 1
                yield position_text(own, other), values

    def _flights(self, men: Triple) -> Iterator[Triple]:
        for man in sorted(men):
            for point in POINTS:
                if point not in men:
                    yield men - {man} | {point}

    def _solved(self) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
        closed = np.array([men in MILLS for men in self.triples])
        values = np.zeros(self._apart.shape, dtype=np.int8)
        for number, after in enumerate(self._next):
            values[number, (self._apart[after] & closed[after, None]).any(axis=0)] = 1
        while True:
            found = values.copy()
            for number, after in enumerate(self._next):
                legal, there = self._apart[after], values[:, after].T
                open_now = (values[number] == 0) & self._apart[number]
                found[number, open_now & (legal & (there == -1)).any(axis=0)] = 1
                found[number, open_now & (~legal | (there == 1)).all(axis=0)] = -1
            if (found == values).all():
                return values
            values = found


def _can_close(own: Triple, other: Triple) -> bool:
    """Whether the mover can close a mill with its next move."""
    return any(len(mill & own) == MEN - 1 and not mill & other for mill in MILLS)


def position_text(own: Triple, other: Triple) -> str:
    """A position with the first player to move, as the game reads it."""
    rows = []
    for row in ROWS:
        text, empty = "", 0
        for point in row:
            sign = "X" if point in own else "O" if point in other else ""
            empty = 0 if sign else empty + 1
            text = (text[:-1] if empty > 1 else text) + (sign or str(empty))
        rows.append(text)
    return f"{'/'.join(rows)} 1 {_PHASE}"
