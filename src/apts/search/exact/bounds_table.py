"""What is proven of positions: within how many moves a goal is reached by force, and within how many it certainly is not.

Every bound is a fact about the position alone, whatever way leads to it and however deep the search was that found it. So
nothing that is read here can make a proof wrong, and no entry is ever taken back.
"""

from __future__ import annotations

from typing import Any

from apts.engine.native.jit import address, words
from apts.search.memory import inner, pointer, routine

ENDLESS = (1 << 12) - 1
"""As a bound: not at all, however long the match goes on."""

# The head of the table.
BUCKETS = 0  # a power of two
STORED = 1
TABLE_HEAD = 4
BUCKET = 4  # words: key and content, twice

# The content of an entry, from the lowest bits: the best move, how much work the proof was, and for each of the two goals
# (1: the first seat wins, -1: it loses) within how many moves it is reached, and within how many it is excluded.
MOVE_BITS = 10
NO_MOVE = (1 << MOVE_BITS) - 1
EFFORT_BITS = 5
EFFORTS = 1 << EFFORT_BITS
BOUND_BITS = 12
WON_AT = MOVE_BITS + EFFORT_BITS
LOST_AT = WON_AT + 2 * BOUND_BITS
UNKNOWN = (ENDLESS << WON_AT) | (ENDLESS << LOST_AT) | NO_MOVE
"""The content of an entry of which nothing is proven."""


def bounds_table(bits: int) -> Any:
    """An empty table with so many buckets, as a power of two."""
    table = words(TABLE_HEAD + (BUCKET << bits))
    table[BUCKETS] = 1 << bits
    return table


@inner
def known_bounds(table: Any, key: int) -> int:
    """What is proven of a position."""
    T = pointer(table)
    at = TABLE_HEAD + BUCKET * (key >> 20 & (T[BUCKETS] - 1))
    return T[at + 1] if T[at] == key else T[at + 3] if T[at + 2] == key else UNKNOWN


@inner
def reached(content: int, goal: int) -> int:
    """Within how many moves a goal is reached by force; ENDLESS where that is not known."""
    return content >> (WON_AT if goal > 0 else LOST_AT) & ENDLESS


@inner
def excluded(content: int, goal: int) -> int:
    """Within how many moves a goal is certainly not reached."""
    return content >> ((WON_AT if goal > 0 else LOST_AT) + BOUND_BITS) & ENDLESS


@inner
def known_move(content: int) -> int:
    """The place of the move that was best in the list of moves, or NO_MOVE."""
    return content & NO_MOVE


@inner
def with_bound(content: int, goal: int, proven: bool, distance: int) -> int:
    """The content with one more fact in it; what is reached for one side is excluded for the other."""
    own = WON_AT if goal > 0 else LOST_AT
    if not proven:
        old = content >> (own + BOUND_BITS) & ENDLESS
        return content if old >= distance else content + ((distance - old) << (own + BOUND_BITS))
    other = WON_AT + LOST_AT - own + BOUND_BITS
    old = content >> own & ENDLESS
    content |= ENDLESS << other
    return content if old <= distance else content - ((old - distance) << own)


@inner
def note_bound(
    table: Any, key: int, goal: int, proven: bool, distance: int, opposite: int, effort: int, move: int
) -> None:
    """Keep a fact, and within how many moves the opposite goal is reached, if it is.

    The first entry of a bucket goes to what was more work, the second to the latest.
    """
    T = pointer(table)
    at = TABLE_HEAD + BUCKET * (key >> 20 & (T[BUCKETS] - 1))
    content = UNKNOWN
    if T[at] == key:
        content = T[at + 1]
    elif T[at + 2] == key:
        content = T[at + 3]
        at += 2
    elif T[at] == 0:
        T[STORED] += 1
    elif T[at + 2] == 0:
        T[STORED] += 1
        at += 2
    else:
        if effort_in(T[at + 1]) <= effort:
            T[at + 2] = T[at]
            T[at + 3] = T[at + 1]
        else:
            at += 2
    if move == NO_MOVE:
        move = content & NO_MOVE
    content = with_bound(content, goal, proven, distance)
    if opposite < ENDLESS:
        content = with_bound(content, -goal, True, opposite)
    effort = max(effort, effort_in(content))
    T[at] = key
    T[at + 1] = (content >> WON_AT << WON_AT) | (effort << MOVE_BITS) | move


@inner
def effort_in(content: int) -> int:
    """How much work the proofs of an entry were, as a power of two."""
    return content >> MOVE_BITS & (EFFORTS - 1)


@routine(2)
def move_entries(table: Any, larger: Any) -> int:
    """Put everything that a table holds into a larger one that is empty."""
    T, L = pointer(table), pointer(larger)
    for place in range(2 * T[BUCKETS]):
        source = TABLE_HEAD + 2 * place
        if T[source] == 0:
            continue
        at = TABLE_HEAD + BUCKET * (T[source] >> 20 & (L[BUCKETS] - 1))
        if L[at] != 0:
            at += 2
        if L[at] == 0:
            L[STORED] += 1
        L[at] = T[source]
        L[at + 1] = T[source + 1]
    return 0


def enlarged_bounds(table: Any, most_bits: int) -> Any:
    """A table of up to eight times the size with the same content."""
    larger = bounds_table(min(int(table[BUCKETS]).bit_length() + 2, most_bits))
    move_entries(address(table), address(larger))
    return larger
