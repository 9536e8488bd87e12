"""Tables of figures by key, with open addressing: a head, then entries of three words (key, figure, figure)."""

from __future__ import annotations

from typing import Any

from apts.engine.native.jit import address, words
from apts.search.memory import inner, pointer, routine

ENTRIES = 0  # a power of two
FILLED = 1
TABLE_HEAD = 2
ENTRY = 3


def key_table(entries: int) -> Any:
    """An empty table with so many entries, a power of two."""
    table = words(TABLE_HEAD + ENTRY * entries)
    table[ENTRIES] = entries
    return table


def emptied(table: Any) -> Any:
    """The table itself if it is empty, else a new one of the same size: fresh memory costs less than clearing."""
    return key_table(int(table[ENTRIES])) if table[FILLED] else table


@inner
def entry_of(table: Any, key: int, add: bool) -> int:
    """Where the figures of a key are, or 0. A new key is added if that is asked for and a quarter is still free."""
    T = pointer(table)
    mask = T[ENTRIES] - 1
    key |= 1 << 61
    slot = key & mask
    while True:
        at = TABLE_HEAD + ENTRY * slot
        if T[at] == key:
            return at + 1
        if T[at] == 0:
            break
        slot = (slot + 1) & mask
    if not add or 4 * T[FILLED] > 3 * mask:
        return 0
    T[FILLED] += 1
    T[at] = key
    T[at + 1] = 0
    T[at + 2] = 0
    return at + 1


def enlarged(table: Any) -> Any:
    """A table of twice the size with the same content."""
    larger = key_table(2 * int(table[ENTRIES]))
    fill(address(table), address(larger))
    return larger


@routine(2)
def fill(table: Any, larger: Any) -> int:
    """Copy what is in a table into a larger one."""
    T, L = pointer(table), pointer(larger)
    for slot in range(T[ENTRIES]):
        at = TABLE_HEAD + ENTRY * slot
        if T[at] != 0:
            target = entry_of(larger, T[at], True)
            L[target] = T[at + 1]
            L[target + 1] = T[at + 2]
    return 0
