"""Alpha-beta over games written as Python classes: the same kinds of search as the compiled one, in Python.

A class may offer ``estimate(position, seat)``, a number from -1 to 1; positions in which the match is not decided are
worth that, and 0 where there is none.
"""

from __future__ import annotations

import math
from time import monotonic

from apts.agents.seeds import derived_seed
from apts.engine.face import State
from apts.engine.python_game import ClassState
from apts.engine.slices import give_way
from apts.search.results import Record, Row, SearchResult

MOST_DEPTH = 60


class OutOfTime(Exception):  # noqa: N818 - not an error: the result of the depth before counts
    """The time for a search is spent."""


class PythonSides:
    """Searches one position of a Python class for the seat to move."""

    def __init__(self, *, opponents: str = "paranoid", samples: int = 4):
        self.opponents, self.samples = opponents, samples
        self.nodes = 0
        self._deadline: float | None = None
        self._seat = 1
        self._table: dict[tuple[State, int], tuple[float, str, Record | None]] = {}

    def run(self, state: ClassState, depth: int | None, seconds: float | None, seed: int) -> SearchResult:
        """Search deeper and deeper until a budget is spent or everything is known."""
        began = monotonic()
        self._seat, self.nodes = state.mover, 0
        rows = [Row((index,), 0, 0.0, None, ((index,),)) for index in range(len(state.moves()))]
        reached = 0
        for level in range(1, min(depth or MOST_DEPTH, MOST_DEPTH) + 1):
            self._deadline = None if seconds is None or level == 1 else began + seconds
            self._table.clear()
            self._cut_short = False
            try:
                rows = self._rows(state, level, seed)
            except OutOfTime:
                break
            reached = level
            if not self._cut_short and not state.game.has_chance:
                rows = [Row(row.record, row.visits, row.value, row.value, row.line) for row in rows]
                break
        rows.sort(key=lambda row: (-row.value, row.record))
        proven = rows[0].proven
        seconds_spent = monotonic() - began
        return SearchResult(tuple(rows), rows[0].value, proven, self.nodes, self.nodes, reached, seconds_spent)

    def _rows(self, state: ClassState, depth: int, seed: int) -> list[Row]:
        rows = []
        for index, move in enumerate(state.moves()):
            values = []
            for sample in range(self.samples if state.game.has_chance else 1):
                start = state
                if state.game.has_chance:
                    dice = derived_seed(seed, "dice", sample)
                    start = ClassState(state.game, state.position, dice, state.played)
                values.append(self._value(start.after(move), depth - 1))
            rows.append(Row((index,), len(values), sum(values) / len(values), None, ((index,),)))
        return rows

    def _value(self, state: ClassState, depth: int) -> float:
        """The value for the searching seat."""
        if self.opponents == "maxn" and state.game.players > 2:
            return self._each(state, depth)[self._seat - 1]
        return self._between(state, depth, -math.inf, math.inf)

    def _between(self, state: ClassState, depth: int, alpha: float, beta: float) -> float:
        """Alpha-beta (Knuth and Moore, 1975) with everybody else against the searching seat."""
        standing = self._standing(state, depth)
        if standing is not None:
            return standing[self._seat - 1]
        key = (state, depth)
        known = self._table.get(key)
        if known is not None and (
            known[1] == "exact"
            or (known[1] == "low" and known[0] >= beta)
            or (known[1] == "high" and known[0] <= alpha)
        ):
            return known[0]
        own = state.mover == self._seat
        best = -math.inf if own else math.inf
        low, high = alpha, beta
        for move in state.moves():
            value = self._between(state.after(move), depth - 1, low, high)
            best = max(best, value) if own else min(best, value)
            low, high = (max(low, best), high) if own else (low, min(high, best))
            if low >= high:
                break
        bound = "high" if best <= alpha else "low" if best >= beta else "exact"
        self._table[key] = (best, bound, None)
        return best

    def _each(self, state: ClassState, depth: int) -> tuple[float, ...]:
        """Max^n (Luckhardt and Irani, 1986): everybody plays for themselves."""
        standing = self._standing(state, depth)
        if standing is not None:
            return standing
        results = [self._each(state.after(move), depth - 1) for move in state.moves()]
        return max(results, key=lambda result: result[state.mover - 1])

    def _standing(self, state: ClassState, depth: int) -> tuple[float, ...] | None:
        """The utilities of a position that is not looked into, or None."""
        self.nodes += 1
        give_way()
        if self._deadline is not None and monotonic() > self._deadline:
            raise OutOfTime
        if state.outcome is not None:
            return state.outcome.utilities
        if depth > 0:
            return None
        self._cut_short = True
        return estimates(state)


def estimates(state: ClassState) -> tuple[float, ...]:
    """What the class holds a position for, seat by seat; without an opinion all are 0."""
    estimate = getattr(state.game.definition, "estimate", None)
    seats = range(1, state.game.players + 1)
    if estimate is None:
        return tuple(0.0 for _ in seats)
    return tuple(max(-1.0, min(1.0, float(estimate(state.position, seat)))) for seat in seats)
