"""Files of Q-learning for the tests, learnt in seconds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from apts.engine.play.game import Game
from apts.learning.q.learner import QTraining, begin, settings_for
from apts.learning.q.model_file import QFile

STRIP = """
(game "Strip" (players 2)
    (equipment {(board (rectangle 2 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 2) (result Mover Loss)))))
"""


def learnt(path: Path, game: Game, method: str, episodes: int, source: str = "test", **settings: Any) -> QFile:
    """A new file after so many episodes."""
    file = begin(path, game, source, method, settings_for(method, **settings))
    QTraining(game, file).run(episodes)
    return file
