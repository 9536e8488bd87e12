"""APTS: a play-test lab for turn-based games.

``apts.load`` gives a game; games give states, states give moves; ``apts.agent`` chooses among them. What is listed in
``__all__`` is imported when it is first used, so that ``import apts`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from apts.agents.agent import Agent
    from apts.agents.analysis import Analysis
    from apts.agents.registry import agent
    from apts.agents.solving import Solved, solve
    from apts.engine.face import Game, IllegalMove, Move, PositionError, State
    from apts.engine.outcome import Outcome
    from apts.engine.python_game import PythonGame
    from apts.engine.summary import Playouts
    from apts.errors import AptsError
    from apts.games.library import library_names, load
    from apts.playtest.evidence import Goals
    from apts.playtest.run import Run, playtest
    from apts.playtest.skill import skill
    from apts.playtest.stress import stress

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
    "Game": "apts.engine.face",
    "Goals": "apts.playtest.evidence",
    "IllegalMove": "apts.engine.face",
    "Move": "apts.engine.face",
    "Outcome": "apts.engine.outcome",
    "Playouts": "apts.engine.summary",
    "PositionError": "apts.engine.face",
    "PythonGame": "apts.engine.python_game",
    "Run": "apts.playtest.run",
    "Solved": "apts.agents.solving",
    "State": "apts.engine.face",
    "agent": "apts.agents.registry",
    "library_names": "apts.games.library",
    "load": "apts.games.library",
    "skill": "apts.playtest.skill",
    "solve": "apts.agents.solving",
    "stress": "apts.playtest.stress",
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
