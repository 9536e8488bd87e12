"""Whole numbers that callers give: counts, seeds, limits. What is none is refused with a sentence."""

from __future__ import annotations

from operator import index
from typing import Any

from apts.errors import AptsError


def whole_number(what: str, given: Any, lowest: int | None = None, highest: int | None = None) -> int:
    """A number that was given, as an ``int``; ``what`` says in the sentence of a refusal what it is."""
    try:
        if isinstance(given, bool):
            raise TypeError
        number = index(given)
    except TypeError:
        number = None
    if number is None or (lowest is not None and number < lowest) or (highest is not None and number > highest):
        raise AptsError(f"{what} is a whole number{_bounds(lowest, highest)}, not {given!r}")
    return number


def _bounds(lowest: int | None, highest: int | None) -> str:
    least = "" if lowest is None else f" of at least {lowest:,}"
    most = "" if highest is None else f" of at most {highest:,}"
    return f" from {lowest:,} to {highest:,}" if lowest is not None and highest is not None else least + most
