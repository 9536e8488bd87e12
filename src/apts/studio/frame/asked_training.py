"""A training as pages and programs ask for it: its size, its minutes, and the network that it begins with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from apts.errors import AptsError
from apts.learning.training.training_settings import TrainRequest
from apts.learning.training_defaults import FITTING_CELLS, SIZE_MINUTES
from apts.request_fields import check_shared, request_fields
from apts.studio.frame.studio import Studio
from apts.studio.frame.turning import sheet_of
from apts.studio.jobs.training_orders import written_training
from apts.studio.security.allowed_requests import IN_THE_STUDIO
from apts.studio.store.game_store import StoredGame
from apts.studio.store.models import Models
from apts.studio.workers.pool import Refused

LEAST_MINUTES, MOST_MINUTES = 0.05, float(request_fields(TrainRequest)["minutes"].shared_most or 0)


def fitting_size(studio: Studio, game: StoredGame) -> str:
    """The size of training that fits the board of a game; of rules that cannot be read the smallest usual one."""
    try:
        cells = sheet_of(studio, game).get("cells") or 0
    except Refused:
        cells = 0
    return next(size for size, most in FITTING_CELLS.items() if cells <= most)


def training_job(studio: Studio, game: StoredGame, request: TrainRequest) -> dict[str, Any]:
    """The job_request of a training; a size that is left out fits the board, and minutes those of the size."""
    check_shared(request, IN_THE_STUDIO)
    if request.minutes is not None and request.minutes < LEAST_MINUTES:
        raise AptsError(f"a training takes {LEAST_MINUTES:g} minutes at least {IN_THE_STUDIO}, not {request.minutes:g}")
    start = request.start
    if start is not None and all(model.job != start for model in Models(studio.settings.folder).of(game.id)):
        raise AptsError(f"no training {start!r} has taught a network {game.name}, so that none can begin with it")
    size = fitting_size(studio, game) if request.size is None else request.size
    minutes = SIZE_MINUTES[size] if request.minutes is None else request.minutes
    return {**written_training(replace(request, size=size, minutes=minutes)), "version": game.version}
