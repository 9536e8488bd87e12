"""Small functions with which kernels answer questions about numbers, players and sets."""

from __future__ import annotations

from typing import Any

from apts.engine.runtime.kernel_functions import bit_count, compiled, lowest_bit, times
from apts.engine.runtime.layout import SITES
from apts.engine.runtime.sets_and_chance import nth_site, set_size


@compiled
def differs_from(player: int, mover: int) -> bool:
    """Whether the number is somebody's (not 0) and not the mover's."""
    return player > 0 and player != mover


@compiled
def has_player(mask: int, player: int) -> bool:
    """Whether the bit of the player is set; there are no players below 0."""
    return player >= 0 and ((mask >> player) & 1) != 0


@compiled
def same_set(array: Any, base: int, other: Any, other_base: int, count: int) -> bool:
    """Whether two sets have the same members."""
    for index in range(count):  # noqa: SIM110 - kernels have no generators
        if array[base + index] != other[other_base + index]:
            return False
    return True


@compiled
def no_site(array: Any, base: int, count: int) -> bool:
    """Whether a set is empty."""
    for index in range(count):  # noqa: SIM110 - kernels have no generators
        if array[base + index] != 0:
            return False
    return True


@compiled
def only_site(array: Any, base: int, count: int) -> int:
    """The member of a set that has exactly one, else 0."""
    found = 0
    seen = 0
    for index in range(count):
        word = array[base + index]
        if word != 0:
            seen += bit_count(word)
            found = (index << 5) + lowest_bit(word)
    return found if seen == 1 else 0


@compiled
def power(base: int, exponent: int) -> int:
    """The base multiplied by itself; with a negative exponent the fraction is cut to a whole number."""
    if exponent < 0:
        if base == 1 or base == -1:
            return base if exponent % 2 != 0 else 1
        return 0
    if base == 0 or base == 1 or exponent == 0:
        return base if exponent > 0 else 1
    if base == -1:
        return -1 if exponent % 2 != 0 else 1
    result = 1
    for _ in range(exponent):  # the limit of numbers ends this after 31 rounds at most
        result = times(result, base)
    return result


@compiled
def member_number(array: Any, base: int, count: int, number: int) -> int:
    """Member ``number`` (from 0) of a set in ascending order; -1 outside."""
    if number < 0 or number >= set_size(array, base, count):
        return -1
    return nth_site(array, base, count, number)


@compiled
def mapped(D: Any, start: int, low: int, high: int, key: int) -> int:
    """The entry of a table for keys from ``low`` to ``high``; other keys stand for themselves."""
    if low <= key <= high:
        return int(D[start + key - low])
    return key


@compiled
def sets_meet(array: Any, base: int, other: Any, other_base: int, count: int) -> bool:
    """Whether two sets have a member in common."""
    for index in range(count):  # noqa: SIM110 - kernels have no generators
        if array[base + index] & other[other_base + index] != 0:
            return True
    return False


@compiled
def distance(D: Any, start: int, site: int, target: int) -> int:
    """An entry of a table of distances between the sites of the board; 0 where there is no such site."""
    if site < 0 or target < 0 or site >= D[SITES] or target >= D[SITES]:
        return 0
    return int(D[start + site * D[SITES] + target])
