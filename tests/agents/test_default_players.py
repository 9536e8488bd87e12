"""Players that APTS chooses by itself are the same on every installation: none of them needs an extra."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator

import pytest

from apts.agents.agent_registry import agent, kinds, separated
from apts.agents.kinds.model_agent import ModelAgent
from apts.agents.levels import level_names, levels
from apts.agents.spelling import kind_of
from apts.cli.commands import COMMANDS, GOALS, MODEL, QLEARN, command_function
from apts.games.catalogue import library_names
from apts.games.library import load
from apts.learning.networks.model_file import bundled_models
from apts.playtest.matches.forecast import fitting
from apts.playtest.strengths.strengths import DEFAULT_LEVELS, JUDGE, level_spec
from apts.publish.default_opponents import OPPONENTS

OF_THE_BASE = {"random", "greedy", "uct", "alphabeta", "level", "style", "best", "adaptive", "human"}
"""Kinds of agents that need nothing but the package."""

OF_FILES = {"model", "q"}
"""Kinds of agents that are made of a file, which somebody has to name."""


def defaults_of_commands() -> Iterator[str]:
    """The agents that commands take where none are named."""
    entries = [
        entry for table in (COMMANDS, GOALS, MODEL, QLEARN) for part in table.values() for entry in part.values()
    ]
    for entry in entries:
        for one in inspect.signature(command_function(entry)).parameters.values() if isinstance(entry, str) else ():
            words = one.default if isinstance(one.default, str) else ""
            yield from (spec for spec in separated(words) if words and kind_of(spec) in kinds())


def test_kinds_of_agents_are_of_the_base_or_made_of_a_file() -> None:
    own = {name for name, kind in kinds().items() if kind.make.__module__.startswith("apts.")}
    assert own == OF_THE_BASE | OF_FILES


def test_no_default_player_is_a_model() -> None:
    asked = list(defaults_of_commands())
    assert "uct:iterations=20000" in asked
    usual = [level_spec(name) for name in DEFAULT_LEVELS.split(",")]
    inner = [spec for level in levels() for spec in (level.rules, level.classes)]
    for spec in (*asked, *OPPONENTS, *usual, *inner, JUDGE):
        assert kind_of(spec) in OF_THE_BASE, spec


@pytest.mark.parametrize("name", sorted(bundled_models()))
def test_games_with_a_model_are_played_without_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)  # whoever asked for it would be refused
    game = load(name if name in library_names() else name.rpartition("-")[0])
    for spec in (*(f"level:{level}" for level in level_names()), "adaptive", fitting([game]).agents):
        assert kind_of(spec) in OF_THE_BASE
        assert not isinstance(agent(spec).playing(game), ModelAgent)
