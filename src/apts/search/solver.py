"""The exact value of a position: who wins under best play, how soon, and how."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import Any

from apts.engine.layout import OVER, SWAPPED
from apts.engine.machine import Machine
from apts.engine.outcome import utilities
from apts.engine.positions import Position
from apts.errors import AptsError
from apts.search.heuristic import Heuristic
from apts.search.kernel_code import has_chance
from apts.search.negamax import DECIDED, ENDLESS, INFINITE, WIN
from apts.search.results import Record, seat_to_move
from apts.search.side_search import RecordsTooFew, SideSearch

MOST_PLIES = 400
DEPTHS = (*range(2, 17, 2), 20, 24, 32, 40, 56, 72, 104, 136, 200, ENDLESS)
"""The depths to which lines are searched, one after the other."""


@dataclass(frozen=True)
class Solution:
    """The exact value for the mover: 1 win, 0 draw, -1 loss, or None when the budget did not suffice.

    ``moves`` is how many moves the match still takes when the winner hurries and the loser resists; None for draws and
    when it was not asked for. ``line`` is such a match. ``margin`` is the difference of the scores under best play,
    where that was asked for.
    """

    value: int | None
    moves: int | None
    line: tuple[Record, ...]
    nodes: int
    seconds: float
    margin: int | None = None


class Solver:
    """Solves positions of one game, each on its own.

    Nothing is carried from one position to the next: a value of 0 in the table may come from a line that was cut, and only
    the search that cut it knows that.
    """

    def __init__(self, machine: Machine, table_bits: int = 20, plies: int = MOST_PLIES):
        players = machine.compiled.equipment.players
        if players > 2:
            raise AptsError(f"the solver is for one or two players; this game has {players}")
        if has_chance(machine.compiled.source):
            raise AptsError("the solver is for games without chance")
        self.machine, self._bits = machine, table_bits
        self.search = SideSearch(machine, Heuristic(), plies, table_bits, exact=True)

    def outcome(self, state: Any, seconds: float | None = None) -> Solution:
        """Win, draw or loss only."""
        began = monotonic()
        self.search.forget()
        nodes, value = self._sign(state, None if seconds is None else began + seconds)
        decided = None if value is None else (value > 0) - (value < 0)
        return Solution(decided, None, (), nodes, monotonic() - began)

    def solve(self, state: Any, seconds: float | None = None, *, line: bool = True) -> Solution:
        """Win, draw or loss, how soon, and a line of play."""
        began = monotonic()
        deadline = None if seconds is None else began + seconds
        self.search.forget()
        nodes, value = self._exact(state, deadline)
        moves = None if value is None or abs(value) < DECIDED else WIN - abs(value)
        decided = None if value is None else (value > DECIDED) - (value < -DECIDED)
        played = self._line(state, value, deadline) if line and value is not None else ()
        return Solution(decided, moves, played, nodes, monotonic() - began)

    def margin(self, state: Any, seconds: float | None = None) -> Solution:
        """The difference of scores for the mover when both play for it, with a line of play."""
        fields = self.machine.compiled.fields
        if "score" not in fields or self.machine.compiled.equipment.players != 2:
            raise AptsError("this game has no scores of two players; there is no margin to solve for")
        began = monotonic()
        deadline = None if seconds is None else began + seconds
        scores, plies = fields["score"][0], self.search.plies
        search = SideSearch(self.machine, Heuristic(), plies, self._bits, exact=True, scores_at=scores)
        value = self._between(state, -INFINITE, INFINITE, ENDLESS, deadline, search)
        value = None if search.capped else value
        won = None if value is None else (value > 0) - (value < 0)
        line = () if value is None else tuple(search.line(state, plies))
        return Solution(won, None, line, search.nodes, monotonic() - began, value)

    def _sign(self, state: Any, deadline: float | None) -> tuple[int, int | None]:
        """The sign of the value and a bound of its size, and the nodes it took.

        The depth grows, so that a short win is not missed for long lines; what is not over then counts as a draw, which
        leaves wins and losses proven. A draw is proven when nothing was cut.
        """
        nodes = 0
        for depth in DEPTHS:
            value = self._between(state, -1, 1, depth, deadline)
            nodes += self.search.nodes
            if value is None or value != 0 or not self.search.capped:
                return nodes, value
        return nodes, None

    def _exact(self, state: Any, deadline: float | None) -> tuple[int, int | None]:
        """The value with its distance: first the sign, then the shortest distance by null windows."""
        nodes, value = self._sign(state, deadline)
        if value is None or value == 0:
            return nodes, value
        won = value > 0
        low, high = 1, WIN - abs(value)
        while low < high:
            middle = (low + high) // 2
            bound = WIN - middle
            window = (bound - 1, bound) if won else (-bound, -bound + 1)
            found = self._between(state, *window, middle, deadline)
            nodes += self.search.nodes
            if found is None:
                return nodes, None
            if abs(found) >= bound and (found > 0) == won:
                high = min(middle, WIN - abs(found))
            else:
                low = middle + 1
        return nodes, WIN - high if won else high - WIN

    def _between(
        self, state: Any, alpha: int, beta: int, depth: int, deadline: float | None, search: SideSearch | None = None
    ) -> int | None:
        """A bound of the value within a window, or None when time is up."""
        search = search or self.search
        while True:
            try:
                search.prepare(state)
                search.begin(alpha, beta, depth)
                while not search.go_on():
                    if deadline is not None and monotonic() > deadline:
                        return None
                return search.value
            except RecordsTooFew:
                search.widen()

    def _line(self, state: Any, value: int, deadline: float | None) -> tuple[Record, ...]:
        """Follow moves that keep the exact value."""
        state = self.machine.copy(state)
        moves: list[Record] = []
        while not state[OVER]:
            step = self._keeping(state, value, deadline)
            if step is None:
                break
            record, value = step
            self.machine.play(state, record)
            moves.append(record)
        return tuple(moves)

    def _keeping(self, state: Any, value: int, deadline: float | None) -> tuple[Record, int] | None:
        machine, seat = self.machine, seat_to_move(state)
        records = [machine.record(index) for index in range(machine.moves(machine.copy(state)))]
        wanted = value + 1 if value > DECIDED else value - 1 if value < -DECIDED else 0
        for record in records:
            after = machine.copy(state)
            machine.play(after, record)
            if after[OVER]:
                if self._final(after, seat) == wanted:
                    return record, wanted
                continue
            sign = 1 if seat_to_move(after) == seat else -1
            target = sign * wanted
            # A win is as near as its value says; for a draw everything has to be seen.
            depth = WIN - abs(target) if target else ENDLESS
            bound = self._between(after, target - 1, target + 1, depth, deadline)
            if bound is None:
                return None
            if bound == target:
                return record, target
        return None

    def _final(self, state: Any, seat: int) -> int:
        """The value of a finished match for a seat."""
        ranks = Position(self.machine.compiled, state).ranks()
        player = 3 - seat if state[SWAPPED] else seat
        return round(WIN * utilities([ranks[player - 1], *ranks[1:]])[0])


def solve(machine: Machine, state: Any, *, seconds: float | None = None, table_bits: int = 20) -> Solution:
    """Prove the value of a position for its mover, with the number of moves to the end and a line of play."""
    return Solver(machine, table_bits).solve(state, seconds)
