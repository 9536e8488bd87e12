"""A training as pages and programs ask for it: its size, its minutes, and the network that it begins with."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from apts.errors import AptsError
from apts.learning.training.training_settings import MeasureSettings
from apts.learning.training_defaults import FITTING_CELLS, SIZE_MINUTES, training_size
from apts.studio.frame.studio import Studio
from apts.studio.frame.turning import sheet_of
from apts.studio.store.game_store import StoredGame
from apts.studio.store.models import Models
from apts.studio.workers.pool import Refused

MOST_MINUTES = 240.0


def fitting_size(studio: Studio, game: StoredGame) -> str:
    """The size of training that fits the board of a game; of rules that cannot be read the smallest usual one."""
    try:
        cells = sheet_of(studio, game).get("cells") or 0
    except Refused:
        cells = 0
    return next(size for size, most in FITTING_CELLS.items() if cells <= most)


def training_job(
    studio: Studio, game: StoredGame, size: str | None = None, minutes: float | None = None, start: str | None = None
) -> dict[str, Any]:
    """The request of a training; a size that is left out fits the board, and minutes those of the size."""
    chosen = fitting_size(studio, game) if size is None else size
    options = training_size(chosen)
    if start and all(model.job != start for model in Models(studio.settings.folder).of(game.id)):
        raise AptsError(f"no training {start!r} has taught a network {game.name}, so that none can begin with it")
    if start:  # the shape of a network stays as it is
        options = {name: value for name, value in options.items() if name not in ("width", "depth")}
    return {
        "minutes": SIZE_MINUTES[chosen] if minutes is None else minutes,
        "size": chosen,
        "wishes": options,
        "measure": asdict(MeasureSettings()),
        "start": start or None,
        "version": game.version,
    }
