"""How large an edit is to a reader: how far a value moves, and whether a designer would think of it first."""

from __future__ import annotations

import re
from collections.abc import Mapping

from apts.variants.tunables import ARGUMENT, NUMBER, OPTION, TRUTH, Tunable
from apts.variants.variant import ADD, CROSS, REMOVE, SWAP, Edit, Variant

NEAR = 0.5
"""What a value counts that moves from one end of its range to the other; an edit itself counts 1."""

LARGER = {OPTION: 0.1, TRUTH: 0.2, REMOVE: 0.3, SWAP: 0.6, ADD: 0.7, CROSS: 1.5}
"""What edits count beyond 1 that move no number: what the game offers itself, what goes, what comes, what is foreign."""

CURE = 0.1
"""The same of a rule for the whole match that designers use as a cure, such as the swap rule or a limit of turns."""

_CURES = re.compile(r"^(rules(\.meta\S*)?|meta\S*)$")

Ranges = Mapping[str, tuple[int, int]]


def ranges_of(tunables: tuple[Tunable, ...]) -> dict[str, tuple[int, int]]:
    """From where to where the numbers of a game may go, by each of their paths."""
    return {
        path: (one.low, one.high)
        for one in tunables
        if one.low is not None and one.high is not None
        for path in (one.paths or (one.path,))
    }


def edit_size(edit: Edit, ranges: Ranges) -> float:
    """How large an edit is: 1, and more the further a value moves in its range, or the more foreign a rule is."""
    if edit.kind in (NUMBER, ARGUMENT) and _is_number(edit.before) and _is_number(edit.after):
        before, after = int(edit.before or 0), int(edit.after or 0)
        low, high = ranges.get(edit.path, (min(before, after), max(before, after)))
        width = max(high, before, after) - min(low, before, after)
        return 1.0 + NEAR * abs(after - before) / max(1, width)
    if is_cure(edit):
        return 1.0 + CURE
    return 1.0 + LARGER.get(edit.kind, LARGER[TRUTH])


def is_cure(edit: Edit) -> bool:
    """Whether an edit adds a rule for the whole match."""
    return edit.kind == ADD and edit.before is None and _CURES.match(edit.path) is not None


def is_foreign(edit: Edit) -> bool:
    """Whether an edit takes a mechanism from another game, which no designer would call the smallest change."""
    return edit.kind == CROSS


def variant_size(variant: Variant, ranges: Ranges) -> float:
    """How large the edits of a variant are together."""
    return sum(edit_size(edit, ranges) for edit in variant.edits)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
