"""Which variants of a search differ in one number alone: together they make a curve."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from apts.statistics.response_curve import LEAST_VALUES
from apts.variants.tunables import ARGUMENT, NUMBER
from apts.variants.variant import Variant

Number = tuple[str, tuple[str, ...]]
"""The path of a number, and the other edits that stand beside it."""


class NumberCurves:
    """The variants that were played, by the number in which they differ."""

    def __init__(self) -> None:
        self._played: dict[Number, dict[int, Variant]] = {}

    def know(self, variants: Iterable[Variant]) -> None:
        """Remember variants that are played."""
        for variant in variants:
            place = _place(variant)
            if place is not None:
                number, value = place
                self._played.setdefault(number, {})[value] = variant

    def forget(self, variant: Variant) -> None:
        """Leave out a variant whose matches are gone."""
        place = _place(variant)
        if place is not None:
            self._played.get(place[0], {}).pop(place[1], None)

    def siblings(self, variant: Variant) -> Mapping[int, Variant]:
        """The variants with this number at its values, the variant among them; none where too few make no curve."""
        place = _place(variant)
        found = {} if place is None else self._played.get(place[0], {})
        has_it = place is not None and place[1] in found and found[place[1]].key == variant.key
        return found if has_it and len(found) >= LEAST_VALUES else {}


def _place(variant: Variant) -> tuple[Number, int] | None:
    """The number that the last edit turns, and to what; None where it turns none."""
    if not variant.edits:
        return None
    *others, last = variant.edits
    if last.kind not in (NUMBER, ARGUMENT) or isinstance(last.after, bool) or not isinstance(last.after, int):
        return None
    return (last.path, tuple(f"{edit.kind} {edit.path} {edit.after}" for edit in others)), last.after
