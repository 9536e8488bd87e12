"""``evolve``: random edits of clauses and values, and a map of the best game of every kind (MAP-Elites).

J.-B. Mouret and J. Clune, "Illuminating search spaces by mapping elites", 2015; G. Todd and others, "GAVEL: generating
games via evolution and language models", NeurIPS 2024, for games, with a language model as the mutation. Here mutations
are typed edits of the rules. Two metrics say what kind of game a variant is; each cell keeps the variant that is nearest
to the goals, so that the map shows what kinds of games are near.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from apts.agents.agent import derived_seed
from apts.errors import AptsError
from apts.variants.search.finals import play_finalists
from apts.variants.search.goal_scorer import message
from apts.variants.search.improve_request import DEFAULT_AXES
from apts.variants.search.match_runner import OutOfTime
from apts.variants.search.methods.game_map import OTHER_AXES, Cell, cell_of
from apts.variants.search.methods.race import Ranked, ranked_by
from apts.variants.search.methods.sampling import turnable
from apts.variants.search.search_state import SearchState
from apts.variants.structure.random_edits import random_edit
from apts.variants.variant import Variant

GROUP = 16
"""Variants of a generation."""

EACH = 16
"""Matches of a variant when it is first looked at."""

SHARE = 0.7
"""The part of the budget that evolution may spend; the rest is for a race of the best."""

IDLE = 25
"""Generations in a row without a new game, after which evolution ends."""

MOST_EDITS = 6
"""Edits that a variant may have; one with so many is no parent any more."""


def evolving(bench: SearchState) -> None:
    """Fill the map until the budget is spent, then let the best of it have more matches."""
    if not bench.has_rules:
        turnable(bench)
    rng = Random(derived_seed(bench.seed, "evolution"))
    bench.axes = _measured_axes(bench)
    _place(bench, [bench.parent])
    budget = bench.budget.part(SHARE)
    idle = 0
    while idle < IDLE and not budget.is_over and (capacity := int(budget.capacity // (EACH * bench.track.each))):
        children = iter(_children(bench, rng))
        new = bench.admitted(children, budget, capacity)
        bench.leave_out(children)
        idle = 0 if new else idle + 1
        try:
            bench.track.play(new, EACH, budget)
        except OutOfTime:
            break
        bench.note([Ranked(one, EACH, bench.track.standing(one)) for one in new])
        _place(bench, new)
        if new:
            bench.report(message("improve/kinds", kinds=len(bench.map), count=len(bench.tried)))
    play_finalists(bench, _promising(bench), EACH)
    for cell in list(bench.map.values()):
        bench.map[cell.place] = replace(cell, elite=bench.tried[cell.elite.candidate.key])


def _measured_axes(bench: SearchState) -> tuple[str, str]:
    """The axes of the map, unless the game has no such figures: alone nobody can draw."""
    if bench.track.figures(bench.parent, bench.axes) is not None:
        return bench.axes
    if bench.axes == DEFAULT_AXES:
        return OTHER_AXES
    names = " and ".join(bench.axes)
    raise AptsError(f"{names} cannot both be measured in this game; take other --axes, such as {','.join(OTHER_AXES)}")


def _promising(bench: SearchState) -> list[Variant]:
    """The nearest to the goals first, the best of every kind before the others that are as near."""
    elites = {cell.elite.candidate.key for cell in bench.map.values()}
    order = ranked_by(bench.track, list(bench.tried.values()))
    order.sort(key=lambda one: (round(one.standing.value, 9), one.candidate.key not in elites))
    return [one.candidate for one in order]


def _children(bench: SearchState, rng: Random) -> list[Variant]:
    """One more edit of random games of the map; half of the time of the better of two."""
    parents = [cell.elite for cell in bench.map.values() if cell.elite.candidate.size < MOST_EDITS]
    parents = parents or [bench.tried[bench.parent.key]]
    found = []
    for _ in range(GROUP):
        pair = [rng.choice(parents) for _ in range(rng.choice((1, 2)))]
        parent = min(pair, key=_rank).candidate
        child = random_edit(parent, rng, bench.kinds, bench.donors, bench.limits)
        if child is not None and child.edits[-1].path not in {edit.path for edit in parent.edits}:
            found.append(child)
    return found


def _place(bench: SearchState, variants: Sequence[Variant]) -> None:
    """Give variants their cells, where they are nearer to the goals than what stands there."""
    for variant in variants:
        figures = bench.track.figures(variant, bench.axes)
        if figures is None:
            continue
        place = (cell_of(bench.axes[0], figures[0]), cell_of(bench.axes[1], figures[1]))
        elite = bench.tried[variant.key]
        there = bench.map.get(place)
        if there is None or _rank(elite) < _rank(there.elite):
            bench.map[place] = Cell(place, figures, elite)


def _rank(one: Ranked[Variant]) -> tuple[float, int]:
    return round(one.standing.value, 9), one.candidate.size
