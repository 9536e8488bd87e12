"""Whole numbers that callers give: counts, seeds, limits. What is none is refused with a sentence."""

from __future__ import annotations

from operator import index
from typing import Any

from apts.errors import AptsError

LARGEST = (1 << 63) - 1
"""What compiled code and databases hold; nothing is counted beyond it, and only seeds may be larger."""

MOST_MATCHES = 10_000_000
"""Matches that a run can be asked to have; beyond that they cannot be kept one by one."""


def whole_number(what: str, given: Any, lowest: int | None = None, highest: int | None = None) -> int:
    """A number that was given, as an ``int``; ``what`` says in the sentence of a refusal what it is.

    Where nothing is said of its highest (or lowest) value, it is what a word of the machine holds.
    """
    number = _index(given)
    beyond = number is not None and abs(number) > LARGEST
    if beyond:
        lowest = -LARGEST if lowest is None else lowest
        highest = LARGEST if highest is None else highest
    if number is None or (lowest is not None and number < lowest) or (highest is not None and number > highest):
        raise AptsError(f"{what} is a whole number{_bounds(lowest, highest)}, not {given!r}")
    return number


def round_up_to_multiple(number: int, size: int, fewest: int = 1) -> int:
    """A number of things rounded up to whole groups of a size, of which there are at least so many."""
    return max(fewest, -(-number // size)) * size


def check_seed(given: Any) -> int:
    """A seed as an ``int``: any whole number, however large."""
    number = _index(given)
    if number is None:
        raise AptsError(f"a seed is a whole number, not {given!r}")
    return number


def _index(given: Any) -> int | None:
    try:
        return None if isinstance(given, bool) else index(given)
    except TypeError:
        return None


def _bounds(lowest: int | None, highest: int | None) -> str:
    least = "" if lowest is None else f" of at least {lowest:,}"
    most = "" if highest is None else f" of at most {highest:,}"
    return f" from {lowest:,} to {highest:,}" if lowest is not None and highest is not None else least + most
