"""Agents whose tree search has too few iterations to say something about a game: a few for every legal move.

With fewer, a search has looked at a part of the moves only, or at each of them once or twice; what it plays is luck, and
figures of such matches say little about the game. No command chooses so few, and whoever asks for so few is told.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from apts.agents.agent import Agent
from apts.agents.agent_registry import agent_without_files
from apts.agents.kinds.uct_agent import UctAgent
from apts.engine.play.game import Game
from apts.search.least_iterations import TRIES_A_MOVE, most_moves


@dataclass(frozen=True)
class ThinSearch:
    """An agent that was asked for with too few iterations for a game: how many it has, for how many legal moves."""

    agent: str
    iterations: int
    moves: int
    game: str

    @property
    def wanted(self) -> int:
        """The fewest iterations that would do."""
        return TRIES_A_MOVE * self.moves

    @property
    def sentence(self) -> str:
        """What is wrong and what would be right."""
        return (
            f"{self.agent} makes {self.iterations:,} iterations a move, fewer than {TRIES_A_MOVE} for each of the up to "
            f"{self.moves:,} legal moves of {self.game}: what it plays is luck to a large part, and says little about the "
            f"game; ask for at least {self.wanted:,} iterations"
        )


def thin_searches(game: Game, agents: Iterable[str | Agent]) -> list[ThinSearch]:
    """Those of the agents whose budgets are too small for a game, each once."""
    found: dict[str, ThinSearch] = {}
    for spec in agents:
        one = spec if isinstance(spec, Agent) else agent_without_files(spec)
        if one is None or one.is_person:
            continue
        search = one.playing(game)
        if type(search) is not UctAgent or search.iterations is None or search.seconds is not None:
            continue
        moves = most_moves(game)
        iterations = max(search.iterations, search.breadth * moves)
        if iterations < TRIES_A_MOVE * moves:
            found[one.spec] = ThinSearch(one.spec, iterations, moves, game.name)
    return list(found.values())
