"""``race``: all variants with one edit race; where none of them meets the goals, the best get a second edit.

One race holds as many variants as the budget has first matches for. It often ends sooner than that, for whoever is surely
not the best drops out: then those that were left out race too, against the best of the races before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import TypeVar

from apts.agents.agent import derived_seed
from apts.errors import AptsError
from apts.variants.search.goal_scorer import left_message, size_message
from apts.variants.search.improve_request import FIRST
from apts.variants.search.match_runner import Budget
from apts.variants.search.methods.race import Ranked, race
from apts.variants.search.search_state import SearchState
from apts.variants.structure.clause_edits import removals
from apts.variants.structure.cures import all_cures
from apts.variants.structure.random_edits import structural_edits
from apts.variants.variant import ADD, REMOVE, STRUCTURAL_KINDS, Edit, Variant, value_edits

# ----------------------------------------------------------------------------------------------------------------
# Which variants a race begins with: all that are one edit away, the smallest steps of every rule first.

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
    if ADD in structural:
        yield from all_cures(parent, bench.limits)
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
