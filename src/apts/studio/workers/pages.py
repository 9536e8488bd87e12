"""What a browser needs to play a game by itself: the program, its description, who can be played against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from apts.publish.default_opponents import OPPONENTS
from apts.publish.game_page import published_data
from apts.publish.opponents import fitting
from apts.studio.workers.questions import game_of, question


@question
def page(game: Mapping[str, Any], agents: Sequence[str] = OPPONENTS) -> dict[str, Any]:
    """The data of a page on which the game is played; its texts are left out, for a page has them once."""
    data = published_data(game_of(game), levels=agents)
    return {key: value for key, value in data.items() if key != "texts"}


@question
def fitting_agents(game: Mapping[str, Any], agents: Sequence[str]) -> list[str]:
    """The agents among some that can play a game: networks only where they were taught its rules."""
    return [] if game["rules"] is None else fitting(game_of(game), agents)
