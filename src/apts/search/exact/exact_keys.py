"""Positions of a kernel for proofs: a key with every word that the rules can read, and moves played one at a time."""

from __future__ import annotations

from typing import Any

from apts.engine.play.machine import Machine
from apts.engine.play.outcome import utilities
from apts.engine.play.positions.position_contents import Position
from apts.engine.runtime.layout import HISTORY, LENGTH, MOVES, MOVES_THIS_TURN, OVER, STATE_SIZE, SWAPPED, TURN
from apts.search.keys import FOLLOWING, head_words
from apts.search.results import Record, seat_to_move


class KernelPositions:
    """A compiled game without chance as :class:`apts.search.exact.retrograde.Retrograde` takes it."""

    def __init__(self, machine: Machine, seat: int = 1):
        self.machine, self._seat, compiled = machine, seat, machine.compiled
        self._singles = [place for place in head_words(compiled) if place != MOVES_THIS_TURN]
        self._counts_turn = MOVES_THIS_TURN in head_words(compiled)
        self._levels, self._spans = [], []
        for name, (start, size) in compiled.fields.items():
            if name in FOLLOWING:
                continue
            if compiled.stacking and size == compiled.equipment.all_sites * compiled.equipment.levels:
                self._levels.append(start)
            else:
                self._spans.append((start, start + size))
        self._history = int(compiled.data[STATE_SIZE]) - int(compiled.data[HISTORY])

    @property
    def looks_back(self) -> bool:
        """Whether the rules compare positions with earlier ones of the match, so that each has its whole past in it."""
        return "history" in self.machine.compiled.fields

    def early(self, position: Any) -> Any:
        """The same position with hardly a move made, where rules do not ask, so that no limit of moves comes near."""
        copy = self.machine.copy(position)
        for place in (MOVES, TURN):
            if place not in self._singles:
                copy[place] = 1
        return copy

    def key(self, position: Any) -> bytes:
        """The words that matter, as bytes; of a history the set of what was there."""
        again = int(position[MOVES_THIS_TURN])
        head = [int(position[place]) for place in self._singles]
        parts = [repr((head, again if self._counts_turn else min(again, 1))).encode()]
        parts.extend(bytes(position[start:end]) for start, end in self._spans)
        if self._levels:
            height = self.machine.compiled.fields["height"][0]
            for site in range(self.machine.compiled.equipment.all_sites):
                levels = int(position[height + site])
                first = site * self.machine.compiled.equipment.levels
                parts.extend(bytes(position[start + first : start + first + levels]) for start in self._levels)
        if int(position[LENGTH]) > self._history:
            parts.append(repr(sorted({int(word) for word in position[self._history : int(position[LENGTH])]})).encode())
        return b"|".join(parts)

    def seat(self, position: Any) -> int:
        """The seat to move."""
        return seat_to_move(position)

    def moves(self, position: Any) -> list[Record]:
        """The legal moves; those with the same record are one."""
        machine = self.machine
        count = machine.moves(machine.copy(position))
        return list(dict.fromkeys(machine.record(index) for index in range(count)))

    def after(self, position: Any, move: Record) -> Any:
        """The position after a move."""
        copy = self.machine.copy(position)
        self.machine.play(copy, move)
        return copy

    def result(self, position: Any) -> int | None:
        """The result for seat 1; where both win or both lose, the opposite of that of the seat that the proof is for."""
        if not position[OVER]:
            return None
        ranks = Position(self.machine.compiled, position).ranks()
        player = 3 - self._seat if position[SWAPPED] else self._seat
        value = utilities(ranks)[player - 1]
        return ((value > 0) - (value < 0)) * (1 if self._seat == 1 else -1)
