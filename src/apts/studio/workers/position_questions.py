"""Questions about positions: where moves lead, what can be played there, and what agents think of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from apts.agents.agent import Agent
from apts.agents.agent_registry import agent as agent_called
from apts.engine.play.game import Game, IllegalMove, Move, State
from apts.engine.play.recorded_chance import without_stream
from apts.engine.text.offered_moves import meant_move
from apts.errors import AptsError
from apts.studio.workers.answers import game_of, question

# ----------------------------------------------------------------------------------------------------------------
# Matches as moves from the start: what position they lead to, what can be played there, how they ended.


@question
def position(
    game: Mapping[str, Any],
    moves: Sequence[str] = (),
    seed: int = 0,
    start: str | None = None,
    drawn: bool = True,
    sealed: bool = False,
) -> dict[str, Any]:
    """The position behind some moves, from the start or from a position given as text; ``sealed`` as people see it."""
    loaded = game_of(game)
    state, last = followed(loaded, moves, seed, start)
    return {**described(state, sealed=sealed), **({"svg": state.svg(last)} if drawn else {})}


@question
def positions(
    game: Mapping[str, Any], moves: Sequence[str], seed: int = 0, sealed: bool = False
) -> list[dict[str, Any]]:
    """Every position of a match, each drawn."""
    loaded = game_of(game)
    state = loaded.start(seed)
    found = [{**described(state, listed=False, sealed=sealed), "svg": state.svg()}]
    for number, text in enumerate(moves, 1):
        move = _legal(state, text, number)
        state = state.after(move)
        found.append({**described(state, listed=False, sealed=sealed), "svg": state.svg(move), "move": move.text})
    return found


def followed(game: Game, moves: Sequence[str], seed: int, start: str | None = None) -> tuple[State, Move | None]:
    """The position behind some moves, and the last of them."""
    state = game.start(seed) if start is None else game.state(start)
    last = None
    for number, text in enumerate(moves, 1):
        last = _legal(state, text, number)
        state = state.after(last)
    return state, last


def described(state: State, *, listed: bool = True, sealed: bool = False) -> dict[str, Any]:
    """A position as plain values; one that is sealed tells nothing of what chance will decide."""
    outcome = state.outcome
    data: dict[str, Any] = {
        "position": _sealed_text(state) if sealed else str(state),
        "mover": state.mover,
        "dice": [str(die) for die in state.dice],
        "scores": None if state.scores is None else list(state.scores),
        "outcome": None
        if outcome is None
        else {"winner": outcome.winner, "ranks": list(outcome.ranks), "reason": outcome.reason, "words": str(outcome)},
    }
    if listed:
        data["moves"] = [
            {"text": move.text, "kind": move.kind, "origin": move.origin, "target": move.target}
            for move in state.moves()
        ]
    return data


def _sealed_text(state: State) -> str:
    """A position as text without the stream of chance; nobody knows how classes write theirs."""
    return "" if state.from_rules is None and state.game.has_chance else without_stream(str(state))


def _legal(state: State, text: str, number: int) -> Move:
    try:
        return meant_move(state, text)
    except IllegalMove as problem:
        raise IllegalMove(f"move {number}: {problem}") from None


# ----------------------------------------------------------------------------------------------------------------
# What agents think of positions: the move they would play, and what they hold of all moves.


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
