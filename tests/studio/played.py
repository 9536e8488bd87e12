"""Runs in a studio without a queue: jobs are done here, as the process of a job does them."""

from __future__ import annotations

from typing import Any

from apts.studio.frame.studio import Studio
from apts.studio.jobs.perform import perform
from apts.studio.store.jobs import Job


def performed(studio: Studio, game: str = "tic-tac-toe", **job_request: Any) -> Job:
    """A play-test that was asked for and done; random agents and 40 matches unless something else is said."""
    asked = {"agents": "random", "amount": "number", "matches": 40, "settings": {}, "version": None, **job_request}
    job = studio.jobs.add("playtest", game, game, asked)
    return again(studio, job)


def again(studio: Studio, job: Job) -> Job:
    """A job done, or done once more."""
    studio.jobs.wait_again(job.id)
    assert studio.jobs.claim(job.id)
    perform(studio.settings.folder, studio.settings.archive_place, job.id)
    return studio.jobs.job(job.id)
