"""Which agents people may ask the studio for: kinds that read no files of their choosing, with budgets that end soon."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from apts.agents.agent_registry import FILE, Kind, kinds, separated
from apts.agents.settings import read_settings, written_settings
from apts.agents.spelling_parts import spelling_parts
from apts.errors import AptsError
from apts.learning.networks.model_file import bundled_models
from apts.similar_names import did_you_mean
from apts.studio.store.models import Models

LONGEST_SPELLING = 300
MOST_AGENTS = 16

MOST: Mapping[str, float] = {
    "iterations": 100_000,
    "seconds": 8.0,
    "breadth": 200,
    "nodes": 1 << 22,
    "table": 20,
    "depth": 30,
    "samples": 50,
    "simulations": 2_000,
    "playout": 10_000,
}
"""The most that a setting of an agent may be, whatever the kind."""

_SECONDS = "seconds"
"""The setting of kinds that can be told to stop by the clock."""


def shared_kinds() -> tuple[Kind, ...]:
    """The kinds of agents that say of themselves that a studio may play with them."""
    return tuple(kind for kind in kinds().values() if kind.shared)


def shared_example(kind: Kind) -> str:
    """How a kind is spelled in a studio, where models have names and no files."""
    return kind.example.replace("FILE", "NAME")


def allowed_agent(spelling: str, models: Models | None, game: str) -> str:
    """The agent that a spelling stands for in the studio, as workers take it; others are refused with a sentence.

    A model is called by its name: one that comes with APTS, or one of ``models`` that the studio taught the game.
    """
    name, values = _read(spelling, models, game)
    return _written(name, values)


def allowed_agents(spellings: str, models: Models | None, game: str) -> str:
    """The same for a list of agents in one text, such as ``level:club,uct:iterations=200,c=1``."""
    found = [allowed_agent(one, models, game) for one in separated(spellings)]
    if not 0 < len(found) <= MOST_AGENTS:
        raise AptsError(f"a play-test has 1 to {MOST_AGENTS} agents, not {len(found)}")
    return ",".join(found)


def quick_agent(spelling: str, models: Models | None, game: str) -> str:
    """The same for an answer that somebody waits for: searches end by the clock too, whatever their other budget is."""
    name, values = _read(spelling, models, game)
    settings = kinds()[name].settings
    if any(setting.name == _SECONDS for setting in settings) and _SECONDS not in values:
        for setting in settings:
            if setting.budget:
                values.setdefault(setting.name, setting.default)
        values[_SECONDS] = MOST[_SECONDS]
    return _written(name, values)


def _read(spelling: str, models: Models | None, game: str) -> tuple[str, dict[str, Any]]:
    text = spelling.strip()
    if len(text) > LONGEST_SPELLING:
        raise AptsError(f"the spelling of an agent is longer than {LONGEST_SPELLING} signs")
    name, rest = spelling_parts(text)
    kind = kinds().get(name)
    if kind is not None and kind.is_person:
        raise AptsError("agents alone decide here; a person cannot be asked")
    if kind is None or not kind.shared:
        shared = shared_kinds()
        hint, listed = did_you_mean(name, [one.name for one in shared]), ", ".join(map(shared_example, shared))
        raise AptsError(f"the studio has no agent {text!r}{hint} (there are: {listed})")
    values = read_settings(rest, kind.settings, kind.positional, text)
    if kind.positional == "name" and "name" not in values:
        raise AptsError(f"the agent {text!r} needs the name of a level: {', '.join(kind.settings[0].choices)}")
    for setting, most in MOST.items():
        if values.get(setting) is not None and values[setting] > most:
            raise AptsError(f"the agent {text!r} would take too much: {setting} is {most:,g} at most in the studio")
    if kind.is_of_a_file:
        values[FILE] = _model_file(str(values.get(FILE, "")), models, game)
    return name, values


def _written(name: str, values: Mapping[str, Any]) -> str:
    kind = kinds()[name]
    described = written_settings(values, kind.settings, kind.positional)
    return f"{name}:{described}" if described else name


def _model_file(name: str, models: Models | None, game: str) -> str:
    """The model of a name; a path is none, except that of a model of this game in the studio's own folder."""
    taught = models.of(game) if models is not None else ()
    own = {known: str(model.file) for model in taught for known in (model.job, str(model.file))}
    if name in own:
        return own[name]
    if re.fullmatch(r"[a-z0-9-]+", name) and name in bundled_models():
        return name
    known = [*bundled_models(), *(model.job for model in taught)]
    raise AptsError(f"the studio has no model {name!r}{did_you_mean(name, known)} (there are: {', '.join(known)})")
