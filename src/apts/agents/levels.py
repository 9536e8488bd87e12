"""The names of the levels of strength from ``beginner`` to ``master``, and how plain tree search plays them.

The table ``levels.json`` says how; a game has levels of its own where they were set by matches, or follow from its engine
(:mod:`apts.agents.engines.ladder`).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from apts.engine.play.game import Game


@dataclass(frozen=True)
class Level:
    """A level: its name and how it plays games from rules text and games that are Python classes."""

    name: str
    rules: str
    classes: str

    def spec_for(self, game: Game) -> str:
        """The spelling of the agent that plays a game at this level."""
        return self.rules if game.from_rules is not None else self.classes


@cache
def levels() -> tuple[Level, ...]:
    """The levels, weakest first."""
    text = (files("apts.agents") / "levels.json").read_text(encoding="utf-8")
    return tuple(Level(**entry) for entry in json.loads(text)["levels"])


def level_names() -> tuple[str, ...]:
    """The names of the levels, weakest first."""
    return tuple(level.name for level in levels())
