"""Jobs as pages and programs ask for them: play-tests and trainings, and how jobs go on and are deleted."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from apts.errors import AptsError
from apts.learning.encodings.encoding import not_learnable
from apts.learning.training.training_settings import TrainRequest
from apts.learning.training_defaults import FITTING_CELLS, SIZE_MINUTES
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.request_fields import check_shared, request_fields
from apts.studio.frame.chosen_game import job_game, sheet_of, turned
from apts.studio.frame.rendering import Settings
from apts.studio.frame.studio import Studio
from apts.studio.jobs.job_requests import write_job_request, written_training
from apts.studio.security.allowed import IN_THE_STUDIO, allowed_request, spelled_agents
from apts.studio.store.game_store import StoredGame
from apts.studio.store.jobs import Job
from apts.studio.store.people import Models, taught_by
from apts.studio.workers.pool import Refused

# ----------------------------------------------------------------------------------------------------------------
# A play-test as pages and programs begin it: what is allowed, for a game with its settings, put into the queue.


def playtest_job(studio: Studio, game: StoredGame, settings: Settings, request: PlaytestRequest) -> Mapping[str, Any]:
    """What the job is asked; what cannot be played is told here, where it can be mended, not by a job that fails."""
    allowed = allowed_request(request, Models(studio.settings.folder), game.id)
    studio.workers.ask("known_agents", spellings=spelled_agents(allowed))
    shown = turned(studio, game, settings)
    return {**write_job_request(allowed), **job_game(shown).as_data()}


# ----------------------------------------------------------------------------------------------------------------
# A training as pages and programs ask for it: its size, its minutes, and the network that it begins with.

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
    if game.made_of != "text":
        raise not_learnable(game.name)
    if request.minutes is not None and request.minutes < LEAST_MINUTES:
        raise AptsError(f"a training takes {LEAST_MINUTES:g} minutes at least {IN_THE_STUDIO}, not {request.minutes:g}")
    start = request.start
    if start is not None and all(model.job != start for model in Models(studio.settings.folder).of(game.id)):
        raise AptsError(f"no training {start!r} has taught a network {game.name}, so that none can begin with it")
    size = fitting_size(studio, game) if request.size is None else request.size
    minutes = SIZE_MINUTES[size] if request.minutes is None else request.minutes
    return written_training(replace(request, size=size, minutes=minutes))


# ----------------------------------------------------------------------------------------------------------------
# How jobs go on and are deleted, from pages and from programs alike.


def is_partial(job: Job) -> bool:
    """Whether a play-test that has ended could still go on: it was a first look, or was interrupted."""
    result = job.result
    return bool(result) and not result.get("settled") and result.get("matches", 0) < result.get("wanted", 0)


def was_cut(job: Job) -> bool:
    """Whether a first look ended because its half minute was over, with matches missing."""
    return job.state == "done" and job.request.get("amount") == "quick" and is_partial(job)


def go_on(studio: Studio, job: Job) -> None:
    """Let a job go on where it was: one that was stopped, that failed, or a first look that is to go further."""
    if job.over and (job.state != "done" or is_partial(job)):
        studio.jobs.report(job.id, {**job.progress, "stage": "beginning"})
        studio.jobs.wait_again(job.id)
        studio.queue.shares.begin_anew(job.id)
        studio.queue.put(job)


def can_learn_on(studio: Studio, job: Job) -> bool:
    """Whether a training that is done can go on: it ended by the clock, and its last checkpoint is there."""
    folder = folder_of(studio, job)
    return job.state == "done" and bool(job.request.get("minutes")) and (folder / "checkpoint.pt").is_file()


def learn_on(studio: Studio, job: Job, minutes: float) -> None:
    """Let a training that is done go on from its last checkpoint for so many minutes more."""
    studio.jobs.change_request(job.id, {**job.request, "minutes": job.request["minutes"] + minutes})
    studio.jobs.wait_again(job.id)
    studio.queue.shares.begin_anew(job.id)
    studio.queue.put(studio.jobs.job(job.id))


def folder_of(studio: Studio, job: Job) -> Path:
    """Where the files of a job are."""
    return studio.settings.folder / "jobs" / job.id


def delete(studio: Studio, job: Job) -> None:
    """Forget a job that has ended, with its files and the network it taught; what was played stays in the archive."""
    studio.jobs.remove(job.id)
    shutil.rmtree(folder_of(studio, job), ignore_errors=True)
    model = taught_by(studio.settings.folder, job)
    if model is not None:
        model.file.unlink(missing_ok=True)
