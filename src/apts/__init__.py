"""APTS: a play-test lab for turn-based games.

``load`` gives a game, and ``check`` says what is wrong with its rules; games give states, states give moves; ``agent``
makes who chooses among them and ``solve`` proves what a position is worth. ``playtest`` finds out what is wrong with a
game, ``playtest_levels`` what changes when people get better at it, ``stress`` what each part of it is worth, ``skill``
how deep it is, ``skill_table`` what strengths score against each other, ``styles`` whether one way to play beats all
others, ``compare`` which of two is better, ``improve`` what to change in it, ``arena`` who plays it best; ``train``
teaches a network.
``open_archive`` and ``open_run`` give back what was played. What is listed in ``__all__`` is imported when it is first
used, so that ``import apts`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as in typing, which takes a while to be imported

if TYPE_CHECKING:
    from typing import Any

    from apts.agents.agent import Agent
    from apts.agents.agent_registry import agent
    from apts.agents.analysis import Analysis
    from apts.agents.searching.reading import Solved, solve
    from apts.archive.archive import Archive
    from apts.archive.opening import open_archive
    from apts.engine.play.game import Game, IllegalMove, Move, PositionError, State
    from apts.engine.play.outcome import Outcome
    from apts.engine.play.playouts.summary import Playouts
    from apts.engine.python_game import PythonGame
    from apts.errors import AptsError
    from apts.games.catalogue import library_names
    from apts.games.checking import Checked, check
    from apts.games.library import load
    from apts.learning.training.training_run import train
    from apts.learning.training.training_settings import LearnSettings, TrainRequest
    from apts.playtest.comparing.compare import RunComparison, compare
    from apts.playtest.evidence.evidence import Goals
    from apts.playtest.experiments.arena import Arena, arena
    from apts.playtest.experiments.experiment_requests import (
        ArenaRequest,
        SkillTableRequest,
        StressRequest,
        StylesRequest,
    )
    from apts.playtest.experiments.skill import skill
    from apts.playtest.experiments.skill_table import SkillTable, skill_table
    from apts.playtest.experiments.stress import stress
    from apts.playtest.experiments.style_table import StyleTable, styles
    from apts.playtest.goals.goal import Goal
    from apts.playtest.goals.goal_files import read_goals
    from apts.playtest.goals.reading import read_goal
    from apts.playtest.matches.playtest_request import PlaytestRequest
    from apts.playtest.metrics.metric_registry import Metrics
    from apts.playtest.run import Run, open_run, playtest
    from apts.playtest.strengths.strengths import Strengths, playtest_levels
    from apts.variants.search.improve import improve
    from apts.variants.search.improve_request import ImproveRequest
    from apts.variants.search.improvement import Improvement
    from apts.variants.sensitivity.sensitivity import Sensitivity, sensitivity

__all__ = [
    "Agent",
    "Analysis",
    "AptsError",
    "Archive",
    "Arena",
    "ArenaRequest",
    "Checked",
    "Game",
    "Goal",
    "Goals",
    "IllegalMove",
    "ImproveRequest",
    "Improvement",
    "LearnSettings",
    "Metrics",
    "Move",
    "Outcome",
    "Playouts",
    "PlaytestRequest",
    "PositionError",
    "PythonGame",
    "Run",
    "RunComparison",
    "Sensitivity",
    "SkillTable",
    "SkillTableRequest",
    "Solved",
    "State",
    "Strengths",
    "StressRequest",
    "StyleTable",
    "StylesRequest",
    "TrainRequest",
    "agent",
    "arena",
    "check",
    "compare",
    "improve",
    "library_names",
    "load",
    "open_archive",
    "open_run",
    "playtest",
    "playtest_levels",
    "read_goal",
    "read_goals",
    "sensitivity",
    "skill",
    "skill_table",
    "solve",
    "stress",
    "styles",
    "train",
]

_HOMES = {
    "Agent": "apts.agents.agent",
    "Analysis": "apts.agents.analysis",
    "AptsError": "apts.errors",
    "Archive": "apts.archive.archive",
    "ArenaRequest": "apts.playtest.experiments.experiment_requests",
    "Arena": "apts.playtest.experiments.arena",
    "Checked": "apts.games.checking",
    "Game": "apts.engine.play.game",
    "Goal": "apts.playtest.goals.goal",
    "Goals": "apts.playtest.evidence.evidence",
    "IllegalMove": "apts.engine.play.game",
    "ImproveRequest": "apts.variants.search.improve_request",
    "Improvement": "apts.variants.search.improvement",
    "LearnSettings": "apts.learning.training.training_settings",
    "Metrics": "apts.playtest.metrics.metric_registry",
    "Move": "apts.engine.play.game",
    "Outcome": "apts.engine.play.outcome",
    "Playouts": "apts.engine.play.playouts.summary",
    "PlaytestRequest": "apts.playtest.matches.playtest_request",
    "PositionError": "apts.engine.play.game",
    "PythonGame": "apts.engine.python_game",
    "Run": "apts.playtest.run",
    "RunComparison": "apts.playtest.comparing.compare",
    "Sensitivity": "apts.variants.sensitivity.sensitivity",
    "SkillTable": "apts.playtest.experiments.skill_table",
    "SkillTableRequest": "apts.playtest.experiments.experiment_requests",
    "Solved": "apts.agents.searching.reading",
    "State": "apts.engine.play.game",
    "StressRequest": "apts.playtest.experiments.experiment_requests",
    "StyleTable": "apts.playtest.experiments.style_table",
    "StylesRequest": "apts.playtest.experiments.experiment_requests",
    "Strengths": "apts.playtest.strengths.strengths",
    "TrainRequest": "apts.learning.training.training_settings",
    "agent": "apts.agents.agent_registry",
    "arena": "apts.playtest.experiments.arena",
    "check": "apts.games.checking",
    "compare": "apts.playtest.comparing.compare",
    "improve": "apts.variants.search.improve",
    "library_names": "apts.games.catalogue",
    "load": "apts.games.library",
    "open_archive": "apts.archive.opening",
    "open_run": "apts.playtest.run",
    "playtest_levels": "apts.playtest.strengths.strengths",
    "read_goal": "apts.playtest.goals.reading",
    "read_goals": "apts.playtest.goals.goal_files",
    "sensitivity": "apts.variants.sensitivity.sensitivity",
    "skill": "apts.playtest.experiments.skill",
    "skill_table": "apts.playtest.experiments.skill_table",
    "solve": "apts.agents.searching.reading",
    "stress": "apts.playtest.experiments.stress",
    "styles": "apts.playtest.experiments.style_table",
    "train": "apts.learning.training.training_run",
}


def __getattr__(name: str) -> Any:
    if name == "playtest":  # a package that can be called
        return import_module("apts.playtest")
    if name == "__version__":
        from apts.version import apts_version

        return apts_version()
    if name not in _HOMES:
        raise AttributeError(f"module 'apts' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
