"""``evolve``: random edits of clauses and values, and a map of the best game of every kind (MAP-Elites).

J.-B. Mouret and J. Clune, "Illuminating search spaces by mapping elites", 2015; G. Todd and others, "GAVEL: generating
games via evolution and language models", NeurIPS 2024, for games, with a language model as the mutation. Here mutations
are typed edits of the rules. Two metrics say what kind of game a variant is; each cell keeps the variant that is nearest
to the goals, so that the map shows what kinds of games are near.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from apts.agents.seeds import derived_seed
from apts.variants.search.budget import OutOfTime
from apts.variants.search.finals import finals
from apts.variants.search.game_map import Cell, cell_of
from apts.variants.search.race import Ranked
from apts.variants.search.workbench import Workbench
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


def evolving(bench: Workbench) -> None:
    """Fill the map until the budget is spent, then race the best of it."""
    rng = Random(derived_seed(bench.seed, "evolution"))
    _place(bench, [bench.parent])
    budget = bench.budget.part(SHARE)
    idle = 0
    while idle < IDLE and not budget.is_over and budget.room >= GROUP * EACH * bench.track.each:
        new = bench.admitted(_children(bench, rng), budget)
        idle = 0 if new else idle + 1
        try:
            bench.track.play(new, EACH, budget)
        except OutOfTime:
            break
        bench.note([Ranked(one, EACH, bench.track.standing(one)) for one in new])
        _place(bench, new)
        if new:
            bench.tell(f"{len(bench.map)} kinds of games among {len(bench.tried)} variants")
    finals(bench)


def _children(bench: Workbench, rng: Random) -> list[Variant]:
    """One more edit of random games of the map; half of the time of the better of two."""
    parents = [cell.elite for cell in bench.map.values() if cell.elite.candidate.size < MOST_EDITS]
    found = []
    for _ in range(GROUP):
        pair = [rng.choice(parents) for _ in range(rng.choice((1, 2)))]
        parent = min(pair, key=lambda one: one.standing.value).candidate
        child = random_edit(parent, rng, bench.kinds, bench.donors, bench.limits)
        if child is not None and child.edits[-1].path not in {edit.path for edit in parent.edits}:
            found.append(child)
    return found


def _place(bench: Workbench, variants: Sequence[Variant]) -> None:
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
