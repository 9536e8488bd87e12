"""What an agent thinks of a position: a value for every move, how sure it is, and how play would go on."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from apts.engine.play.game import Game, Move, State
from apts.input_checks import signed
from apts.notebook import figure, sentence, table

_Z = 1.959963984540054
_MOST_SHOWN = 20
"""Moves that a notebook shows."""


@dataclass(frozen=True)
class MoveValue:
    """One move as an agent sees it.

    ``value`` is the expected utility for the mover, from -1 for the last place to 1 for the first; ``low`` and ``high``
    bound it at 95 % where it is a mean of playouts, and are None where it is a judgement. ``expected_score`` is the
    same on a scale from 0 to 1, as the search counts it. Stronger searches see values nearer to the ends, so it is no chance
    to win: what values mean in results is learnt from the matches of a run (``decided-at``, ``stakes``).
    ``proven`` is the exact utility where it is known. ``visits`` is how often the search went this way, and ``line`` is
    how play would go on, this move first.
    """

    move: Move
    value: float
    low: float | None
    high: float | None
    visits: int
    expected_score: float
    proven: float | None
    line: tuple[Move, ...]

    @property
    def win_probability(self) -> float:
        """The expected score by its older name; it is what the search counts, and no chance to win."""
        return self.expected_score

    def __iter__(self) -> Iterator[Any]:
        """The row as (move, value, visits, proven, line)."""
        return iter((self.move, self.value, self.visits, self.proven, self.line))


@dataclass(frozen=True)
class TreeNode:
    """A node of a search tree that was cut to a readable size.

    ``value`` is for the seat that chose ``move``; ``mover`` is the seat to move now; ``hidden`` counts the children
    that were left out. The root has no move.
    """

    move: str | None
    chooser: int | None
    mover: int | None
    visits: int
    value: float
    proven: float | None
    children: tuple[TreeNode, ...] = ()
    hidden: int = 0

    def size(self) -> int:
        """The number of nodes from here on."""
        return 1 + sum(child.size() for child in self.children)


@dataclass(frozen=True)
class Analysis:
    """A position seen by an agent: moves best first, and the value of the position for each seat.

    ``value`` is for the mover: that of the best move, which is the one to be played (a tree's mean over all moves, good
    and bad, would be lower), or the proven one. ``iterations`` are playouts or nodes, ``depth`` the longest line looked
    at. ``tree`` is there when it was asked for. ``sampled`` says that visits are playouts.
    """

    state: State
    agent: str
    moves: tuple[MoveValue, ...]
    value: float
    values: tuple[float, ...]
    proven: float | None = None
    iterations: int = 0
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    tree: TreeNode | None = None
    sampled: bool = False

    @property
    def best(self) -> Move:
        """The move that the agent holds for best."""
        return self.moves[0].move

    @property
    def entropy(self) -> float | None:
        """How undecided the search was, in bits; see :func:`visit_entropy`."""
        return visit_entropy([row.visits for row in self.moves]) if self.sampled else None

    def row(self, move: Move | str) -> MoveValue:
        """What the agent thinks of one move."""
        wanted = self.state.find_move(move)
        return next(row for row in self.moves if row.move == wanted)

    def __repr__(self) -> str:
        return f"<{self.state.game.name} seen by {self.agent}: {self.best} {signed(self.value, '.2f')}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the moves, best first, each with its value, its visits and how play would go on."""
        mover = self.state.game.seat_called(self.state.mover)
        text = f"{self.state.game.name}, {mover} to move: {self.agent} expects {signed(self.value, '.2f')}"
        rows = self.moves[:_MOST_SHOWN]
        columns = {
            "move": [str(row.move) for row in rows],
            "value (95 % interval)": [figure(row.value, row.low, row.high) for row in rows],
            **self._visit_columns(rows),
            "proven": ["" if row.proven is None else signed(row.proven, "g") for row in rows],
            "line": [" ".join(map(str, row.line)) for row in rows],
        }
        filled = {name: column for name, column in columns.items() if any(column)}
        left = len(self.moves) - len(rows)
        rest = sentence(f"and {left} more moves") if left else ""
        return sentence(text, heading=True) + table(tuple(filled), zip(*filled.values(), strict=True)) + rest

    def _visit_columns(self, rows: Sequence[MoveValue]) -> dict[str, list[str]]:
        """How often the search went each way, and which share that is; nothing where it was not counted."""
        visits = sum(row.visits for row in self.moves)
        if not visits:
            return {}
        return {"visits": [f"{row.visits:,}" for row in rows], "share": [f"{row.visits / visits:.1%}" for row in rows]}

    def as_data(self) -> dict[str, Any]:
        """The analysis as plain values, for programs; with one or two seats the expected score has its older name too."""
        scores_are_wins = self.state.game.players <= 2
        return {
            "game": self.state.game.name,
            "position": str(self.state),
            "notice": self.state.game.notice,
            "dice": [str(die) for die in self.state.dice],
            "agent": self.agent,
            "mover": self.state.mover,
            "best": str(self.best),
            "value": self.value,
            "values": list(self.values),
            "proven": self.proven,
            "iterations": self.iterations,
            "nodes": self.nodes,
            "depth": self.depth,
            "seconds": round(self.seconds, 4),
            "entropy": self.entropy,
            "moves": [
                {
                    "move": str(row.move),
                    "value": row.value,
                    "low": row.low,
                    "high": row.high,
                    "visits": row.visits,
                    "expected_score": row.expected_score,
                    **({"win_probability": row.win_probability} if scores_are_wins else {}),
                    "proven": row.proven,
                    "line": [str(move) for move in row.line],
                }
                for row in self.moves
            ],
        }


