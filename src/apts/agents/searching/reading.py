"""From the figures of a search to moves: rows of records in, rows of moves out, for games of both makes.

A search over rules text knows a move by its record; one over a Python class by its place in the list of moves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from numbers import Real
from random import Random
from time import thread_time
from typing import Any

from apts.agents.agent import Decision, running
from apts.agents.analysis import (
    Analysis,
    MoveValue,
    TreeNode,
    known_values,
    shared_values,
    value_interval,
    visit_entropy,
)
from apts.agents.searching.default_table_size import MOST_TABLE, TABLE
from apts.agents.searching.python_search import PythonSides
from apts.engine.class_checks import BrokenGame
from apts.engine.play.game import Move, State
from apts.engine.play.playouts.closing_passes import without_closing_passes
from apts.engine.rules_state import RulesState
from apts.errors import AptsError
from apts.games.library import GameSource, load
from apts.input_checks import whole_number
from apts.search.exact.retrograde import Retrograde, TooLarge, Watch
from apts.search.results import Record, Row, SearchResult, balanced_values, drawn, ranking, values_of_rows

# ----------------------------------------------------------------------------------------------------------------
# Moves that give away a little: chosen by lot so that the loss is, on average, as large as it should be.
#
# This weakens a player alike in games with few and with many moves, which a fixed softening does not.


def row_value(row: Row) -> float:
    """The value of a move, exact where it is known."""
    return row.value if row.proven is None else row.proven


def drawn_at_loss(rows: Sequence[Row], loss: float, seed: int, doubt: int = 0) -> Row:
    """A move by lot: its value is on average so much below that of the first row, and better moves are likelier.

    Where all moves are nearly equal the loss cannot be had, and all are equally likely. ``doubt`` is for searches that look
    at most moves once or twice, where luck decides what these are worth: so many visits with the mean value of all moves
    are counted on top of the own ones.
    """
    best = rows[0]
    rows = [row for row in rows if row.visits > 0 or row is best]
    values = _doubted(rows, doubt)
    behind = [max(0.0, values[0] - value) for value in values]
    if loss <= 0.0 or max(behind) == 0.0:
        return best
    low, high = 1e-3, 1e3
    for _ in range(24):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if _mean_loss(behind, middle) < loss else (low, middle)
    return Random(seed).choices(rows, _weights(behind, low))[0]


def _doubted(rows: Sequence[Row], doubt: int) -> list[float]:
    """The values of moves, drawn towards their mean the more, the fewer visits they have; proven ones stay."""
    values = [row_value(row) for row in rows]
    if not doubt:
        return values
    mean = math.fsum(values) / len(values)
    return [
        value if row.proven is not None else (row.visits * value + doubt * mean) / (row.visits + doubt)
        for row, value in zip(rows, values, strict=True)
    ]


def _weights(behind: list[float], softening: float) -> list[float]:
    return [math.exp(-lost / softening) for lost in behind]


def _mean_loss(behind: list[float], softening: float) -> float:
    weights = _weights(behind, softening)
    return sum(weight * lost for weight, lost in zip(weights, behind, strict=True)) / sum(weights)


LONGEST_LINE = 10


def move_of(state: State, record: Record) -> Move:
    """The legal move that a record stands for.

    Where the rules offer the same move twice, the list of moves has it once, under one of its records.
    """
    moves = state.moves()
    if state.from_rules is None:
        return moves[record[0]]
    exact = next((move for move in moves if move.action == record), None)
    if exact is not None:
        return exact
    after = state.after(Move("", action=record))
    same = next((move for move in moves if state.after(move) == after), None)
    if same is None:
        raise AptsError(f"a search found a move that is not legal in {str(state)!r}")
    return same


def moves_of_rows(state: State, rows: Sequence[Row]) -> list[Move]:
    """The moves of rows as far as it takes to play them, without their texts."""
    if state.from_rules is None:
        moves = state.moves()
        return [moves[row.record[0]] for row in rows]
    return [Move("", action=row.record) for row in rows]


def merged(state: State, rows: Sequence[Row]) -> list[Row]:
    """The rows with one for each legal move: doubles are added up and come under the record of the list."""
    if state.from_rules is None:
        return list(rows)
    known = {move.action for move in state.moves()}
    found: dict[Record, Row] = {}
    for row in rows:
        record = row.record if row.record in known else move_of(state, row.record).action
        row = replace(row, record=record, line=(record, *row.line[1:]))
        found[record] = joined(found[record], row) if record in found else row
    return list(found.values())


def joined(first: Row, second: Row) -> Row:
    """Two rows of the same move as one."""
    visits = first.visits + second.visits
    if first.proven is not None or second.proven is not None:
        better = first if first.proven is not None else second
        return replace(better, visits=visits)
    value = (first.value * first.visits + second.value * second.visits) / visits if visits else first.value
    longer = first if first.visits >= second.visits else second
    return replace(longer, visits=visits, value=value)


def line_of(state: State, line: Sequence[Record]) -> tuple[Move, ...]:
    """The moves of a line of play, as far as it is worth showing; after the first one chance may have its say."""
    moves: list[Move] = []
    start = state
    for record in line[: 1 if state.game.has_chance else LONGEST_LINE]:
        if state.outcome is not None:
            break
        moves.append(move_of(state, record))
        state = state.after(moves[-1])
    return without_closing_passes(start, moves)


def decision_of(
    state: State,
    result: SearchResult,
    seed: int,
    *,
    measure: str = "visits",
    softening: float = 0.0,
    values: tuple[float, ...] | None = None,
) -> Decision:
    """The move to play by a measure, or drawn by lot, with what the search says of the position."""
    best = result.rows[0] if measure == "visits" and softening <= 0 else drawn(result.rows, softening, seed, measure)
    seats = values or result.values or known_values(state.game, state.mover, result.value)
    entropy = visit_entropy([row.visits for row in result.rows])
    thought = values_of_rows(result.rows)
    return Decision(move_of(state, best.record), seats, entropy, worth=row_value(best), move_values=thought)


def analysis_of(
    state: State,
    agent: str,
    result: SearchResult,
    *,
    measure: str = "visits",
    sampled: bool = True,
    values: tuple[float, ...] | None = None,
    tree: TreeNode | None = None,
) -> Analysis:
    """Everything that a search found, in moves; with ``sampled`` values are means of playouts and get intervals.

    ``values`` are those of all seats after the best move, where they are known.
    """
    rows = merged(state, result.rows)
    ordered = ranking(rows, measure) if sampled else rows
    value = result.proven
    if value is None:
        value = row_value(ordered[0]) if ordered[0].visits or not sampled else result.value
    return Analysis(
        state=state,
        agent=agent,
        moves=tuple(_move_value(state, row, sampled=sampled) for row in ordered),
        value=value,
        values=_seat_values(state, value, values or result.values),
        proven=result.proven,
        iterations=result.iterations,
        nodes=result.nodes,
        depth=result.depth,
        seconds=result.seconds,
        tree=None if tree is None else replace(tree, value=value),
        sampled=sampled,
    )


def _seat_values(state: State, value: float, told: tuple[float, ...] | None) -> tuple[float, ...]:
    """The values of all seats, of which the mover's is known for sure."""
    players = state.game.players
    if told is None or (players <= 2 and not state.game.may_share_results):
        return known_values(state.game, state.mover, value) or shared_values(state.mover, value, players)
    if state.game.may_share_results:
        return tuple(value if seat == state.mover else other for seat, other in enumerate(told, 1))
    return told if told[state.mover - 1] == value else balanced_values(state.mover, value, told)


