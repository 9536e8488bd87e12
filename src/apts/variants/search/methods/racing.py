"""``race``: all variants with one edit race; where none of them meets the goals, the best get a second edit.

One race holds as many variants as the budget has first matches for. It often ends sooner than that, for whoever is surely
not the best drops out: then those that were left out race too, against the best of the races before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence

from apts.errors import AptsError
from apts.variants.search.budget import Budget
from apts.variants.search.methods.candidates import holds_all, most_variants, one_edit_more
from apts.variants.search.methods.race import Ranked, race
from apts.variants.search.result_sentences import left_message, size_message
from apts.variants.search.search_state import SearchState
from apts.variants.variant import Variant

FIRST_SHARE = 0.7
"""The part of the budget that variants with one edit may spend, unless all that are left fit into the rest."""

PARENTS = 3
"""How many of the best get one edit more, and how many race against those that come later."""

MOST_EDITS = 2
"""Edits that are put together."""


def racing(bench: SearchState) -> None:
    """Race variants with one edit, then such with two, then what was left out of either."""
    single = Heats(bench, [bench.parent])
    single.race(bench.budget.part(FIRST_SHARE))
    if holds_all(bench, bench.budget, len(single.waiting)):
        single.race(bench.budget)
    _check_that_something_can_be_changed(bench, single)
    if single.best and bench.best().standing.value > 0.0:
        _go_on(bench, [Heats(bench, single.best), single])
    elif not _is_surely_inside(bench):
        _go_on(bench, [single])


def racing_on(bench: SearchState) -> None:
    """Race what was not tried yet of the variants with one edit, then such with one edit more than the best."""
    bench.left_out = 0
    heats = [Heats(bench, [bench.parent])]
    if max(one.candidate.size for one in bench.tried.values()) < MOST_EDITS:
        heats.append(Heats(bench, [one.candidate for one in bench.ranking()[:PARENTS]]))
    _go_on(bench, heats, content=False)


def _go_on(bench: SearchState, heats: Sequence[Heats], content: bool = True) -> None:
    """Let all race, the first ones first, and count what the budget does not hold."""
    for one in heats:
        one.race(bench.budget, content)
    if not (content and _is_surely_inside(bench)):
        bench.leave_out(variant for one in heats for variant in one.waiting)


class Heats:
    """Races among the variants one edit away from some parents; ``waiting`` are those that did not race yet.

    ``best`` are the best so far. Those of them that did not drop out are in every further race, so that later variants are
    held against them; the matches that they had are not played again.
    """

    def __init__(self, bench: SearchState, parents: Sequence[Variant]):
        self._bench = bench
        self.waiting = deque(one_edit_more(bench, parents))
        self.best: list[Variant] = []
        self._leaders: list[Variant] = []

    def race(self, budget: Budget, content: bool = True) -> None:
        """Race until nobody waits or the budget is spent; who is content stops where one is surely inside all goals."""
        bench = self._bench
        while self.waiting and not budget.is_over and not (content and _is_surely_inside(bench)):
            newcomers = bench.admitted(self._next(), budget, most_variants(bench, budget))
            if not newcomers:
                break
            entered = [*newcomers, *self._leaders]
            edits = min(one.size for one in newcomers)
            result = race(bench.track, entered, bench.most, budget, _progress(bench, edits, len(entered)))
            bench.note(result.ranking)
            played = {one.candidate.key for one in result.ranking}
            bench.left_out += sum(one.key not in played for one in newcomers)
            foremost = result.ranking[:PARENTS]
            self.best = [one.candidate for one in foremost] or self.best
            self._leaders = [one.candidate for one in foremost if not one.dropped] or self._leaders

    def _next(self) -> Iterator[Variant]:
        while self.waiting:
            variant = self.waiting.popleft()
            yield variant.lean() if variant.fits else variant


def _is_surely_inside(bench: SearchState) -> bool:
    return bench.best().standing.high <= 0.0


def _check_that_something_can_be_changed(bench: SearchState, single: Heats) -> None:
    """Refuse a search in which no edit was thought of: not refused, not waiting, not left out, not tried."""
    if not bench.refused and not single.waiting and not bench.left_out and len(bench.tried) == 1:
        raise AptsError(
            "nothing of the game may be changed: the edits, pins and bounds that were asked for leave no other value"
        )


def _progress(bench: SearchState, edits: int, count: int) -> Callable[[int, int, Ranked[Variant]], None]:
    def report_progress(matches: int, left: int, leader: Ranked[Variant]) -> None:
        bench.note([leader])
        bench.report(left_message(size_message(edits), left, count, matches))

    return report_progress