def value_interval(value: float, visits: int) -> tuple[float, float]:
    """The 95 % interval of a mean utility over so many playouts (Wilson, 1927, on the scale from -1 to 1).

    It is exact in the limit for playouts that are won or lost, and too wide where many are drawn. It says how well the
    mean is known, not how well the search plays.
    """
    share = (min(1.0, max(-1.0, value)) + 1.0) / 2.0
    middle = (share + _Z * _Z / (2 * visits)) / (1 + _Z * _Z / visits)
    half = _Z / (1 + _Z * _Z / visits) * math.sqrt(share * (1 - share) / visits + _Z * _Z / (4 * visits * visits))
    return max(-1.0, 2 * (middle - half) - 1), min(1.0, 2 * (middle + half) - 1)


def visit_entropy(visits: Sequence[int]) -> float | None:
    """Shannon's entropy of the shares of visits in bits: 0 when all went one way; None when nothing was counted."""
    total = sum(visits)
    if not total:
        return None
    shares = [count / total for count in visits if count]
    return max(0.0, -sum(share * math.log2(share) for share in shares))


def shared_values(mover: int, value: float, players: int, *, alike: bool = False) -> tuple[float, ...]:
    """Utilities of all seats when only the mover's is known: the others share what is left of a sum of 0.

    Where all have the same result in any case (``alike``), so have they here.
    """
    if players == 1 or alike:
        return (value,) * players
    return tuple(value if seat == mover else -value / (players - 1) for seat in range(1, players + 1))


def known_values(game: Game, mover: int, value: float) -> tuple[float, ...] | None:
    """The utilities of all seats that follow from that of the mover; None where nothing follows for the others."""
    if game.may_share_results and not game.cooperative:
        return None
    return shared_values(mover, value, game.players, alike=game.cooperative)


def decided_analysis(
    state: State, agent: str, move: Move, values: tuple[float, ...] | None, worth: float | None, tree: int = 0
) -> Analysis:
    """The analysis of an agent that tells of its decision alone: nothing is known of the other moves, so they count as much.

    The move was looked at once, the others not at all.
    """
    mover, players = state.mover, state.game.players
    value = (worth or 0.0) if values is None else values[mover - 1]
    moves = sorted(state.moves(), key=lambda one: one != move)
    rows = tuple(MoveValue(one, value, None, None, int(one == move), (value + 1) / 2, None, (one,)) for one in moves)
    seats = shared_values(mover, value, players, alike=state.game.cooperative) if values is None else tuple(values)
    analysis = Analysis(state, agent, rows, value, seats)
    return replace(analysis, tree=tree_of_lines(state, analysis, tree)) if tree else analysis


def tree_of_lines(state: State, analysis: Analysis, most: int) -> TreeNode:
    """A tree made of the lines of an analysis, for agents that keep no tree of their own."""
    children, left = [], most - 1
    for row in analysis.moves:
        if left <= 0:
            break
        line = row.line[:left]
        left -= len(line)
        children.append(_chain(state, line, row, state.mover))
    hidden = len(analysis.moves) - len(children)
    return TreeNode(None, None, state.mover, analysis.iterations, analysis.value, None, tuple(children), hidden)


def _chain(state: State, line: Sequence[Move], row: MoveValue, seat: int) -> TreeNode:
    """A line as a chain of nodes with the value that the row has for ``seat``, seen by whoever moves."""
    after = state.after(line[0])
    below = (_chain(after, line[1:], row, seat),) if len(line) > 1 and after.outcome is None else ()
    value = row.value if state.game.cooperative else shared_values(seat, row.value, state.game.players)[state.mover - 1]
    proven = None if row.proven is None else value
    mover = after.mover if after.outcome is None else None
    return TreeNode(str(line[0]), state.mover, mover, row.visits, value, proven, below)
