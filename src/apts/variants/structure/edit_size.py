"""How large an edit is to a reader: how far a value moves, and whether a designer would think of it first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from apts.variants.structure.cures import all_cures
from apts.variants.tunables import ARGUMENT, NUMBER, OPTION, TRUTH
from apts.variants.variant import ADD, CROSS, REMOVE, SWAP, Edit, Variant

NEAR = 0.5
"""What a value counts that moves from one end of its range to the other; an edit itself counts 1."""

LARGER = {OPTION: 0.1, TRUTH: 0.2, REMOVE: 0.3, SWAP: 0.6, ADD: 0.7, CROSS: 1.5}
"""What edits count beyond 1 that move no number: what the game offers itself, what goes, what comes, what is foreign."""

CURE = 0.1
"""The same of a rule that designers add as a cure, such as the swap rule or a limit of moves."""


@dataclass(frozen=True)
class EditSizes:
    """How large edits of a game are: ``ranges`` of its numbers by their paths, and its ``cures`` by address and text."""

    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    cures: frozenset[tuple[str, str]] = frozenset()

    @classmethod
    def of(cls, parent: Variant) -> EditSizes:
        """The sizes of the edits of a game."""
        ranges = {
            path: (one.low, one.high)
            for one in parent.tunables()
            if one.low is not None and one.high is not None
            for path in (one.paths or (one.path,))
        }
        return cls(ranges, frozenset((edit.path, str(edit.after)) for edit in all_cures(parent)))

    def edit(self, edit: Edit) -> float:
        """How large an edit is: 1, and more the further a value moves in its range, or the more foreign a rule is."""
        if edit.kind in (NUMBER, ARGUMENT) and _is_number(edit.before) and _is_number(edit.after):
            before, after = int(edit.before or 0), int(edit.after or 0)
            low, high = self.ranges.get(edit.path, (min(before, after), max(before, after)))
            width = max(high, before, after) - min(low, before, after)
            return 1.0 + NEAR * abs(after - before) / max(1, width)
        if (edit.path, str(edit.after)) in self.cures:
            return 1.0 + CURE
        return 1.0 + LARGER.get(edit.kind, LARGER[TRUTH])

    def variant(self, variant: Variant) -> float:
        """How large the edits of a variant are together."""
        return sum(map(self.edit, variant.edits))


def is_foreign(edit: Edit) -> bool:
    """Whether an edit takes a mechanism from another game, which no designer would call the smallest change."""
    return edit.kind == CROSS


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
