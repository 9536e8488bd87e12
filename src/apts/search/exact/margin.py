"""The exact difference of scores: alpha-beta to the end of every line."""

from __future__ import annotations

from dataclasses import dataclass
from time import thread_time
from typing import Any

from apts.engine.play.machine import Machine
from apts.engine.play.positions.position_contents import Position
from apts.engine.runtime.layout import OVER, SWAPPED
from apts.errors import AptsError
from apts.search.evaluation.heuristic import Heuristic
from apts.search.exact.proof_search import key_of
from apts.search.exact.retrograde import Watch
from apts.search.memory import key_plan
from apts.search.minimax.alphabeta import RecordsTooFew, SideSearch
from apts.search.minimax.search_block import ENDLESS, INFINITE
from apts.search.results import Record, seat_to_move

UNFINISHED_LINE = "the time did not suffice for the whole line"


@dataclass(frozen=True)
class Solution:
    """The exact value for the mover: 1 win, 0 draw, -1 loss, or None when it could not be proven.

    ``moves`` is how many moves the match still takes when the winner hurries and the loser resists; None for draws and
    when it was not asked for. ``line`` is such a match; where ``repeats`` is set it is cut at the first position that
    comes back. ``margin`` is the difference of the scores under best play, where that was asked for. ``reason`` says
    which limit was met when there is no value.
    """

    value: int | None
    moves: int | None
    line: tuple[Record, ...]
    nodes: int
    seconds: float
    margin: int | None = None
    repeats: bool = False
    reason: str = ""


class MarginSearch:
    """The difference of scores of two players, when both play for it."""

    def __init__(self, machine: Machine, scores_at: int, plies: int, table_bits: int, watch: Watch | None):
        self.machine, self._watch, self._looked = machine, watch, 0
        self._search = SideSearch(machine, Heuristic(), plies, table_bits, exact=True, scores_at=scores_at)

    def solve(self, state: Any, seconds: float | None) -> Solution:
        """The difference for the mover, with a line of play."""
        began, search = thread_time(), self._search
        value = self._between(state, -INFINITE, INFINITE, None if seconds is None else began + seconds)
        nodes = search.nodes
        if value is None or search.capped:
            reason = f"the {seconds:g} seconds that were given did not suffice"
            if value is not None:
                reason = f"there are lines of more than {search.plies} moves"
            return Solution(None, None, (), nodes, thread_time() - began, reason=reason)
        # The margin is proven by now, so the line may take as much time again as was given.
        deadline = None if seconds is None else thread_time() + max(1.0, seconds)
        line, repeats, whole = self._line(state, value, deadline)
        reason = "" if whole else UNFINISHED_LINE
        won = (value > 0) - (value < 0)
        return Solution(won, None, line, nodes, thread_time() - began, value, repeats, reason)

    def _between(self, state: Any, alpha: int, beta: int, deadline: float | None) -> int | None:
        """A bound of the margin within a window, or None when time is up."""
        search = self._search
        while True:
            try:
                search.prepare(state)
                search.begin(alpha, beta, ENDLESS)
                while not search.go_on():
                    if self._watch is not None:
                        self._watch(self._looked + search.nodes, None)
                    if deadline is not None and thread_time() > deadline:
                        return None
                self._looked += search.nodes
                return search.value
            except RecordsTooFew:
                search.widen()

    def _line(self, state: Any, value: int, deadline: float | None) -> tuple[tuple[Record, ...], bool, bool]:
        """Moves that keep the margin to the end, or to the first position that comes back; and whether they are all."""
        machine, plan, state = self.machine, key_plan(self.machine.compiled, history=True), self.machine.copy(state)
        moves: list[Record] = []
        seen = {key_of(machine, plan, state)}
        while not state[OVER]:
            found = self._step(state, value, deadline)
            if found is None:
                return tuple(moves), False, False
            record, value = found
            machine.play(state, record)
            moves.append(record)
            key = key_of(machine, plan, state)
            if not state[OVER] and key in seen:
                return tuple(moves), True, True
            seen.add(key)
        return tuple(moves), False, True

    def _step(self, state: Any, wanted: int, deadline: float | None) -> tuple[Record, int] | None:
        """The first move that is worth exactly that to who makes it, and what it is worth to the next; None out of time."""
        machine, seat = self.machine, seat_to_move(state)
        for record in [machine.record(index) for index in range(machine.moves(machine.copy(state)))]:
            after = machine.copy(state)
            machine.play(after, record)
            if after[OVER]:
                if self._final(after, seat) == wanted:
                    return record, wanted
                continue
            target = wanted if seat_to_move(after) == seat else -wanted
            bound = self._between(after, target - 1, target + 1, deadline)
            if bound is None:
                return None
            if bound == target:
                return record, target
        raise AptsError("the solver found no move that keeps the value it had proven; please report the position")

    def _final(self, state: Any, seat: int) -> int:
        """The margin of a finished match for a seat."""
        player = 3 - seat if state[SWAPPED] else seat
        scores = Position(self.machine.compiled, state).per_player("score")
        return scores[player - 1] - scores[2 - player]
