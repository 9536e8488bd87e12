"""Who sat at a match, in the words of a reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apts.studio.agent_descriptions import describe_agent
from apts.studio.frame.studio import Studio
from apts.studio.play.opponents import fitting_agents
from apts.studio.store.game_store import StoredGame
from apts.studio.store.matches import PERSON, StudioMatch
from apts.studio.words import StudioTexts


def agent_names(studio: Studio, game: StoredGame, text: Mapping[str, Any], message: StudioTexts) -> dict[str, str]:
    """The agents that can sit at a table of a game, in words."""
    return {spec: describe_agent(spec, message) for spec in fitting_agents(studio, game, text)}


def sitter_names(match: StudioMatch, names: Mapping[str, str], message: StudioTexts) -> list[str]:
    """Who sat at each seat: a nickname, a person without one, or an agent."""
    return [
        (names.get(sitter or "") or message("people.somebody")) if who == PERSON else describe_agent(who, message)
        for who, sitter in zip(match.seats, match.sitters, strict=True)
    ]
