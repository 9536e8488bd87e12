"""APTS: a play-test lab for turn-based games.

``apts.load`` gives a game; games give states, states give moves; ``apts.agent`` chooses among them. What is listed in
``__all__`` is imported when it is first used, so that ``import apts`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from apts.agents.agent import Agent
    from apts.agents.agent_registry import agent
    from apts.agents.analysis import Analysis
    from apts.agents.searching.solving import Solved, solve
    from apts.engine.play.game import Game, IllegalMove, Move, PositionError, State
    from apts.engine.play.outcome import Outcome
    from apts.engine.play.summary import Playouts
    from apts.engine.python_game import PythonGame
    from apts.errors import AptsError
    from apts.games.library import load
    from apts.games.shelf import library_names
    from apts.playtest.evidence.evidence import Goals
    from apts.playtest.experiments.skill import skill
    from apts.playtest.experiments.stress import stress
    from apts.playtest.run import Run, playtest

__all__ = [
    "Agent",
    "Analysis",
    "AptsError",
    "Game",
    "Goals",
    "IllegalMove",
    "Move",
    "Outcome",
    "Playouts",
    "PositionError",
    "PythonGame",
    "Run",
    "Solved",
    "State",
    "agent",
    "library_names",
    "load",
    "playtest",
    "skill",
    "solve",
    "stress",
]

_HOMES = {
    "Agent": "apts.agents.agent",
    "Analysis": "apts.agents.analysis",
    "AptsError": "apts.errors",
    "Game": "apts.engine.play.game",
    "Goals": "apts.playtest.evidence.evidence",
    "IllegalMove": "apts.engine.play.game",
    "Move": "apts.engine.play.game",
    "Outcome": "apts.engine.play.outcome",
    "Playouts": "apts.engine.play.summary",
    "PositionError": "apts.engine.play.game",
    "PythonGame": "apts.engine.python_game",
    "Run": "apts.playtest.run",
    "Solved": "apts.agents.searching.solving",
    "State": "apts.engine.play.game",
    "agent": "apts.agents.agent_registry",
    "library_names": "apts.games.shelf",
    "load": "apts.games.library",
    "skill": "apts.playtest.experiments.skill",
    "solve": "apts.agents.searching.solving",
    "stress": "apts.playtest.experiments.stress",
}


def __getattr__(name: str) -> Any:
    if name == "playtest":  # a package that can be called
        return import_module("apts.playtest")
    if name not in _HOMES:
        raise AttributeError(f"module 'apts' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
