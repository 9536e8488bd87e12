"""What best play makes of a variant, where the exact solver reaches so far: proved, whatever the matches say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apts.agents.searching.reading import solve
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.playtest.goals import Goal
from apts.playtest.metrics import declared
from apts.playtest.metrics.parts import SEAT_PART

NODES = 2_000_000
"""Positions that the solver may look at: some seconds of one core."""

DRAWN = 0
"""The seat that wins where nobody does."""


class _Enough(Exception):  # noqa: N818 - no error: the solver is asked to stop
    """The solver has looked at as many positions as it may."""


@dataclass(frozen=True)
class BestPlay:
    """Which seat wins with best play from the start, 0 for a draw, and how many positions the proof took."""

    winner: int
    nodes: int

    def as_data(self) -> dict[str, Any]:
        """The proof as plain values."""
        return {"winner": self.winner, "nodes": self.nodes}

    def contradicts(self, goal: Goal) -> bool:
        """Whether a goal about the chances of seats does not hold between perfect players."""
        if not self.winner or goal.level is not None or not goal.is_range:
            return False
        if goal.metric == "balance" and not goal.part:
            return goal.low > 0.0
        if not declared(goal.metric).parts.of_seats:
            return False
        return any(not goal.low <= figure <= goal.high for figure in self._figures(goal))

    def _figures(self, goal: Goal) -> tuple[float, ...]:
        """What the figures of a goal about seats are where this seat always wins."""
        if goal.each:
            return (0.0, 1.0)
        found = SEAT_PART.fullmatch(goal.part.lower() or "1")
        if found is None:  # draws
            return (0.0,)
        wins = int(found[1]) == self.winner
        return (0.0 if found[2] == "draws" else float(wins is not (found[2] == "losses")),)


def best_play(game: Game, nodes: int = NODES) -> BestPlay | None:
    """Who wins with best play; None where so many positions do not prove it, or there is chance or more than two seats.

    What is counted are positions and not seconds, so that the same game has the same answer on any machine.
    """
    if game.players != 2 or game.has_chance or game.hidden_by or not game.is_compiled:
        return None

    def stop(looked: int, deep: int | None) -> None:
        if looked > nodes:
            raise _Enough

    state = game.start()
    try:
        found = solve(state, watch=stop)
    except (_Enough, AptsError):
        return None
    if found.value is None:
        return None
    winner = {1: state.mover, 0: DRAWN, -1: 3 - state.mover}[found.value]
    return BestPlay(winner, found.nodes)
