"""From the figures of a search to moves: rows of records in, rows of moves out, for games of both makes.

A search over rules text knows a move by its record; one over a Python class by its place in the list of moves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from apts.agents.agent import Decision
from apts.agents.analysis import (
    Analysis,
    MoveValue,
    TreeNode,
    known_values,
    shared_values,
    value_interval,
    visit_entropy,
)
from apts.engine.play.game import Move, State
from apts.engine.play.playouts.closing_passes import without_closing_passes
from apts.errors import AptsError
from apts.search.results import Record, Row, SearchResult, balanced_values, drawn, ranking, values_of_rows

# ----------------------------------------------------------------------------------------------------------------
# Moves that give away a little: chosen by lot so that the loss is, on average, as large as it should be.
#
# This weakens a player alike in games with few and with many moves, which a fixed softening does not.


def row_value(row: Row) -> float:
    """The value of a move, exact where it is known."""
    return row.value if row.proven is None else row.proven


def drawn_at_loss(rows: Sequence[Row], loss: float, seed: int) -> Row:
    """A move by lot: its value is on average so much below that of the first row, and better moves are likelier.

    Where all moves are nearly equal the loss cannot be had, and all are equally likely.
    """
    best = rows[0]
    rows = [row for row in rows if row.visits > 0 or row is best]
    behind = [max(0.0, row_value(best) - row_value(row)) for row in rows]
    if loss <= 0.0 or max(behind) == 0.0:
        return best
    low, high = 1e-3, 1e3
    for _ in range(24):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if _mean_loss(behind, middle) < loss else (low, middle)
    return Random(seed).choices(rows, _weights(behind, low))[0]


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
