"""Alpha-beta over games written as Python classes: the same kinds of search as the compiled one, in Python.

A class may offer ``estimate(position, seat)``, a number from -1 to 1; positions in which the match is not decided are
worth that, and 0 where there is none. Where the class leaves something to chance, everybody plays for itself and the
value of a move is the mean over several courses of chance, after each of which the next move is chosen knowing it.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import replace
from random import Random
from time import monotonic

from apts.agents.seeds import derived_seed
from apts.engine.play.game import Move, State
from apts.engine.play.playouts.slices import give_way
from apts.search.drawn_order import in_drawn_order
from apts.search.exact.retrograde import Watch
from apts.search.results import Record, Row, SearchResult, balanced_values

MOST_DEPTH = 60
TOLD = 256
"""Positions after which a watch is told how many they are."""

MOST_NODES = 20_000
"""With chance and no limit of time a level is begun only if it should take fewer nodes than this."""


class OutOfTime(Exception):  # noqa: N818 - not an error: the result of the depth before counts
    """The time for a search is spent."""


class PythonSides:
    """Searches one position of a Python class for the seat to move."""

    def __init__(
        self,
        *,
        opponents: str = "paranoid",
        samples: int = 6,
        watch: Watch | None = None,
    ):
        """``watch`` is told now and then how many positions were looked at, and how many moves deep."""
        self.opponents, self.samples = opponents, samples
        self._watch, self._level = watch, 0
        self.nodes = 0
        self._deadline: float | None = None
        self._seat = 1
        self._seed = 0
        self._lots = Random(0)
        self._cut_short = self._open_choice = False
        self._table: dict[tuple[State, int], tuple[float, str, Record | None]] = {}

    def run(self, state: State, depth: int | None, seconds: float | None, seed: int) -> SearchResult:
        """Search deeper and deeper until a budget is spent or everything is known."""
        began = monotonic()
        self._seat, self._seed, self.nodes = state.mover, seed, 0
        self._lots = Random(derived_seed(seed, "equal"))
        rows = [Row((index,), 0, 0.0, None, ((index,),)) for index in range(len(state.moves()))]
        values: list[tuple[float, ...] | None] = [None] * len(rows)
        reached, spent = 0, [1]
        for level in range(1, min(depth or MOST_DEPTH, MOST_DEPTH) + 1):
            self._deadline = None if seconds is None or level == 1 else began + seconds
            self._level = level
            self._table.clear()
            self._cut_short = self._open_choice = False
            if seconds is None and state.game.has_chance and reached and spent[-1] ** 2 > MOST_NODES * spent[-2]:
                break
            before = self.nodes
            try:
                rows, values = self._rows(state, level)
            except OutOfTime:
                break
            reached = level
            spent.append(self.nodes - before)
            if not self._cut_short and not state.game.has_chance:
                rows = [self._proven(row, state.game.players) for row in rows]
                break
        rows = in_drawn_order(rows, seed)
        rows.sort(key=lambda row: -row.value)
        best = rows[0]
        described = values[best.record[0]]
        if described is None and state.game.players > 2 and not state.game.may_share_results:
            described = balanced_values(self._seat, best.value, self._judged(state, best))
        seconds_spent = monotonic() - began
        return SearchResult(
            tuple(rows), best.value, best.proven, self.nodes, self.nodes, reached, seconds_spent, values=described
        )

    def _proven(self, row: Row, players: int) -> Row:
        """A row of which everything was looked at.

        Among more than two seats a win against all others together is a win however they play, and less than that may
        turn out better; if each plays for itself, all is known unless somebody was free to choose what others get.
        """
        settled = not self._open_choice
        certain = (players <= 2 and settled) or (settled if self.opponents == "maxn" else row.value == 1.0)
        return replace(row, proven=row.value) if certain else row

    @staticmethod
    def _judged(state: State, best: Row) -> tuple[float, ...]:
        """What the position after a move looks like for each seat."""
        after = state.after(state.moves()[best.record[0]])
        return estimates(after) if after.outcome is None else after.outcome.utilities

    def _rows(self, state: State, depth: int) -> tuple[list[Row], list[tuple[float, ...] | None]]:
        """The rows of the moves, and for each the values of all seats where they are known."""
        rows: list[Row] = []
        values: list[tuple[float, ...] | None] = []
        maxn = self.opponents == "maxn" and state.game.players > 2
        each = state.game.has_chance or maxn or state.game.may_share_results
        for index, move in enumerate(state.moves()):
            described = self._after(state, move, depth - 1) if each else None
            value = (
                described[self._seat - 1]
                if described
                else self._between(state.after(move), depth - 1, -math.inf, math.inf)
            )
            rows.append(Row((index,), self.samples if state.game.has_chance else 1, value, None, ((index,),)))
            values.append(described)
        return rows, values

    def _after(self, state: State, move: Move, depth: int) -> tuple[float, ...]:
        """The values of all seats after a move: means over several courses of chance, equal ones looked at once."""
        if not state.game.has_chance:
            return self._each(state.after(move), depth)
        found: dict[Hashable, tuple[State, int]] = {}
        for sample in range(self.samples):
            dice = derived_seed(self._seed, "dice", sample)
            after = state.with_luck(dice).after(move)
            known, count = found.get(after.content, (after, 0))
            found[after.content] = known, count + 1
        results = [(self._each(after, depth), count) for after, count in found.values()]
        return tuple(
            sum(values[seat] * count for values, count in results) / self.samples for seat in range(state.game.players)
        )

    def _between(self, state: State, depth: int, alpha: float, beta: float) -> float:
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

    def _each(self, state: State, depth: int) -> tuple[float, ...]:
        """Max^n (Luckhardt and Irani, 1986): everybody plays for themselves."""
        standing = self._standing(state, depth)
        if standing is not None:
            return standing
        results = [self._after(state, move, depth - 1) for move in state.moves()]
        highest = max(result[state.mover - 1] for result in results)
        equal = [result for result in results if result[state.mover - 1] == highest]
        if any(result != equal[0] for result in equal):
            self._open_choice = True
        return self._lots.choice(equal)

    def _standing(self, state: State, depth: int) -> tuple[float, ...] | None:
        """The utilities of a position that is not looked into, or None."""
        self.nodes += 1
        give_way()
        if self._watch is not None and self.nodes % TOLD == 0:
            self._watch(self.nodes, self._level)
        if self._deadline is not None and monotonic() > self._deadline:
            raise OutOfTime
        if state.outcome is not None:
            return state.outcome.utilities
        if depth > 0:
            return None
        self._cut_short = True
        return estimates(state)


def estimates(state: State) -> tuple[float, ...]:
    """What the game holds a position for, seat by seat; without an opinion all are 0."""
    return tuple(state.estimate(seat) or 0.0 for seat in range(1, state.game.players + 1))
