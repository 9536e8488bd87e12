"""Exact values of positions, in moves: the solver behind the face of all games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from apts.agents.agent import running
from apts.agents.python_sides import PythonSides
from apts.agents.reading import move_of
from apts.engine.face import Move, State
from apts.engine.game import RulesState
from apts.engine.python_game import ClassState
from apts.errors import AptsError
from apts.games.library import GameSource, load
from apts.search.results import Record


@dataclass(frozen=True)
class Solved:
    """The exact value of a position for its mover: 1 a win, 0 a draw, -1 a loss, None when time ran out.

    ``moves`` is how many moves the match still takes when the winner hurries and the loser resists; None for a draw and
    for a Python class. ``line`` is such a match. ``margin`` is the difference of scores where that was asked for.
    """

    state: State
    value: int | None
    moves: int | None
    line: tuple[Move, ...]
    nodes: int
    seconds: float
    margin: int | None = None

    def __str__(self) -> str:
        return self.sentence

    @property
    def sentence(self) -> str:
        """The result in words."""
        mover = f"player {self.state.mover}"
        if self.value is None:
            return f"not solved in {self.seconds:.1f} seconds"
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
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
        }


def solve(state: State | GameSource, seconds: float | None = None, *, margin: bool = False, table: int = 20) -> Solved:
    """Prove what a position is worth for its mover, with a line of play.

    For one or two players and rules without chance; a game stands for its start position. ``seconds`` limits the time;
    ``margin`` asks for the difference of scores instead of a win; ``table`` is the size of the table of positions, as a
    power of 2.
    """
    state = running(state if isinstance(state, State) else load(state).start())
    if isinstance(state, RulesState):
        return _by_rules(state, seconds, margin=margin, table=table)
    if margin:
        raise AptsError(f"{state.game.name} is a Python class; its scores are not known to the solver")
    if not isinstance(state, ClassState) or state.game.has_chance or state.game.players > 2:
        raise AptsError(f"the solver is for one or two players and no chance; {state.game.name} is not such a game")
    return _by_class(state, seconds)


def _by_rules(state: RulesState, seconds: float | None, *, margin: bool, table: int) -> Solved:
    from apts.search.solver import Solver

    solver = Solver(state.game.machine, table)
    found = solver.margin(state.position, seconds) if margin else solver.solve(state.position, seconds)
    return Solved(state, found.value, found.moves, _moves(state, found.line), found.nodes, found.seconds, found.margin)


def _moves(state: State, records: Sequence[Record]) -> tuple[Move, ...]:
    moves = []
    for record in records:
        moves.append(move_of(state, record))
        state = state.after(moves[-1])
    return tuple(moves)


def _by_class(state: ClassState, seconds: float | None) -> Solved:
    """Search a Python class ever deeper until nothing is cut off, then once more at every turn of the line."""
    began, nodes = monotonic(), 0
    line: list[Move] = []
    value: int | None = None
    position = state
    while position.outcome is None:
        left = None if seconds is None else seconds - (monotonic() - began)
        if left is not None and left <= 0:
            break
        search = PythonSides()
        result = search.run(position, None, left, seed=0)
        nodes += search.nodes
        if result.proven is None:
            break
        if value is None:
            value = (result.proven > 0) - (result.proven < 0)
        line.append(move_of(position, result.best))
        position = position.after(line[-1])
    return Solved(state, value, None, tuple(line), nodes, monotonic() - began)
