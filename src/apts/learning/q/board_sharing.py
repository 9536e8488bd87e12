"""Which turns and reflections of the board, and which exchange of the two sides, leave the rules as they are.

Every candidate is tried: positions of random matches are mapped, and must then have the mapped moves with the mapped
effects. Weights may be shared between what passes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.engine.compiler.compiling import Compiled
from apts.engine.compiler.storage.piece_storage import PIECES_KEY
from apts.engine.play.machine import Machine
from apts.engine.play.positions.position_contents import pieces_key
from apts.engine.runtime.layout import LAST_FROM, LAST_LOCATION, LAST_TO, MOVER, NEXT, ORIGIN, OVER, PREVIOUS, TARGET

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
