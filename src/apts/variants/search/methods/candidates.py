"""Which variants a race begins with: all that are one edit away, the smallest steps of every rule first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import TypeVar

from apts.agents.seeds import derived_seed
from apts.variants.edits import REMOVE, STRUCTURAL_KINDS, Edit
from apts.variants.search.budget import Budget
from apts.variants.search.search_defaults import FIRST
from apts.variants.search.search_state import SearchState
from apts.variants.structure.clause_edits import removals
from apts.variants.structure.random_edits import structural_edits
from apts.variants.value_edits import value_edits
from apts.variants.variant import Variant

Item = TypeVar("Item")

SHARE = 0.5
"""The part of the budget that the first round may spend, which all variants take part in."""

STRUCTURAL = 40
"""Clauses that are added and exchanged by chance, beside all that can be removed."""

FEW = 8
"""Values of one place that are all tried, the nearest first."""

MOST_VARIANTS = 240
"""More are not raced together, however large the budget; those that are left out have races after it."""

FEWEST = 6
"""Variants of a first round by the clock, however slow matches seem to be."""


def one_edit_more(bench: SearchState, parents: Sequence[Variant]) -> Iterator[Variant]:
    """The variants one edit away from the parents.

    Parents take turns, and so do the places of the rules, each with its nearest value first.
    """
    lists = [[parent.edited(edit) for edit in in_turns(_edits(bench, parent))] for parent in parents]
    return taking_turns(lists)


def most_variants(bench: SearchState, budget: Budget) -> int:
    """How many variants a first round holds: one at least as long as the budget holds its first matches."""
    fitting = budget.capacity / (FIRST * bench.track.each)
    # What a clock leaves room for is a guess from the first matches, which are the slowest.
    fewest = min(1.0, fitting) if budget.ends is None else FEWEST
    return int(max(fewest, min(MOST_VARIANTS, SHARE * fitting)))


def holds_all(bench: SearchState, budget: Budget, count: int) -> bool:
    """Whether so many variants fit into a first round and leave matches for the best of them."""
    return count * FIRST * bench.track.each <= SHARE * budget.capacity


def _edits(bench: SearchState, parent: Variant) -> Iterator[Edit]:
    """The edits that a search may make; what was edited once stays as it is."""
    turned = {edit.path for edit in parent.edits}
    for edit in value_edits(parent, bench.limits):
        if edit.kind in bench.kinds and edit.path not in turned:
            yield edit
    structural = [kind for kind in STRUCTURAL_KINDS if kind in bench.kinds]
    if not structural or not bench.has_rules:
        return
    if REMOVE in structural:
        yield from (one.edit() for one in removals(parent.rules))
    rng = Random(derived_seed(bench.seed, "edits", parent.key))
    others = [kind for kind in structural if kind != REMOVE]
    yield from structural_edits(parent, rng, bench.donors, STRUCTURAL, others)


def in_turns(edits: Iterable[Edit]) -> Iterator[Edit]:
    """Edits of all places of the rules by turns, of each place the smallest step first.

    Of a place with many values those in the middle of both sides come first, then the middles of what is between: a step
    from 300 to 301 changes next to nothing.
    """
    places: dict[str, list[Edit]] = {}
    for edit in edits:
        place = edit.kind if edit.kind in STRUCTURAL_KINDS else edit.path
        places.setdefault(place, []).append(edit)
    yield from taking_turns([_ordered(found) for found in places.values()])


def _ordered(edits: Sequence[Edit]) -> list[Edit]:
    nearest = sorted(edits, key=_step)
    if len(edits) <= FEW or edits[0].kind in STRUCTURAL_KINDS:
        return nearest
    sides = [[edit for edit in nearest if (_change(edit) > 0) is up] for up in (True, False)]
    return list(taking_turns([_middles_first(side) for side in sides]))


def _middles_first(edits: Sequence[Edit]) -> list[Edit]:
    """The middle one, then the middles of both halves, and so on."""
    parts, found = [list(edits)], []
    while parts:
        part = parts.pop(0)
        if part:
            middle = len(part) // 2
            found.append(part[middle])
            parts += [part[:middle], part[middle + 1 :]]
    return found


def _step(edit: Edit) -> int:
    return abs(_change(edit))


def _change(edit: Edit) -> int:
    numbers = isinstance(edit.before, int) and isinstance(edit.after, int)
    return int(edit.after or 0) - int(edit.before or 0) if numbers else 0


def taking_turns(lists: Sequence[Sequence[Item]]) -> Iterator[Item]:
    """The first of each list, then the second of each, and so on."""
    for turn in range(max(map(len, lists), default=0)):
        yield from (one[turn] for one in lists if turn < len(one))
