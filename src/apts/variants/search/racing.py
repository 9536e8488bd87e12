"""``race``: all variants with one edit race; where none of them meets the goals, the best get a second edit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from apts.errors import AptsError
from apts.variants.search.budget import Budget
from apts.variants.search.candidates import most_variants, one_edit_more
from apts.variants.search.race import Ranked, race
from apts.variants.search.result_sentences import left_told, size_told
from apts.variants.search.workbench import Workbench
from apts.variants.variant import Variant

FIRST_SHARE = 0.7
"""The part of the budget that variants with one edit may spend."""

PARENTS = 3
"""How many of the best get one edit more."""

MOST_EDITS = 2
"""Edits that are put together."""


def racing(bench: Workbench) -> None:
    """Race variants with one edit, then such with two."""
    best = _raced(bench, [bench.parent], bench.budget.part(FIRST_SHARE))
    if best and bench.best().standing.value > 0.0:
        _raced(bench, best, bench.budget)


def racing_on(bench: Workbench) -> None:
    """Race variants with one edit more than those that looked best."""
    largest = max(one.candidate.size for one in bench.tried.values())
    if largest < MOST_EDITS:
        _raced(bench, [one.candidate for one in bench.ranking()[:PARENTS]], bench.budget)


def _raced(bench: Workbench, parents: Sequence[Variant], budget: Budget) -> list[Variant]:
    """Race the variants one edit away from the parents, if there is time; gives the best of them."""
    if bench.budget.is_over or not parents:
        return []
    variants = bench.admitted(one_edit_more(bench, parents), budget, most_variants(bench, budget))
    if not variants:
        _check_that_something_can_be_changed(bench)
        return []
    edits = min(one.size for one in variants)
    result = race(bench.track, variants, bench.most, budget, _told(bench, edits, len(variants)))
    bench.note(result.ranking)
    bench.left_out += len(variants) - len(result.ranking)
    return [one.candidate for one in result.ranking[:PARENTS]]


def _check_that_something_can_be_changed(bench: Workbench) -> None:
    """Refuse a search in which no edit was thought of: not refused, not left out, not tried."""
    if not bench.refused and not bench.left_out and len(bench.tried) == 1:
        raise AptsError(
            "nothing of the game may be changed: the edits, pins and bounds that were asked for leave no other value"
        )


def _told(bench: Workbench, edits: int, count: int) -> Callable[[int, int, Ranked[Variant]], None]:
    def told(matches: int, left: int, leader: Ranked[Variant]) -> None:
        bench.note([leader])
        bench.tell(left_told(size_told(edits), left, count, matches))

    return told
