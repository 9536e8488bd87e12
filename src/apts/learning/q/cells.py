"""What an n-tuple looks at: the cells of a game, the codes of what stands on them, and how cells lie to each other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.engine.compiler.compiling import Compiled
from apts.search.evaluation.rule_facts import owned_by_state, stack_height

FLAT, UNROLLED, TOPS = range(3)
"""One cell a site; one cell for each level of a row of stacks; the two topmost pieces of each stack."""

TOP_LEVELS = 2
COUNT_BUCKETS = (1, 2, 3, 4, 6, 9, 13)
"""Counts from which on a pile is another thing."""

MOST_COUNTED = 64


@dataclass(frozen=True)
class Cells:
    """The cells of a game. ``neighbours`` are clockwise; ``lines`` are the straight lines as far as they go."""

    kind: int
    sites: tuple[int, ...]
    levels: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[int, ...], ...]

    def mapped(self, sites: NDArray[np.int64]) -> list[int]:
        """The cell that each cell becomes when sites are mapped."""
        number = {key: cell for cell, key in enumerate(zip(self.sites, self.levels, strict=True))}
        return [number[int(sites[site]), level] for site, level in zip(self.sites, self.levels, strict=True)]


def cells_of(compiled: Compiled) -> Cells:
    """The cells of a compiled game."""
    equipment = compiled.equipment
    dice = equipment.dice
    rolled = range(dice.first, dice.first + dice.size) if dice is not None else range(0)
    if compiled.stacking and len(equipment.board.rows()) == 1:
        return _unrolled(equipment.sites, max(1, stack_height(compiled)))
    board = list(range(equipment.sites))
    hands = [site for site in range(equipment.sites, equipment.all_sites) if site not in rolled]
    neighbours = [tuple(near) for near in equipment.board.neighbours("Adjacent")]
    lines = _straight(equipment.board.rays("Adjacent"))
    places = [*board, *hands]
    near = (*neighbours, *((),) * len(hands))
    if not compiled.stacking:
        return Cells(FLAT, tuple(places), (0,) * len(places), near, lines)
    levels = tuple(level for level in range(TOP_LEVELS) for _ in places)
    below = tuple(tuple(site + len(places) for site in around) for around in near)
    return Cells(TOPS, tuple(places) * TOP_LEVELS, levels, near + below, lines)


def _straight(rays: Any) -> tuple[tuple[int, ...], ...]:
    """Rays that cannot be prolonged backwards, with the site they start from, each line once."""
    steps = {pair for site, starts in enumerate(rays) for ray in starts for pair in pairwise((site, *ray))}
    whole = {(site, *ray) for site, starts in enumerate(rays) for ray in starts if ray}
    inner = {line[1:] for line in whole if len(line) > 1}
    found = {min(line, line[::-1]) for line in whole if line not in inner}
    return tuple(sorted(line for line in found if len(line) > 1 and (line[0], line[1]) in steps))


def _unrolled(columns: int, rows: int) -> Cells:
    """An upright grid of columns that are filled from below."""

    def cell(column: int, row: int) -> int | None:
        return column * rows + row if 0 <= column < columns and 0 <= row < rows else None

    steps = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
    places = [(column, row) for column in range(columns) for row in range(rows)]
    neighbours = []
    lines = []
    for column, row in places:
        near = (cell(column + right, row + up) for right, up in steps)
        neighbours.append(tuple(at for at in near if at is not None))
        for right, up in steps[:4]:
            if cell(column - right, row - up) is None:
                line = [cell(column + step * right, row + step * up) for step in range(columns + rows)]
                lines.append(tuple(at for at in line if at is not None))
    sites, levels = zip(*places, strict=True)
    return Cells(UNROLLED, sites, levels, tuple(neighbours), tuple(line for line in lines if len(line) > 1))


@dataclass(frozen=True)
class Codes:
    """What can stand on a cell, numbered: ``tables[p - 1]`` has the code of (component, state) as player p sees it.

    Code 0 is an empty cell. ``states`` is how many local states are told apart; ``buckets`` how many sizes of piles.
    """

    count: int
    states: int
    buckets: int
    tables: tuple[tuple[int, ...], ...]


def codes_of(compiled: Compiled, kind: int) -> Codes:
    """The codes of a compiled game; pieces are told apart by name and by whose they are, seen from a player."""
    equipment = compiled.equipment
    players, pieces = equipment.players, equipment.components
    by_state = owned_by_state(compiled)
    states = players + 1 if by_state else 1
    buckets = len(COUNT_BUCKETS) if "count" in compiled.fields and kind == FLAT else 1

    def seen(piece: Any, state: int, player: int) -> tuple[int, int]:
        owner = state if by_state else piece.owner
        relative = (owner - player) % players if 1 <= owner <= players else players
        return relative, _rank(piece, pieces)

    shown = range(1, states) if by_state else range(states)  # a disc always shows somebody's side
    names = sorted({seen(piece, state, p) for piece in pieces for state in shown for p in range(1, players + 1)})
    number = {name: 1 + index for index, name in enumerate(names)}
    tables = []
    for player in range(1, players + 1):
        table = [0] * states
        for piece in pieces:
            table += [number.get(seen(piece, state, player), 0) for state in range(states)]
        tables.append(tuple(table))
    count = 1 + len(names) * buckets + (1 if kind == UNROLLED else 0)
    return Codes(count, states, buckets, tuple(tables))


def _rank(piece: Any, pieces: list[Any]) -> int:
    """The place of a kind of piece, the same for the pieces of all players that have the same name or place."""
    bare = sorted({known.bare for known in pieces})
    own = [known for known in pieces if known.owner == piece.owner]
    shared = all(sum(known.bare == piece.bare for known in pieces) > 1 for piece in pieces if piece.owner)
    return bare.index(piece.bare) if shared else own.index(piece)
