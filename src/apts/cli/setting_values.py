"""``--set length=3..6``: the values that one setting stands for, and their combinations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product

from apts.errors import AptsError

MOST = 24
"""Values, or combinations of values, that one command plays."""

_RANGE = re.compile(r"\s*(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})\s*")


def is_sweep(settings: Sequence[str] | None) -> bool:
    """Whether a setting has several values."""
    return any(len(values_of(text)) > 1 for text in settings or ())


def values_of(text: str) -> list[str]:
    """A setting as typed for each of its values: ``length=3..6`` and ``length=3,5`` have several."""
    path, equals, value = text.rpartition("=")
    if not equals:
        return [text]
    if (found := _RANGE.fullmatch(value)) is not None:
        low, high = int(found[1]), int(found[2])
        if high < low:
            raise AptsError(f"--set {text!r} has no values: {low} is more than {high}; LOW..HIGH is expected")
        if high - low >= MOST:
            raise AptsError(f"--set {text!r} has {high - low + 1} values; at most {MOST} are possible at once")
        return [f"{path}={number}" for number in range(low, high + 1)]
    return [f"{path}={part.strip()}" for part in value.split(",")]


def combinations(settings: Sequence[str]) -> list[tuple[str, ...]]:
    """Every combination of values, the last setting turning fastest."""
    found = list(product(*(values_of(text) for text in settings)))
    if len(found) > MOST:
        raise AptsError(f"--set asks for {len(found)} combinations; at most {MOST} are possible at once")
    return found