def _move_value(state: State, row: Row, *, sampled: bool) -> MoveValue:
    value = row.value if row.proven is None else row.proven
    low: float | None = None
    high: float | None = None
    if row.proven is not None:
        low = high = row.proven
    elif sampled and row.visits:
        low, high = value_interval(value, row.visits)
    line = line_of(state, row.line)
    return MoveValue(line[0], value, low, high, row.visits, (value + 1) / 2, row.proven, line)


# ----------------------------------------------------------------------------------------------------------------
# Exact values of positions, in moves: the solver behind the face of all games.

CLASS_POSITIONS = 20_000
"""Positions of a Python class that are looked at before a search is tried."""


@dataclass(frozen=True)
class Solved:
    """The exact value of a position for its mover: 1 a win, 0 a draw, -1 a loss, None when it could not be proven.

    ``moves`` is how many moves the match still takes when the winner hurries and the loser resists; None for a draw.
    ``line`` is such a match, which ``naming`` puts into moves; where ``repeats`` is set, it is cut at the first position
    that comes back, and play can go on so without end. ``margin`` is the difference of scores where that was asked for, and
    ``reason`` the limit that was met where there is no value.
    """

    state: State
    value: int | None
    moves: int | None
    naming: Callable[[], tuple[Move, ...]] = field(repr=False, compare=False)
    nodes: int
    seconds: float
    margin: int | None = None
    repeats: bool = False
    reason: str = ""

    @cached_property
    def line(self) -> tuple[Move, ...]:
        """Best play to the end. Its moves are named when they are first asked for: that may take longer than the proof."""
        return self.naming()

    def __str__(self) -> str:
        return self.sentence

    @property
    def sentence(self) -> str:
        """The result in words."""
        mover = self.state.game.seat_called(self.state.mover, "player")
        if self.value is None:
            return f"not solved: {self.reason}" if self.reason else f"not solved in {self.seconds:.1f} seconds"
        word = {1: "wins", 0: "draws", -1: "loses"}[self.value]
        length = "" if self.moves is None else f" in {self.moves} move{'' if self.moves == 1 else 's'}"
        margin = "" if self.margin is None else f" by {abs(self.margin)}"
        return f"{mover} to move {word}{margin}{length} under best play"

    def as_data(self) -> dict[str, Any]:
        """The result as plain values, for programs."""
        return {
            "game": self.state.game.name,
            "notice": self.state.game.notice,
            "position": str(self.state),
            "mover": self.state.mover,
            "value": self.value,
            "moves": self.moves,
            "margin": self.margin,
            "line": [str(move) for move in self.line],
            "repeats": self.repeats,
            "reason": self.reason,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
        }


