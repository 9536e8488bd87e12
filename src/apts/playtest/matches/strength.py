"""How strong agents are meant to be: budgets, and the same agents with half of theirs, or twice as much."""

from __future__ import annotations

from collections.abc import Sequence

from apts.agents.agent_registry import agent_without_files
from apts.agents.calibrating.thin_searches import thin_searches
from apts.agents.kinds.uct_agent import UctAgent
from apts.engine.play.game import Game


def budget(spec: str, game: Game | None) -> int | None:
    """Iterations a move; 0 for random play, None for agents that are not measured in iterations."""
    made = agent_without_files(spec)
    if made is not None and game is not None:
        made = made.playing(game)
    if made is not None and made.spec == "random":
        return 0
    return made.iterations if type(made) is UctAgent and made.seconds is None else None


def budgets(specs: Sequence[str], game: Game | None) -> list[int | None]:
    """The budget of every agent."""
    return [budget(spec, game) for spec in specs]


def halved(spec: str, game: Game) -> str | None:
    """The agent with half the budget, or None where there is nothing to halve: half of it would be too little."""
    made = _counting(spec, game)
    if made is None or made.iterations is None:
        return None
    half = made.with_iterations(max(1, made.iterations // 2))
    return None if thin_searches(game, [half]) else half.spec


def doubled(spec: str, game: Game) -> str | None:
    """The agent with twice the budget, or None where there is nothing to double."""
    made = _counting(spec, game)
    if made is None or made.iterations is None:
        return None
    return made.with_iterations(2 * made.iterations).spec


def _counting(spec: str, game: Game) -> UctAgent | None:
    """The tree search behind a spelling, where it is one."""
    made = agent_without_files(spec)
    if made is not None:
        made = made.playing(game)
    return made if type(made) is UctAgent else None
