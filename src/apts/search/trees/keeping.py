"""Keeping what lies below a node of a tree without a second tree to copy it into, for machines with little memory."""

from __future__ import annotations

from typing import Any

from apts.search.memory import moved, pointer, reals, routine
from apts.search.trees.descent import PRIOR, narrowness
from apts.search.trees.tree import (
    CAPACITY,
    COLUMN_COUNT,
    DEEPEST,
    FIRST,
    FROZEN,
    FULL,
    HEAD,
    MASK,
    NARROWNESS,
    PART,
    PROVEN,
    SPAN,
    USED,
    VISITS,
)


@routine(5)
def keep_in_place(tree: Any, arena: Any, settings: Any, record_size: int, root: int) -> int:
    """Make a node the root, move all that lies below it to the front, and forget the rest; returns the number of nodes.

    Children have higher numbers than their parents, so one walk from low numbers to high ones is enough: when a node is
    moved, its first child, which comes later, gets a note with the new number of its parent. The note, a negative
    number, stands in the column NARROWNESS, which can be worked out again.
    """
    H, A, X = pointer(tree), pointer(arena), reals(settings)
    K = pointer(moved(tree, HEAD))
    R = reals(moved(tree, HEAD))
    capacity, columns, before = H[CAPACITY], H[COLUMN_COUNT], H[USED]
    for column in range(columns):
        K[column * capacity] = K[column * capacity + root]
    notes = NARROWNESS * capacity
    if K[FIRST * capacity] != 0:
        K[notes + K[FIRST * capacity]] = -1
    used = 1
    node = root + 1
    while node < before:
        if K[notes + node] >= 0:
            node += 1
        else:
            parent = -1 - K[notes + node]
            span = K[SPAN * capacity + parent]
            count = span >> (2 * PART)
            tried = (span >> PART) & MASK
            K[notes + node] = 0
            for column in range(columns):
                for index in range(count):
                    K[column * capacity + used + index] = K[column * capacity + node + index]
            for word in range(count * record_size):
                A[used * record_size + word] = A[node * record_size + word]
            K[FIRST * capacity + parent] = used
            if tried > 0 and K[PROVEN * capacity + used] == 0:
                R[notes + used] = narrowness(X, K[VISITS * capacity + used] + pointer(settings)[PRIOR])
            for index in range(tried, count):
                K[FIRST * capacity + used + index] = 0
            for index in range(tried):
                below = K[FIRST * capacity + used + index]
                if below != 0:
                    K[notes + below] = -1 - (used + index)
            used += count
            node += count
    H[USED] = used
    H[FULL] = 0
    H[FROZEN] = 0
    H[DEEPEST] = 0
    return used
