"""Work counted in steps that are the same on every machine, so that a budget buys the same everywhere.

A step is one of those by which kernels count their work, some four nanoseconds of a usual processor; the figures behind
it are in ``docs/decisions/0014-fitted-evaluations.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apts.engine.native.jit import address, words
from apts.engine.play.machine import Machine
from apts.search.evaluation.heuristic import Heuristic
from apts.search.evaluation.piece_values import walked
from apts.search.evaluation.rules_read import winning_lines

NODE = 60
"""Steps of a node beside those of the rules and a quarter of a step for each site."""

SEARCH = 60_000
"""Steps around a search: what Python does before and after."""

TURN = 6_000
"""Steps of a turn that is not searched, and of what is around each turn."""

LISTED = 0.15
"""The share of the nodes at which all moves are listed, and at which a position is judged: others are cut off before."""

LISTING = ("mobility", "attacks")
"""The kinds of terms for which all moves of each player are listed."""

LINE_CELL = 0.6
"""Steps of a cell of a line."""

WALKS, WALK_LIMIT = 6, 200
"""Random matches in which costs are measured, and moves of each."""

WALKED = 7
"""Steps of a site where a walk from neighbour to neighbour looks for a way or for groups."""

ITERATION = 150
"""Steps of an iteration of tree search beside those of the rules."""

RANDOM_MOVE = 12
"""Steps of a move of a playout beside those of the rules."""

PLAYOUT_STEPS, TREE_STEPS = 0.3, 0.5
"""How long a step of the rules takes in playouts and inside the tree, where one of alpha-beta takes 1."""

LOGGED_MOVE = 5
"""Steps for a move of a playout that is remembered."""

EYES = 1.4
"""How many times longer a playout takes that looks for eyes."""

CHILD, CHILD_JUDGING = 15, 0.2
"""Steps of a child that is judged before it is tried, and how long the steps of judging take there."""

PLAYOUT_SHARE = 0.7
"""The share of a random match that is still to come where a playout begins, on average."""

TREE_MOVES = 4
"""Moves that an iteration plays inside the tree, about."""


@dataclass(frozen=True)
class Costs:
    """What the search of a game costs, measured in random matches: how many legal moves there are, how many turns, and the
    steps that the rules take to list the moves, to play one, and to pick one at random.
    """

    moves: float
    turns: float
    listing: float
    playing: float
    sites: int
    players: int
    line_cells: int = 0
    picking: float = 0.0

    def judging(self, heuristic: Heuristic) -> float:
        """Steps of judging a position by a heuristic."""
        listings = sum(term.kind in LISTING for term in heuristic.terms)
        lined = any(term.kind in ("line", "lines") for term in heuristic.terms)
        walked = sum(term.kind in ("connection", "groups") for term in heuristic.terms)
        judging = self.players * (listings * self.listing + walked * WALKED * self.sites)
        return judging + (LINE_CELL * self.line_cells if lined else 0.0)

    def node(self, heuristic: Heuristic) -> float:
        """Steps of a node of alpha-beta that is judged by a heuristic."""
        return NODE + self.sites / 4 + self.playing + LISTED * (self.listing + self.judging(heuristic))

    def iteration(
        self,
        heuristic: Heuristic | None = None,
        playout: int | None = None,
        *,
        judged: bool = False,
        logged: bool = False,
        eyes: bool = False,
    ) -> float:
        """Steps of an iteration of tree search.

        Its playouts are cut after so many moves and judged by the heuristic; children may be ``judged`` before they are
        tried, moves of playouts ``logged``, and ``eyes`` looked for.
        """
        moves = self.turns * PLAYOUT_SHARE
        judging = 0.0 if heuristic is None else self.judging(heuristic)
        steps = ITERATION + self.sites / 4 + TREE_STEPS * (self.listing + TREE_MOVES * self.playing)
        if playout is not None and playout < moves:
            moves = playout
            steps += TREE_STEPS * judging
        if judged:
            steps += self.moves * (CHILD + self.sites / 16 + TREE_STEPS * self.playing + CHILD_JUDGING * judging)
        move = RANDOM_MOVE + PLAYOUT_STEPS * (self.picking + self.playing) + LOGGED_MOVE * logged
        return steps + moves * move * (EYES if eyes else 1.0)


def costs_of(machine: Machine, seed: int, line: int = 0) -> Costs:
    """The costs, measured in a few random matches; ``line`` is the length of the lines that features look at."""
    listing: list[int] = []
    playing: list[int] = []
    counts: list[int] = []
    picking: list[int] = []
    stream = words(1)

    def visit(state: Any, count: int) -> None:
        counts.append(count)
        listing.append(machine.effort)
        stream[0], apart = seed + len(counts), machine.copy(state)
        with machine.working():
            machine.kernel.choose(*machine.addresses(apart), address(stream))
        picking.append(machine.effort)
        machine.moves(state)

    for number in range(WALKS):
        playing += walked(machine, seed, number, WALK_LIMIT, visit)
    turns = max(len(counts), 1)
    equipment = machine.compiled.equipment
    means = [sum(values) / turns for values in (counts, listing, playing, picking)]
    cells = len(winning_lines(machine.compiled, line)) * line if line else 0
    sites, players = equipment.all_sites, equipment.players
    return Costs(means[0], turns / WALKS, means[1], means[2], sites, players, cells, means[3])
