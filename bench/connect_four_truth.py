"""Exact values of Connect Four moves, to measure players against perfect play.

A position is two words as in the usual bitboards: the stones of the side to move and all stones, seven bits a column.
The search is alpha-beta for win, draw or loss with a table of positions; the test sets under ``../shared/truth`` take
some seconds.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from apts.engine.native.jit import address, words
from apts.search.memory import inner, pointer, routine

TABLE = 1 << 22
FULL = -2
"""The value of a column that takes no more stones."""
TRUTH = Path(__file__).resolve().parents[2] / "shared" / "truth" / "connect4"
SETS = ("Test_L3_R1", "Test_L2_R1")


@inner
def _four(stones: int, step: int) -> bool:
    pair = stones & (stones >> step)
    return pair & (pair >> (2 * step)) != 0


@inner
def _aligned(stones: int) -> bool:
    return _four(stones, 1) or _four(stones, 7) or _four(stones, 6) or _four(stones, 8)


@inner
def _dropped(all_stones: int, column: int) -> int:
    """The stone that a column would get, or 0."""
    return (all_stones + (1 << (7 * column))) & (63 << (7 * column))


@inner
def _value(own: int, all_stones: int, low: int, high: int, table: Any) -> int:
    """The result for the side to move, between -1 and 1, within the window; no one has won yet."""
    full = True
    for column in range(7):
        stone = _dropped(all_stones, column)
        if stone != 0:
            full = False
            if _aligned(own | stone):
                return 1
    if full:
        return 0
    entries = pointer(table)
    key = own + all_stones
    place = 2 * ((key * 0x9E3779B97F4A7C1 >> 20) & (TABLE - 1))
    if entries[place] == key:
        entry = entries[place + 1]
        known = (entry >> 2) - 1
        if entry & 3 == 3 or (entry & 1 and known >= high) or (entry & 2 and known <= low):
            return known
    best = -1
    floor = low
    for index in range(7):
        column = 3 - (index + 1) // 2 if index & 1 else 3 + index // 2  # from the middle outwards
        stone = _dropped(all_stones, column)
        if stone == 0:
            continue
        best = max(best, -_value(all_stones ^ own, all_stones | stone, -high, -floor, table))
        floor = max(floor, best)
        if best >= high:
            break
    entries[place] = key
    entries[place + 1] = (best + 1) << 2 | (1 if best >= high else (2 if best <= low else 3))
    return best


@routine(4)
def _move_values(columns: Any, count: int, table: Any, values: Any) -> int:
    own = 0
    all_stones = 0
    for index in range(count):
        stone = _dropped(all_stones, pointer(columns)[index])
        own, all_stones = all_stones ^ own, all_stones | stone
    # Now ``own`` are the stones of the side to move.
    for column in range(7):
        stone = _dropped(all_stones, column)
        if stone == 0:
            pointer(values)[column] = FULL
        elif _aligned(own | stone):
            pointer(values)[column] = 1
        else:
            pointer(values)[column] = -_value(all_stones ^ own, all_stones | stone, -1, 1, table)
    return 0


def move_values(played: str) -> list[int | None]:
    """The value of dropping into each column after the columns played (1 to 7): 1, 0, -1, or None where it is full."""
    columns, values = words(len(played) + 1), words(7)
    for index, sign in enumerate(played):
        columns[index] = int(sign) - 1
    _move_values(address(columns), len(played), address(_table()), address(values))
    return [None if value == FULL else int(value) for value in values]


@lru_cache(maxsize=1)
def _table() -> Any:
    """A position and what is known of it, in two words each; no position is 0 but the empty board."""
    table = words(2 * TABLE)
    table[0] = -1
    return table


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
