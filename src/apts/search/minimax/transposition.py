"""A table of positions that were searched before: two entries a bucket, one kept for depth and one for the latest."""

from __future__ import annotations

from typing import Any

from apts.engine.native.jit import words
from apts.search.memory import inner, pointer

BUCKETS = 0  # a power of two
STORED = 1
POSITIONS_HEAD = 4
BUCKET = 4  # words: key and content, twice

# The content of an entry: value + VALUE_SHIFT << 31 | depth << 18 | bound << 16 | move
VALUE_SHIFT = 1 << 31
MOST_DEPTH = (1 << 13) - 1
NO_MOVE = (1 << 16) - 1
EXACT = 3
LOWER = 1
UPPER = 2


def positions_table(buckets: int) -> Any:
    """An empty table; ``buckets`` is a power of two."""
    table = words(POSITIONS_HEAD + BUCKET * buckets)
    table[BUCKETS] = buckets
    return table


@inner
def probe(table: Any, key: int) -> int:
    """What was stored for a key, or -1."""
    T = pointer(table)
    at = POSITIONS_HEAD + BUCKET * (key >> 20 & (T[BUCKETS] - 1))
    if T[at] == key:
        return T[at + 1]
    if T[at + 2] == key:
        return T[at + 3]
    return -1


@inner
def stored_value(content: int) -> int:
    """The value in an entry."""
    return (content >> 31) - VALUE_SHIFT


@inner
def stored_depth(content: int) -> int:
    """The depth in an entry."""
    return (content >> 18) & MOST_DEPTH


@inner
def stored_bound(content: int) -> int:
    """EXACT, LOWER or UPPER."""
    return (content >> 16) & 3


@inner
def stored_move(content: int) -> int:
    """The place of the best move in the list of moves, or NO_MOVE."""
    return content & NO_MOVE


@inner
def store(table: Any, key: int, value: int, depth: int, bound: int, move: int) -> None:
    """Keep a result; the first entry of a bucket goes to the deeper search, the second to the later one."""
    T = pointer(table)
    at = POSITIONS_HEAD + BUCKET * (key >> 20 & (T[BUCKETS] - 1))
    content = ((value + VALUE_SHIFT) << 31) | (min(depth, MOST_DEPTH) << 18) | (bound << 16) | min(move, NO_MOVE)
    if T[at] != key and T[at] != 0 and stored_depth(T[at + 1]) > depth:
        at += 2
    elif T[at] != key and T[at] != 0:
        T[at + 2] = T[at]
        T[at + 3] = T[at + 1]
    if T[at] == 0:
        T[STORED] += 1
    T[at] = key
    T[at + 1] = content
