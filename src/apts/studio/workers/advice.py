"""What agents think of positions: the move they would play, and what they hold of all moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from apts.agents.agent import Agent
from apts.agents.agent_registry import agent as agent_called
from apts.engine.play.game import State
from apts.errors import AptsError
from apts.studio.workers.positions import described, followed
from apts.studio.workers.questions import game_of, question


@question
def best(game: Mapping[str, Any], agent: str, agent_seed: int = 0, **position: Any) -> dict[str, Any]:
    """The move that an agent plays in a position."""
    state, player = _asked(game, agent, "there is no move to play", **position)
    chosen = player.choose(state, seed=agent_seed)
    return {"move": chosen.text, "after": described(state.after(chosen))}


@question
def analysis(game: Mapping[str, Any], agent: str, agent_seed: int = 0, **position: Any) -> dict[str, Any]:
    """What an agent thinks of each move of a position."""
    state, player = _asked(game, agent, "there is nothing to analyse", **position)
    return {**player.analyze(state, seed=agent_seed).as_data(), "mover": state.mover}


def _asked(
    game: Mapping[str, Any],
    agent: str,
    otherwise: str,
    moves: Sequence[str] = (),
    seed: int = 0,
    start: str | None = None,
) -> tuple[State, Agent]:
    """The position behind some moves, and the agent at its game; a match that is over is refused."""
    loaded = game_of(game)
    state, _ = followed(loaded, moves, seed, start)
    if state.over:
        raise AptsError(f"the match is over, so {otherwise}")
    return state, agent_called(agent).playing(loaded)
