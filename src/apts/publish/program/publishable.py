"""Which games can be published."""

from __future__ import annotations

from apts.engine.play.game import Game
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError


def published_rules(game: Game) -> RulesGame:
    """The game as its rules text has it; a game without one cannot be published, which is said."""
    rules = game.from_rules
    if rules is None:
        raise AptsError(
            f"{game.name} is written in Python, which browsers do not run; games in rules text can be published"
        )
    return rules
