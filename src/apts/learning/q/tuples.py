"""The n-tuples of a game: runs of cells along lines and winding ones, each with its images under the board's symmetries.

A tuple of n cells has a weight for each way in which they can be filled. Straight ones see rows, winding ones see
corners and clusters (Krawiec and Szubert, 2011; Thill, Koch and Konen, 2012).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.engine.compiler.compiling import Compiled
from apts.engine.compiler.storage.piece_storage import PIECES_KEY
from apts.engine.play.machine import Machine
from apts.engine.play.positions.position_contents import pieces_key
from apts.engine.runtime.layout import LAST_FROM, LAST_LOCATION, LAST_TO, MOVER, NEXT, ORIGIN, OVER, PREVIOUS, TARGET
from apts.search.evaluation.rules_read import owned_by_state, stack_height

# ----------------------------------------------------------------------------------------------------------------
# What an n-tuple looks at: the cells of a game, the codes of what stands on them, and how cells lie to each
# other.

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


MOST_WEIGHTS = 20_000
"""Weights of one tuple."""

LONGEST = 8
SHAPE_SEED = 7


@dataclass(frozen=True)
class TupleSet:
    """Tuples that share weights: ``images`` have the same length, and one table of ``codes ** length`` weights."""

    images: tuple[tuple[int, ...], ...]

    @property
    def length(self) -> int:
        """The number of cells."""
        return len(self.images[0])


def tuple_length(codes: int) -> int:
    """The length of tuples for so many codes of a cell."""
    length = 1
    while length < LONGEST and codes ** (length + 1) <= MOST_WEIGHTS:
        length += 1
    return length


def tuple_sets(cells: Cells, symmetries: Sequence[Sequence[int]], codes: int, walks: int) -> list[TupleSet]:
    """Straight tuples along all lines, ``walks`` winding ones, and single cells that no other tuple has."""
    length = tuple_length(codes)
    chosen: list[tuple[int, ...]] = []
    for line in cells.lines:
        chosen += [line[at : at + length] for at in range(max(1, len(line) - length + 1))]
    dice = Random(SHAPE_SEED)
    starts = [cell for cell, near in enumerate(cells.neighbours) if near]
    for _ in range(walks if starts else 0):
        chosen.append(_walk(cells, dice.choice(starts), length, dice))
    covered = {cell for line in chosen for cell in line}
    chosen += [(cell,) for cell in range(len(cells.sites)) if cell not in covered]
    return _with_images(chosen, symmetries)


def _walk(cells: Cells, start: int, length: int, dice: Random) -> tuple[int, ...]:
    """Cells that hang together, each next to one that came before."""
    found = [start]
    while len(found) < length:
        near = [cell for at in found[-3:] for cell in cells.neighbours[at] if cell not in found]
        near = near or [cell for at in found for cell in cells.neighbours[at] if cell not in found]
        if not near:
            break
        found.append(dice.choice(near))
    return tuple(found)


def _with_images(chosen: Sequence[tuple[int, ...]], symmetries: Sequence[Sequence[int]]) -> list[TupleSet]:
    """Each tuple with its images; what has the cells of an earlier one is left out."""
    seen: set[frozenset[int]] = set()
    sets = []
    for line in chosen:
        images = []
        for symmetry in symmetries:
            image = tuple(symmetry[cell] for cell in line)
            if frozenset(image) not in seen:
                seen.add(frozenset(image))
                images.append(image)
        if images:
            sets.append(TupleSet(tuple(images)))
    return sets


# ----------------------------------------------------------------------------------------------------------------
# Which turns and reflections of the board, and which exchange of the two sides, leave the rules as they are.
#
# Every candidate is tried: positions of random matches are mapped, and must then have the mapped moves with the
# mapped effects. Weights may be shared between what passes.

Sites = NDArray[np.int64]

MATCHES = 16
LOOKS = 6
"""Positions of each match that are looked at."""

MOVES = 12
"""Moves of each position that are played."""

ON_SITES = ("what", "count", "state", "value", "rotation", "height")
OF_PLAYERS = ("score", "rank", "phase")
SETS = ("empty",)
OWNED = "owned"
KNOWN = (*ON_SITES, *OF_PLAYERS, *SETS, OWNED, PIECES_KEY, "history")
_NEAR = 1e-3


class SiteMap:
    """A map of sites onto sites, with or without an exchange of players 1 and 2, applied to whole positions."""

    def __init__(self, compiled: Compiled, sites: Sites, *, exchange: bool):
        self.compiled, self.sites, self.exchange = compiled, sites, exchange
        self._levels = compiled.equipment.all_sites * compiled.equipment.levels
        pieces = compiled.equipment.components
        self.components = [0, *(1 + pieces.index(self._other(piece)) for piece in pieces)]
        self._by_state = all(piece.owner == 0 for piece in pieces) and "state" in compiled.fields

    def _other(self, piece: Any) -> Any:
        if not self.exchange or piece.owner not in (1, 2):
            return piece
        pieces = self.compiled.equipment.components
        own = [known for known in pieces if known.owner == piece.owner]
        others = [known for known in pieces if known.owner == 3 - piece.owner]
        named = [known for known in others if known.bare == piece.bare]
        place = own.index(piece)
        return named[0] if named else others[place] if place < len(others) else piece

    def player(self, number: int) -> int:
        """The player that a player becomes."""
        return 3 - number if self.exchange and number in (1, 2) else number

    def site(self, number: int) -> int:
        """The site that a site becomes; numbers that are no site stay."""
        return int(self.sites[number]) if 0 <= number < len(self.sites) else number

    def position(self, state: Any, machine: Machine) -> Any:
        """The mapped position."""
        mapped = machine.copy(state)
        old, new = np.asarray(state), np.asarray(mapped)
        for place in (MOVER, NEXT, PREVIOUS):
            new[place] = self.player(int(old[place]))
        for place in (LAST_FROM, LAST_TO, LAST_LOCATION):
            new[place] = self.site(int(old[place]))
        for name, (start, size) in self.compiled.fields.items():
            self._field(name, old[start : start + size], new[start : start + size])
        if PIECES_KEY in self.compiled.fields:
            new[self.compiled.fields[PIECES_KEY][0]] = pieces_key(self.compiled, mapped)
        return mapped

    def _field(self, name: str, old: Sites, new: Sites) -> None:
        words = self.compiled.equipment.set_words
        if name in ON_SITES:
            deep = len(old) == self._levels and name != "height" and self.compiled.stacking
            levels = self.compiled.equipment.levels
            shape = (len(old) // levels, levels) if deep else (len(old), 1)
            rows = old.reshape(shape)
            if name == "what":
                rows = np.asarray(self.components)[rows]
            elif name == "state" and self._by_state and self.exchange:
                rows = np.asarray([0, 2, 1])[np.clip(rows, 0, 2)]
            new.reshape(shape)[self.sites[: shape[0]]] = rows
        elif name in OF_PLAYERS and self.exchange:
            new[1], new[2] = old[2], old[1]
        elif name in (*SETS, OWNED):
            for number in range(len(old) // words):
                target = self.player(number) if name == OWNED else number
                new[target * words : (target + 1) * words] = self._members(old[number * words : (number + 1) * words])

    def _members(self, old: Sites) -> Sites:
        new = np.zeros_like(old)
        for site in range(32 * len(old)):
            if int(old[site >> 5]) >> (site & 31) & 1:
                target = self.site(site)
                new[target >> 5] |= 1 << (target & 31)
        return new


def site_maps(compiled: Compiled) -> Iterator[Sites]:
    """The turns and reflections that map the sites of the board onto each other, the identity first."""
    equipment = compiled.equipment
    points = np.asarray(equipment.board.xy(), float)
    centred = points - (points.max(axis=0) + points.min(axis=0)) / 2
    rest = np.arange(equipment.sites, equipment.all_sites)
    seen: set[bytes] = set()
    for step in range(24):
        angle, mirror = math.radians(30 * (step % 12)), -1.0 if step >= 12 else 1.0
        turn = np.array([[math.cos(angle), -mirror * math.sin(angle)], [math.sin(angle), mirror * math.cos(angle)]])
        moved = centred @ turn.T
        distances = np.abs(moved[:, None, :] - centred[None, :, :]).max(axis=2)
        nearest = distances.argmin(axis=1)
        if distances.min(axis=1).max() > _NEAR or len(set(nearest.tolist())) < len(points):
            continue
        sites = np.concatenate([nearest, rest])
        if sites.tobytes() not in seen:
            seen.add(sites.tobytes())
            yield sites


def hands_exchanged(compiled: Compiled, sites: Sites) -> Sites:
    """The map with the hands of players 1 and 2 exchanged."""
    first, second = compiled.equipment.hand(1), compiled.equipment.hand(2)
    mapped = sites.copy()
    if first is not None and second is not None and first.size == second.size:
        one, two = np.arange(first.first, first.first + first.size), np.arange(second.first, second.first + second.size)
        mapped[one], mapped[two] = two, one
    return mapped


def sharing(machine: Machine) -> tuple[list[Sites], Sites | None]:
    """The maps of sites that keep the rules, the identity first, and one that does so with the sides exchanged."""
    compiled = machine.compiled
    everywhere = np.arange(compiled.equipment.all_sites)
    if compiled.chance or any(name not in KNOWN for name in compiled.fields):
        return [everywhere], None
    samples = list(_samples(machine))
    candidates = list(site_maps(compiled)) or [everywhere]
    kept = [sites for sites in candidates if _keeps(machine, SiteMap(compiled, sites, exchange=False), samples)]
    exchanged = None
    if compiled.equipment.players == 2:
        for sites in candidates:
            crossed = hands_exchanged(compiled, sites)
            if _keeps(machine, SiteMap(compiled, crossed, exchange=True), samples):
                exchanged = crossed
                break
    return kept or [everywhere], exchanged


def _samples(machine: Machine) -> Iterator[Any]:
    """Positions of random matches, the last ones among them."""
    for number in range(MATCHES):
        dice, state = Random(number), machine.start(0)
        course: list[Any] = []
        while not state[OVER] and len(course) < 400:
            course.append(machine.copy(state))
            machine.play(state, machine.record(dice.randrange(machine.moves(state))))
        yield from dice.sample(course, min(LOOKS, len(course)))
        yield course[-1]


def _keeps(machine: Machine, mapping: SiteMap, samples: list[Any]) -> bool:
    return all(_same_play(machine, mapping, state) for state in samples)


def _same_play(machine: Machine, mapping: SiteMap, state: Any) -> bool:
    """Whether a mapped position has the mapped moves, and whether they do the mapped things."""
    here, there = machine.copy(state), mapping.position(state, machine)
    moves = [machine.record(index) for index in range(machine.moves(here))]
    others = [machine.record(index) for index in range(machine.moves(there))]
    pairs = [(mapping.site(move[ORIGIN]), mapping.site(move[TARGET])) for move in moves]
    known = [(move[ORIGIN], move[TARGET]) for move in others]
    if sorted(pairs) != sorted(known):
        return False
    step = max(1, len(moves) // MOVES)
    for pair, move in zip(pairs[::step], moves[::step], strict=True):
        if known.count(pair) > 1:
            continue
        one, other = machine.copy(state), mapping.position(state, machine)
        machine.play(one, move)
        machine.play(other, others[known.index(pair)])
        if not _alike(mapping.compiled, mapping.position(one, machine), other):
            return False
    return True


def _alike(compiled: Compiled, one: Any, other: Any) -> bool:
    if one[MOVER] != other[MOVER] or one[OVER] != other[OVER]:
        return False
    fields = [compiled.fields[name] for name in compiled.fields if name in (*ON_SITES, *OF_PLAYERS)]
    first, second = np.asarray(one), np.asarray(other)
    return all(np.array_equal(first[start : start + size], second[start : start + size]) for start, size in fields)
