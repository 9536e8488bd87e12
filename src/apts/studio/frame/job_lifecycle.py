"""How jobs go on and are deleted, from pages and from programs alike."""

from __future__ import annotations

import shutil
from pathlib import Path

from apts.studio.frame.studio import Studio
from apts.studio.store.jobs import Job
from apts.studio.store.models import taught_by


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
