"""What pages of jobs share: job and game, files, the part that tells how a job stands, and how it goes on or is deleted."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from apts.studio.frame.rendering import templates, words_for
from apts.studio.frame.studio import Studio, studio_of
from apts.studio.live import changes, stream
from apts.studio.store.jobs import Job, NoSuchJob
from apts.studio.store.models import taught_by
from apts.studio.store.shelf import NoSuchGame, ShelfGame

Telling = Callable[[Studio, Job, Request], str]
"""Tells how a job stands as a part of a page."""


def job_of(studio: Studio, id: str, kind: str) -> Job:
    """A job of a kind by its id."""
    job = studio.jobs.job(id)
    if job.kind != kind:
        raise NoSuchJob(f"the job {id!r} is of another kind")
    return job


def game_of_job(studio: Studio, job: Job) -> ShelfGame | None:
    """The game of a job as it is now; None where it was deleted."""
    try:
        return studio.shelf.game(job.game)
    except NoSuchGame:
        return None


def is_partial(job: Job) -> bool:
    """Whether a play-test that has ended could still go on: it was a first look, or was interrupted."""
    result = job.result
    return bool(result) and not result.get("settled") and result.get("matches", 0) < result.get("wanted", 0)


def was_cut(job: Job) -> bool:
    """Whether a first look ended because its half minute was over, with matches missing."""
    return job.state == "done" and job.orders.get("amount") == "quick" and is_partial(job)


def go_on(studio: Studio, job: Job) -> None:
    """Let a job go on where it was: one that was stopped, that failed, or a first look that is to go further."""
    if job.over and (job.state != "done" or is_partial(job)):
        studio.jobs.tell(job.id, {**job.progress, "stage": "beginning"})
        studio.jobs.wait_again(job.id)
        studio.queue.put(job)


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


def part(request: Request, template: str, **values: object) -> str:
    """A part of a page as text."""
    return templates().get_template(template).render(say=words_for(request), **values)


def told_live(request: Request, id: str, kind: str, telling: Telling) -> Response:
    """The events of a job: the part of its page that tells how it stands, whenever that changes, until it has ended."""
    studio = studio_of(request)

    def look() -> tuple[str, bool]:
        try:
            job = job_of(studio, id, kind)
        except NoSuchJob:
            return "", True
        return telling(studio, job, request), job.over

    return stream(changes(request, look))
