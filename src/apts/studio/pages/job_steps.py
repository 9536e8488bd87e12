"""What pages of jobs share: job and game, and the part that tells how a job stands."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import Request
from starlette.responses import Response

from apts.studio.frame.rendering import templates, words_for
from apts.studio.frame.studio import Studio, studio_of
from apts.studio.live_events import changes, stream
from apts.studio.store.game_store import NoSuchGame, StoredGame
from apts.studio.store.jobs import Job, NoSuchJob

Telling = Callable[[Studio, Job, Request], str]
"""Tells how a job stands as a part of a page."""


def job_of(studio: Studio, id: str, kind: str) -> Job:
    """A job of a kind by its id."""
    job = studio.jobs.job(id)
    if job.kind != kind:
        raise NoSuchJob(f"the job {id!r} is of another kind")
    return job


def game_of_job(studio: Studio, job: Job) -> StoredGame | None:
    """The game of a job as it is now; None where it was deleted."""
    try:
        return studio.game_store.game(job.game)
    except NoSuchGame:
        return None


def part(request: Request, template: str, **values: object) -> str:
    """A part of a page as text."""
    return templates().get_template(template).render(message=words_for(request), **values)


def live_page(request: Request, id: str, kind: str, telling: Telling) -> Response:
    """The events of a job: the part of its page that tells how it stands, whenever that changes, until it has ended."""
    studio = studio_of(request)

    def look() -> tuple[str, bool]:
        try:
            job = job_of(studio, id, kind)
        except NoSuchJob:
            return "", True
        return telling(studio, job, request), job.over

    return stream(changes(request, look))
