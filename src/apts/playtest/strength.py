"""How strong agents are meant to be: budgets, and the same agents with half of theirs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apts.agents.level_agent import LevelAgent
from apts.agents.registry import agent
from apts.agents.uct_agent import UctAgent
from apts.engine.face import Game

_ITERATIONS = re.compile(r"iterations=\d+")


def budget(spec: str, game: Game | None) -> int | None:
    """Iterations a move; 0 for random play, None for agents that are not measured in iterations."""
    made = agent(spec)
    if isinstance(made, LevelAgent) and game is not None:
        made = made.behind(game)
    if made.spec == "random":
        return 0
    return made.iterations if isinstance(made, UctAgent) and made.seconds is None else None


def budgets(specs: Sequence[str], game: Game | None) -> list[int | None]:
    """The budget of every agent."""
    return [budget(spec, game) for spec in specs]


def halved(spec: str, game: Game) -> str | None:
    """The agent with half the budget, or None where there is nothing to halve."""
    made = agent(spec)
    if isinstance(made, LevelAgent):
        made = made.behind(game)
    if not isinstance(made, UctAgent) or made.iterations is None or made.iterations < 2:
        return None
    iterations = f"iterations={made.iterations // 2}"
    if _ITERATIONS.search(made.spec):
        return _ITERATIONS.sub(iterations, made.spec)
    return f"{made.spec},{iterations}" if ":" in made.spec else f"{made.spec}:{iterations}"
