"""Functions that every kernel shares: the queue of actions, and the records of moves."""

from __future__ import annotations

from typing import Any

from apts.engine.runtime.kernel_functions import compiled, failed
from apts.engine.runtime.layout import OVERFLOW, QUEUE_END, QUEUE_FULL, QUEUE_TOP, RECORD, RECORDS_SIZE


@compiled
def queue0(W: Any, operation: int) -> None:
    """Queue an action without arguments; more than there is room for ends the move."""
    top = W[QUEUE_TOP]
    if top >= W[QUEUE_END]:
        failed(QUEUE_FULL, top, W[QUEUE_END])
        return
    W[top] = operation
    W[QUEUE_TOP] = top + 1


@compiled
def queue1(W: Any, operation: int, a: int) -> None:
    """Queue an action with one argument."""
    top = W[QUEUE_TOP]
    if top + 1 >= W[QUEUE_END]:
        failed(QUEUE_FULL, top, W[QUEUE_END])
        return
    W[top] = operation
    W[top + 1] = a
    W[QUEUE_TOP] = top + 2


@compiled
def queue2(W: Any, operation: int, a: int, b: int) -> None:
    """Queue an action with two arguments."""
    queue1(W, operation, a)
    queue0(W, b)


@compiled
def queue3(W: Any, operation: int, a: int, b: int, c: int) -> None:
    """Queue an action with three arguments."""
    queue1(W, operation, a)
    queue1(W, b, c)


@compiled
def queue4(W: Any, operation: int, a: int, b: int, c: int, d: int) -> None:
    """Queue an action with four arguments."""
    queue2(W, operation, a, b)
    queue1(W, c, d)


@compiled
def queue5(W: Any, operation: int, a: int, b: int, c: int, d: int, e: int) -> None:
    """Queue an action with five arguments."""
    queue3(W, operation, a, b, c)
    queue1(W, d, e)


@compiled
def record0(D: Any, W: Any, M: Any, n: int, decision: int, origin: int, target: int) -> int:
    """Write a move record; gives the new number of moves. A full list is noted instead of overrun."""
    at = n * D[RECORD]
    if at + D[RECORD] > W[RECORDS_SIZE]:
        W[OVERFLOW] = 1
        return n
    M[at] = decision
    M[at + 1] = origin
    M[at + 2] = target
    return n + 1


@compiled
def kept(held: int, n: int, after: int) -> int:
    """The number of moves after a record was written, or before it: then the next record takes its place."""
    return after if held else n


@compiled
def record1(D: Any, W: Any, M: Any, n: int, decision: int, origin: int, target: int, a: int) -> int:
    """Write a move record with one captured value."""
    after = record0(D, W, M, n, decision, origin, target)
    if after > n:
        M[n * D[RECORD] + 3] = a
    return after


@compiled
def record2(D: Any, W: Any, M: Any, n: int, decision: int, origin: int, target: int, a: int, b: int) -> int:
    """Write a move record with two captured values."""
    after = record1(D, W, M, n, decision, origin, target, a)
    if after > n:
        M[n * D[RECORD] + 4] = b
    return after


@compiled
def record3(D: Any, W: Any, M: Any, n: int, decision: int, origin: int, target: int, a: int, b: int, c: int) -> int:
    """Write a move record with three captured values."""
    after = record2(D, W, M, n, decision, origin, target, a, b)
    if after > n:
        M[n * D[RECORD] + 5] = c
    return after


@compiled
def record4(
    D: Any, W: Any, M: Any, n: int, decision: int, origin: int, target: int, a: int, b: int, c: int, d: int
) -> int:
    """Write a move record with four captured values."""
    after = record3(D, W, M, n, decision, origin, target, a, b, c)
    if after > n:
        M[n * D[RECORD] + 6] = d
    return after


@compiled
def record5(
    D: Any, W: Any, M: Any, n: int, decision: int, origin: int, target: int, a: int, b: int, c: int, d: int, e: int
) -> int:
    """Write a move record with five captured values."""
    after = record4(D, W, M, n, decision, origin, target, a, b, c, d)
    if after > n:
        M[n * D[RECORD] + 7] = e
    return after


@compiled
def record6(
    D: Any,
    W: Any,
    M: Any,
    n: int,
    decision: int,
    origin: int,
    target: int,
    a: int,
    b: int,
    c: int,
    d: int,
    e: int,
    f: int,
) -> int:
    """Write a move record with six captured values."""
    after = record5(D, W, M, n, decision, origin, target, a, b, c, d, e)
    if after > n:
        M[n * D[RECORD] + 8] = f
    return after


@compiled
def count_effect(W: Any, at: int, counted: int) -> None:
    """Note that the present try of the rule whose counters start there took effect; see coverage.py."""
    if counted != 0 and W[at + 2] != W[at]:
        W[at + 2] = W[at]
        W[at + 1] += 1


@compiled
def drop_record(D: Any, M: Any, n: int, index: int) -> int:
    """Take a record out of a list of n by putting the last one in its place; gives the new number."""
    last = (n - 1) * D[RECORD]
    at = index * D[RECORD]
    if last != at:
        for offset in range(D[RECORD]):
            M[at + offset] = M[last + offset]
    return n - 1
