"""The pieces that decided a match: the line, the group or the piece that the end rule asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from apts.engine.compiler.compiling import Compiled
from apts.engine.lowering.deciding_parts import (
    ANY_OWNER,
    MOVER_OWNS,
    DecidingArrival,
    DecidingGroup,
    DecidingLine,
    DecidingPart,
)
from apts.engine.runtime.layout import END_RULE, LAST_TO, MOVER, OVER, WON_BY

Spot = tuple[int, int]
"""A site and a level of its stack, 0 for the lowest piece."""


@dataclass(frozen=True)
class Decided:
    """Pieces that decided a match; ``kind`` is ``line``, ``group`` or ``arrival``."""

    kind: str
    spots: tuple[Spot, ...]


def decided_by(compiled: Compiled, state: Any) -> tuple[Decided, ...]:
    """What the end rule found in this position; nothing while the match goes on, or where the rule names no pieces.

    Where the first place was won earlier than the match ended, the position has no trace of it, so nothing is found.
    """
    number, won = int(state[END_RULE]), int(state[WON_BY])
    if not state[OVER] or number <= 0 or won not in (0, number):
        return ()
    reader = _Reader(compiled, state)
    found = []
    for part in compiled.deciding[number - 1]:
        spots = tuple(sorted(reader.spots(part)))
        if spots:
            found.append(Decided(part.kind, spots))
    return tuple(found)


class _Reader:
    def __init__(self, compiled: Compiled, state: Any):
        self.compiled, self.state, self.data = compiled, state, compiled.data
        self.last = int(state[LAST_TO])

    def spots(self, part: DecidingPart) -> set[Spot]:
        if isinstance(part, DecidingArrival) and part.pieces is not None:
            sites = range(self.compiled.equipment.sites)
            return set([(site, 0) for site in sites if self._holds(site, part.pieces)][:1])
        if not 0 <= self.last < self.compiled.equipment.sites or not self._height(self.last):
            return set()
        if isinstance(part, DecidingArrival):
            return {(self.last, self._height(self.last) - 1)}
        return self._line(part) if isinstance(part, DecidingLine) else self._group(part)

    def _line(self, part: DecidingLine) -> set[Spot]:
        matches = self._matching(part.owner)
        first = (self.last, self._height(self.last) - 1)
        if not matches(*first):
            return set()
        found: set[Spot] = set()
        if part.levels == "each":
            below = [first, *self._run([self.last] * first[1], first[1], -1, matches)]
            found.update(below if len(below) >= part.length else ())
        for ahead, back in self._rays(part.rays):
            for slope in (-1, 0, 1) if part.levels == "each" else (None,):
                run = [
                    first,
                    *self._run(ahead, first[1], slope, matches),
                    *self._run(back, first[1], None if slope is None else -slope, matches),
                ]
                if len(run) == part.length or (len(run) > part.length and not part.exact):
                    found.update(run)
        return found

    def _run(
        self, sites: list[int], level: int, slope: int | None, matches: Callable[[int, int], bool]
    ) -> Iterator[Spot]:
        """The pieces that match one after the other: at levels that rise by the slope, or topmost ones without it."""
        for site in sites:
            level = self._height(site) - 1 if slope is None else level + slope
            if not matches(site, level):
                return
            yield site, level

    def _group(self, part: DecidingGroup) -> set[Spot]:
        matches = self._matching(part.owner)
        top = (self.last, self._height(self.last) - 1)
        if not matches(*top):
            return set()
        owner = self._owner(*top)
        row = owner if part.by_owner else 0
        touching = int(self.data[part.touching]) + row * self.compiled.equipment.all_sites
        needed = int(self.data[int(self.data[part.counts]) + row]) if part.needed is None else part.needed
        group, touched, waiting = {self.last}, 0, [self.last]
        while waiting:
            site = waiting.pop()
            touched |= int(self.data[touching + site])
            for other in self._list(int(self.data[part.steps]) + site):
                if other not in group and self._owner(other, self._height(other) - 1) == owner:
                    group.add(other)
                    waiting.append(other)
        return {(site, self._height(site) - 1) for site in group} if touched.bit_count() >= needed else set()

    def _matching(self, wanted: int | None) -> Callable[[int, int], bool]:
        """Whether a piece is like that of the last move: of the same kind, or of the same owner if one is wanted."""
        level = self._height(self.last) - 1
        what, owner = self._what(self.last, level), self._owner(self.last, level)
        if wanted is None:
            return lambda site, level: self._what(site, level) == what
        sought = int(self.state[MOVER]) if wanted == MOVER_OWNS else wanted
        if sought not in (ANY_OWNER, owner):
            return lambda _site, _level: False
        return lambda site, level: self._owner(site, level) == owner

    def _rays(self, slot: int) -> Iterator[tuple[list[int], list[int]]]:
        """The two ways of each line through the last site."""
        place = int(self.data[slot]) + self.last
        for ray in range(int(self.data[place]), int(self.data[place + 1]), 2):
            yield self._list(ray), self._list(ray + 1)

    def _list(self, place: int) -> list[int]:
        return [int(site) for site in self.data[int(self.data[place]) : int(self.data[place + 1])]]

    def _height(self, site: int) -> int:
        field = "height" if self.compiled.stacking else "what"
        word = int(self.state[self.compiled.fields[field][0] + site])
        return word if self.compiled.stacking else int(word != 0)

    def _what(self, site: int, level: int) -> int:
        if not 0 <= level < self._height(site):
            return 0
        index = site * self.compiled.equipment.levels + level if self.compiled.stacking else site
        return int(self.state[self.compiled.fields["what"][0] + index])

    def _owner(self, site: int, level: int) -> int:
        """The owner of a piece; -1 where there is none."""
        what = self._what(site, level)
        return self.compiled.equipment.components[what - 1].owner if what else -1

    def _holds(self, site: int, pieces: tuple[int, ...]) -> bool:
        return any(self._what(site, level) in pieces for level in range(self._height(site)))
