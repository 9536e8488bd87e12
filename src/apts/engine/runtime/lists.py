"""Growing lists of numbers inside a position, as kernels use them: the length, then the numbers in their order."""

from __future__ import annotations

from typing import Any

from apts.engine.runtime.kernel_functions import compiled, failed
from apts.engine.runtime.layout import LIST_FULL

WIPED = -(1 << 40)  # a word that no rule can ask for


@compiled
def list_has(S: Any, start: int, number: int) -> bool:
    """Whether the list at ``start`` holds the number."""
    for index in range(start + 1, start + 1 + S[start]):  # noqa: SIM110 - kernels have no generators
        if S[index] == number:
            return True
    return False


@compiled
def list_item(S: Any, start: int, index: int) -> int:
    """Item ``index`` (from 0) of the list; -1 outside."""
    if index < 0 or index >= S[start]:
        return -1
    return int(S[start + 1 + index])


@compiled
def list_append(S: Any, start: int, capacity: int, number: int) -> None:
    """Add a number at the end of a list that lies in ``capacity`` words; more than there is room for ends the move."""
    length = S[start]
    if length + 1 >= capacity:
        failed(LIST_FULL, length, capacity)
    else:
        S[start + 1 + length] = number
        S[start] = length + 1


@compiled
def list_drop(S: Any, start: int, number: int) -> None:
    """Take the first occurrence of the number out, if there is one."""
    length = S[start]
    for index in range(start + 1, start + 1 + length):
        if S[index] == number:
            for later in range(index, start + length):
                S[later] = S[later + 1]
            S[start + length] = 0
            S[start] = length - 1
            return


@compiled
def list_clear(S: Any, start: int) -> None:
    """Take everything out."""
    for index in range(start, start + 1 + S[start]):
        S[index] = 0


@compiled
def frame_has(W: Any, start: int, count: int, number: int) -> bool:
    """Whether the number is among ``count`` words."""
    for index in range(start, start + count):  # noqa: SIM110 - kernels have no generators
        if W[index] == number:
            return True
    return False


@compiled
def frame_take(W: Any, start: int, count: int, number: int) -> bool:
    """Whether the number is among ``count`` words; one such word is wiped out."""
    for index in range(start, start + count):
        if W[index] == number:
            W[index] = WIPED
            return True
    return False
