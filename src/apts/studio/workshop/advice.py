"""What agents think of positions: the move they would play, and what they hold of all moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from apts.agents.agent_registry import agent as agent_called
from apts.errors import AptsError
from apts.studio.workshop.positions import described, followed
from apts.studio.workshop.questions import game_of, question


@question
def best(
    game: Mapping[str, Any],
    agent: str,
    moves: Sequence[str] = (),
    seed: int = 0,
    start: str | None = None,
    agent_seed: int = 0,
) -> dict[str, Any]:
    """The move that an agent plays in a position."""
    loaded = game_of(game)
    state, _ = followed(loaded, moves, seed, start)
    if state.over:
        raise AptsError("the match is over, so there is no move to play")
    chosen = agent_called(agent).playing(loaded).choose(state, seed=agent_seed)
    return {"move": chosen.text, "after": described(state.after(chosen))}


@question
def analysis(
    game: Mapping[str, Any],
    agent: str,
    moves: Sequence[str] = (),
    seed: int = 0,
    start: str | None = None,
    agent_seed: int = 0,
) -> dict[str, Any]:
    """What an agent thinks of each move of a position."""
    loaded = game_of(game)
    state, _ = followed(loaded, moves, seed, start)
    if state.over:
        raise AptsError("the match is over, so there is nothing to analyse")
    found = agent_called(agent).playing(loaded).analyze(state, seed=agent_seed)
    return {**found.as_data(), "mover": state.mover}
