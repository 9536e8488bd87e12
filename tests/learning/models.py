"""Small models and trainings for the tests of this folder."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from apts.engine.rules_game import RulesGame
from apts.games.library import load
from apts.learning.encodings.encoding import encoding_of
from apts.learning.guided.guided_settings import GuidedSettings
from apts.learning.networks.model_file import model_facts
from apts.learning.training.training_settings import LearnSettings, TrainingSettings


def rules(name: str = "tic-tac-toe") -> RulesGame:
    """A game of the library."""
    game = load(name)
    assert isinstance(game, RulesGame)
    return game


def model_bytes(game: RulesGame, seed: int = 3) -> bytes:
    """A small untrained model of a game."""
    from apts.learning.networks.exporting import export
    from apts.learning.networks.network import Network
    from apts.learning.networks.shape import NetworkShape

    encoding = encoding_of(game)
    return export(Network(NetworkShape.of(encoding, width=16, depth=1), seed=seed), model_facts(game, encoding))


@cache
def model_path(name: str = "tic-tac-toe", seed: int = 3) -> Path:
    """A file with such a model, made once."""
    path = Path(mkdtemp()) / f"{name}.onnx"
    path.write_bytes(model_bytes(rules(name), seed))
    return path


def small_settings(**changes: object) -> LearnSettings:
    """A training that takes a second or two."""
    settings: dict[str, object] = {
        "cycles": 3,
        "positions": 200,
        "width": 16,
        "depth": 1,
        "groups": 2,
        "slots": 8,
        "threads": 1,
        "search": GuidedSettings(simulations=8),
        "training": TrainingSettings(batch=32, reuse=2.0, validation=0.1, warm_up=5),
    }
    return LearnSettings(**{**settings, **changes})  # type: ignore[arg-type]
