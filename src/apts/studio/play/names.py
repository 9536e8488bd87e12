"""Who sat at a match, in the words of a reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apts.studio.agents_told import agent_told
from apts.studio.frame.studio import Studio
from apts.studio.play.opponents import fitting_agents
from apts.studio.store.matches import PERSON, StudioMatch
from apts.studio.store.shelf import ShelfGame
from apts.studio.words import Words


def agents_told(studio: Studio, game: ShelfGame, text: Mapping[str, Any], say: Words) -> dict[str, str]:
    """The agents that can sit at a table of a game, in words."""
    return {spec: agent_told(spec, say) for spec in fitting_agents(studio, game, text)}


def sitters_told(match: StudioMatch, names: Mapping[str, str], say: Words) -> list[str]:
    """Who sat at each seat: a nickname, a person without one, or an agent."""
    return [
        (names.get(sitter or "") or say("people.somebody")) if who == PERSON else agent_told(who, say)
        for who, sitter in zip(match.seats, match.sitters, strict=True)
    ]
