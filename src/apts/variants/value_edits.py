"""Edits of one value: a number, a truth value, an option, or an argument of a class."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

from apts.variants.edits import Edit
from apts.variants.phrases import format_value, phrase
from apts.variants.tunables import ARGUMENT, NO_LIMITS, NUMBER, OPTION, TRUTH, Limits, Tunable
from apts.variants.variant import Variant

_MOST_VALUES = 24


def number_edits(variant: Variant, limits: Limits = NO_LIMITS) -> tuple[Edit, ...]:
    """Every number turned to every other value of its range; of long ranges to values spread over them."""
    return _edits(variant, NUMBER, limits)


def truth_edits(variant: Variant, limits: Limits = NO_LIMITS) -> tuple[Edit, ...]:
    """Every truth value turned over."""
    return _edits(variant, TRUTH, limits)


def option_edits(variant: Variant, limits: Limits = NO_LIMITS) -> tuple[Edit, ...]:
    """Every option with each of its other items."""
    return _edits(variant, OPTION, limits)


def argument_edits(variant: Variant, limits: Limits = NO_LIMITS) -> tuple[Edit, ...]:
    """Every argument of a class with other values."""
    return _edits(variant, ARGUMENT, limits)


def value_edits(variant: Variant, limits: Limits = NO_LIMITS) -> tuple[Edit, ...]:
    """All edits of one value."""
    return tuple(edit for one in variant.tunables(limits) for edit in edits_of(one))


def _edits(variant: Variant, kind: str, limits: Limits) -> tuple[Edit, ...]:
    return tuple(edit for edit in value_edits(variant, limits) if edit.kind == kind)


def random_value_edit(variant: Variant, rng: Random, kinds: frozenset[str], limits: Limits = NO_LIMITS) -> Edit | None:
    """An edit of one value: first what is turned, each with the same chance, then to what; None where nothing can be."""
    found = [one for one in variant.tunables(limits) if one.kind in kinds and one.fixed is None]
    able = [edits for one in found if (edits := list(edits_of(one)))]
    return rng.choice(rng.choice(able)) if able else None


def edits_of(one: Tunable) -> Iterator[Edit]:
    """All edits of one thing that can be turned; none where it is fixed."""
    if one.fixed is not None:
        return
    for value in other_values(one):
        yield turned(one, value)


def turned(one: Tunable, value: int | bool | str) -> Edit:
    """The edit that turns it to a value."""
    words = phrase("becomes", name=one.name, before=format_value(one.value), after=format_value(value))
    return Edit(one.kind, one.path, one.value, value, words)


def other_values(one: Tunable) -> list[int | bool | str]:
    """What it could be instead, in ascending order."""
    if one.kind == OPTION:
        return [label for label in one.labels if label != one.value]
    if isinstance(one.value, bool):
        return [not one.value]
    if one.low is None or one.high is None or isinstance(one.value, str):
        return []
    values = range(one.low, one.high + 1)
    if len(values) > _MOST_VALUES:
        steps = [round(one.low + (one.high - one.low) * number / (_MOST_VALUES - 1)) for number in range(_MOST_VALUES)]
        near = [value for value in (one.value - 1, one.value + 1) if one.low <= value <= one.high]
        return sorted({*steps, *near} - {one.value})
    return [value for value in values if value != one.value]


def study_range(value: int) -> tuple[int, int]:
    """The range of the published study for a number: from 0.2 to 1.8 times its value, in whole numbers."""
    ends = sorted((0.2 * value, 1.8 * value))
    return math.ceil(ends[0]), math.floor(ends[1])