def solve(
    state: State | GameSource,
    seconds: float | None = None,
    *,
    margin: bool = False,
    table: int = TABLE,
    watch: Watch | None = None,
) -> Solved:
    """Prove what a position is worth for its mover, with a line of play.

    For one or two players and rules without chance; a game stands for its start position. ``seconds`` limits the time;
    ``margin`` asks for the difference of scores instead of a win; ``table`` is the size of the table of positions, as a
    power of 2. ``watch`` is told now and then how many positions were looked at, and how many moves deep.

    >>> from apts import load, solve
    >>> found = solve(load("tic-tac-toe").start().play("a1").play("b1"))
    >>> found.value, str(found.line[0])
    (1, 'a3')
    """
    _check_time(seconds)
    if watch is not None and not callable(watch):
        raise AptsError(f"a watch is a function that is told how many positions were looked at, not {watch!r}")
    table = whole_number("the size of the table, as a power of 2,", table, 1, MOST_TABLE)
    state = running(state if isinstance(state, State) else load(state).start())
    if state.from_rules is not None:
        return _by_rules(state.from_rules, seconds, watch, margin=margin, table=table)
    if margin:
        raise AptsError(f"{state.game.name} is a Python class; its scores are not known to the solver")
    if state.game.has_chance or state.game.players > 2:
        raise AptsError(f"the solver is for one or two players and no chance; {state.game.name} is not such a game")
    return _by_class(state, seconds, watch)


def _check_time(seconds: Any) -> None:
    wrong = isinstance(seconds, bool) or not isinstance(seconds, Real | None)
    if wrong or (seconds is not None and not seconds > 0):
        raise AptsError(f"a position is solved in more than 0 seconds, not in {seconds!r}")


