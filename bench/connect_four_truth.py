"""Exact values of Connect Four moves, to measure players against perfect play.

A position is two words as in the usual bitboards: the stones of the side to move and all stones, seven bits a column.
The search is alpha-beta for win, draw or loss with a table of positions; the test sets under ``../shared/truth`` take
some seconds.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import numpy as np

WIDTH, HEIGHT = 7, 6
TABLE = 1 << 22
ORDER = np.array([3, 2, 4, 1, 5, 0, 6], np.int64)
TRUTH = Path(__file__).resolve().parents[2] / "shared" / "truth" / "connect4"
SETS = ("Test_L3_R1", "Test_L2_R1")


@numba.njit
def _aligned(stones: int) -> bool:
    for step in (1, 7, 6, 8):
        pair = stones & (stones >> step)
        if pair & (pair >> (2 * step)):
            return True
    return False


@numba.njit
def _value(own: int, all_stones: int, low: int, high: int, keys: Any, bounds: Any) -> int:
    """The result for the side to move, between -1 and 1, within the window; no one has won yet."""
    full = True
    for column in range(7):
        stone = (all_stones + (1 << (7 * column))) & (63 << (7 * column))
        if stone:
            full = False
            if _aligned(own | stone):
                return 1
    if full:
        return 0
    key = own + all_stones
    place = (key * 0x9E3779B97F4A7C1 >> 20) & (TABLE - 1)
    if keys[place] == key:
        entry = bounds[place]
        if entry & 1 and (entry >> 2) - 1 >= high:  # at least
            return (entry >> 2) - 1
        if entry & 2 and (entry >> 2) - 1 <= low:  # at most
            return (entry >> 2) - 1
        if entry & 3 == 3:
            return (entry >> 2) - 1
    best = -1
    floor = low
    for index in range(7):
        column = ORDER[index]
        stone = (all_stones + (1 << (7 * column))) & (63 << (7 * column))
        if stone == 0:
            continue
        value = -_value(all_stones ^ own, all_stones | stone, -high, -floor, keys, bounds)
        if value > best:
            best = value
        if best > floor:
            floor = best
        if best >= high:
            break
    mark = 1 if best >= high else (2 if best <= low else 3)
    keys[place] = key
    bounds[place] = (best + 1) << 2 | mark
    return best


@numba.njit
def _move_values(columns: Any, keys: Any, bounds: Any, values: Any) -> None:
    own = 0
    all_stones = 0
    for column in columns:
        stone = (all_stones + (1 << (7 * column))) & (63 << (7 * column))
        own, all_stones = all_stones ^ own, all_stones | stone
    # Now ``own`` are the stones of the side to move.
    for column in range(7):
        values[column] = -2
        stone = (all_stones + (1 << (7 * column))) & (63 << (7 * column))
        if stone == 0:
            continue
        if _aligned(own | stone):
            values[column] = 1
        else:
            values[column] = -_value(all_stones ^ own, all_stones | stone, -1, 1, keys, bounds)


def move_values(played: str) -> list[int | None]:
    """The value of dropping into each column after the columns played (1 to 7): 1, 0, -1, or None where it is full."""
    values = np.zeros(7, np.int64)
    _move_values(np.array([int(sign) - 1 for sign in played], np.int64), *_memory(), values)
    return [None if value == -2 else int(value) for value in values]


_kept: list[Any] = []


def _memory() -> tuple[Any, Any]:
    if not _kept:
        _kept.extend((np.full(TABLE, -1, np.int64), np.zeros(TABLE, np.int8)))
    return _kept[0], _kept[1]


def test_set(name: str) -> list[tuple[str, list[int | None]]]:
    """The positions of a test set with the values of their moves."""
    lines = (TRUTH / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    return [(line.split()[0], move_values(line.split()[0])) for line in lines if line.strip()]


def check(name: str) -> None:
    """Compare the best move's value with the published score of each position."""
    lines = (TRUTH / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    for line in lines:
        if line.strip():
            played, score = line.split()
            best = max(value for value in move_values(played) if value is not None)
            assert best == (int(score) > 0) - (int(score) < 0), line


if __name__ == "__main__":
    for each in SETS:
        check(each)
        print(each, "agrees with the published scores")
