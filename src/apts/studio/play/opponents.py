"""Which agents can sit at a seat of a game: levels, one that adapts, and networks that were taught in the studio."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apts.agents.levels import level_names
from apts.agents.spelling_parts import kind_of, spelling_parts
from apts.errors import AptsError
from apts.learning.networks.model_file import bundled_models
from apts.publish.default_opponents import OPPONENTS
from apts.similar_names import did_you_mean
from apts.studio.frame.studio import Studio
from apts.studio.store.game_store import StoredGame
from apts.studio.store.models import Models

ADAPTIVE = "adaptive"


def agents_for(studio: Studio, game: StoredGame) -> tuple[str, ...]:
    """The spellings of the agents that a game can be played against.

    A network is called after the job that taught it, one that came with APTS after its game.
    """
    usual = OPPONENTS if game.made_of == "text" else tuple(f"level:{name}" for name in level_names())
    taught = (model.job for model in Models(studio.settings.folder).of(game.id))
    shipped = (game.id,) if game.id in bundled_models() and not game.own else ()
    return (*usual, *(f"model:{name}" for name in (*taught, *shipped)))


def fitting_agents(studio: Studio, game: StoredGame, text: Mapping[str, Any]) -> tuple[str, ...]:
    """The same without the networks that were taught other rules than those of a text."""
    agents = agents_for(studio, game)
    taught = {spec: real_agent(studio, game, spec) for spec in agents if kind_of(spec) == "model"}
    if not taught:
        return agents
    fit = studio.workers.remembered("fitting_agents", game=text, agents=[*taught.values()])
    return tuple(spec for spec in agents if spec not in taught or taught[spec] in fit)


def agent_of_one_position(studio: Studio, game: StoredGame, spec: str) -> str:
    """The spelling that workers know of an agent that decides position by position."""
    if spec == ADAPTIVE:
        raise AptsError("an agent that adapts must have seen the whole match, so it decides in no single position")
    return real_agent(studio, game, spec)


def real_agent(studio: Studio, game: StoredGame, spec: str) -> str:
    """The spelling that workers know: a network by its file, which no page is told."""
    known = agents_for(studio, game)
    if spec not in known:
        raise AptsError(f"there is no agent {spec[:60]!r} here{did_you_mean(spec[:60], known)}")
    kind, name = spelling_parts(spec)
    if kind != "model":
        return spec
    taught = (model.spec for model in Models(studio.settings.folder).of(game.id) if model.job == name)
    return next(taught, spec)