def _by_rules(state: RulesState, seconds: float | None, watch: Watch | None, *, margin: bool, table: int) -> Solved:
    from apts.search.exact.solver import Solver

    solver = Solver(state.game.machine, table, watch=watch)
    found = solver.margin(state.position, seconds) if margin else solver.solve(state.position, seconds)
    numbers = (found.nodes, found.seconds, found.margin, found.repeats, found.reason)
    if found.line and state.game.move_text.kind(found.line[-1]) == "pass":
        return _solved(state, found.value, found.moves, _moves(state, found.line), *numbers)
    return Solved(state, found.value, found.moves, partial(_moves, state, found.line), *numbers)


def _solved(state: State, value: int | None, moves: int | None, line: tuple[Move, ...], *numbers: Any) -> Solved:
    """The result without the passes at the end of the match, which are not counted either."""
    shown = without_closing_passes(state, line)
    return Solved(
        state, value, None if moves is None else moves - len(line) + len(shown), partial(tuple, shown), *numbers
    )


def _moves(state: State, records: Sequence[Record]) -> tuple[Move, ...]:
    moves = []
    for record in records:
        moves.append(move_of(state, record))
        state = state.after(moves[-1])
    return tuple(moves)


class ClassPositions:
    """A Python class without chance as :class:`apts.search.exact.retrograde.Retrograde` takes it."""

    def __init__(self, seat: int):
        self._seat = seat

    def key(self, position: State) -> State:
        """The position itself: a class keeps in it everything that matters."""
        return position

    def seat(self, position: State) -> int:
        """The seat to move."""
        return position.mover

    def moves(self, position: State) -> tuple[Move, ...]:
        """The legal moves."""
        return position.moves()

    def after(self, position: State, move: Move) -> State:
        """The position after a move."""
        return position.after(move)

    def result(self, position: State) -> int | None:
        """The result for seat 1, or the opposite of that of the seat that the proof is for."""
        if position.outcome is None:
            return None
        value = position.outcome.utilities[self._seat - 1]
        return ((value > 0) - (value < 0)) * (1 if self._seat == 1 else -1)


def _by_class(state: State, seconds: float | None, watch: Watch | None) -> Solved:
    """Look at all positions of a Python class; where they are too many, search ever deeper instead."""
    from apts.engine.class_contract import check_briefly  # rules texts need not wait for games that are classes

    check_briefly(state.game)
    began = thread_time()
    try:
        half = None if seconds is None else began + seconds / 2
        described = None if watch is None else lambda count: watch(count, None)
        found = Retrograde(ClassPositions(state.mover), state, CLASS_POSITIONS, half, described).decided()
    except TooLarge as problem:
        return _by_depth(state, seconds, began, str(problem), watch)
    except (KeyError, ValueError) as problem:
        # Positions that were counted once and are not found again: the class answers otherwise when it is asked again.
        from apts.engine.class_contract import check_written_game

        check_written_game(state.game)
        raise BrokenGame(
            f"{state.game.name} cannot be solved: it gives other moves or positions when it is asked again"
        ) from problem
    spent = thread_time() - began
    return _solved(state, found.value, found.moves, found.line, found.positions, spent, None, found.repeats)


def _by_depth(state: State, seconds: float | None, began: float, reason: str, watch: Watch | None) -> Solved:
    """Search a Python class ever deeper until nothing is cut off, then once more at every turn of the line."""
    nodes = 0
    line: list[Move] = []
    value: int | None = None
    position = state
    while position.outcome is None:
        left = None if seconds is None else seconds - (thread_time() - began)
        if left is not None and left <= 0:
            reason = f"the {seconds:g} seconds that were given did not suffice"
            break
        search = PythonSides(watch=watch)
        result = search.run(position, None, left, seed=0)
        nodes += search.nodes
        if result.proven is None:
            reason += f", and lines of up to {result.depth} moves decide nothing"
            break
        if value is None:
            value = (result.proven > 0) - (result.proven < 0)
        line.append(move_of(position, result.best))
        position = position.after(line[-1])
    whole = position.outcome is not None
    why = "" if whole else reason if value is None else "the time did not suffice for the whole line"
    return _solved(state, value, None, tuple(line), nodes, thread_time() - began, None, False, why)
