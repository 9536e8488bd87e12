"""Jobs: play-tests, searches for better rules, trainings; how far they are, stopping them and letting them go on."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from starlette.responses import Response

from apts.studio.api.described import problems
from apts.studio.api.fields import Answer, JobId, Most
from apts.studio.api.job_orders import JobBody, job_of
from apts.studio.frame.job_lifecycle import delete, go_on
from apts.studio.frame.rendering import words_for
from apts.studio.frame.studio import studio_of
from apts.studio.jobs.kind_table import JobName
from apts.studio.store.jobs import Job, JobState
from apts.studio.stored_texts import shown_to

router = APIRouter(prefix="/jobs", tags=["jobs"])


class JobSheet(Answer):
    """A job: what was asked for, how far it is, what came of it."""

    id: str
    kind: str
    game: str
    title: str
    state: JobState
    stopping: bool
    orders: dict[str, Any]
    progress: dict[str, Any]
    result: dict[str, Any]
    error: str | None
    created: str
    started: str | None
    ended: str | None

    @staticmethod
    def of(job: Job, language: str) -> JobSheet:
        """A job of the store."""
        title = shown_to(job.title, language)
        return JobSheet(
            id=job.id, kind=job.kind, game=job.game, title=title, state=job.state, stopping=job.stopping,
            orders=dict(job.request), progress=dict(job.progress), result=dict(job.result), error=job.error,
            created=job.created, started=job.started, ended=job.ended,
        )  # fmt: skip


class JobList(Answer):
    """A part of the list of jobs."""

    jobs: list[JobSheet]


@router.get("", summary="All jobs")
def list_jobs(
    request: Request,
    kind: Annotated[JobName | None, Query(description="Only of this kind.")] = None,
    game: Annotated[str | None, Query(description="Only of this game.", pattern=r"^[a-z0-9-]{1,80}$")] = None,
    limit: Most = 100,
    offset: Annotated[int, Query(description="How many are left out at the beginning.", ge=0, le=10_000)] = 0,
) -> JobList:
    """All jobs, the newest first."""
    found = studio_of(request).jobs.listed(kind=kind and kind.value, game=game, most=offset + limit)
    return JobList(jobs=[JobSheet.of(job, words_for(request).language) for job in found[offset:]])


@router.post("", summary="Start a job", status_code=202)
def start_job(request: Request, body: JobBody) -> JobSheet:
    """Put a job into the queue; `/api/jobs/{id}` tells how far it is.

    Everybody gets the same share of time: short jobs go first, a long one makes room for others after two minutes and
    goes on later where it was. One may have 20 jobs that wait or run; one more is answered with 429.
    """
    studio = studio_of(request)
    game = studio.game_store.game(body.game, body.version)
    job_request = job_of(body, studio, game)
    job = studio.jobs.add(body.kind, game.id, body.title or game.name, job_request)
    studio.queue.put(job)
    return JobSheet.of(job, words_for(request).language)


@router.get("/{id}", summary="A job")
def get_job(request: Request, id: JobId) -> JobSheet:
    """How far a job is, and what came of it."""
    return JobSheet.of(studio_of(request).jobs.job(id), words_for(request).language)


@router.post("/{id}/stop", summary="Stop a job")
def stop_job(request: Request, id: JobId) -> JobSheet:
    """Ask a job to stop; what it has until then is kept."""
    jobs = studio_of(request).jobs
    jobs.ask_to_stop(jobs.job(id).id)
    return JobSheet.of(jobs.job(id), words_for(request).language)


@router.post("/{id}/resume", summary="Let a job go on", responses=problems(409))
def resume_job(request: Request, id: JobId) -> JobSheet:
    """Let a job go on that was stopped, failed or was a first look; one that runs or is whole stays as it is."""
    studio = studio_of(request)
    go_on(studio, studio.jobs.job(id))
    return JobSheet.of(studio.jobs.job(id), words_for(request).language)


@router.delete("/{id}", summary="Delete a job", status_code=204, responses=problems(409))
def delete_job(request: Request, id: JobId) -> Response:
    """Forget a job that has ended, with its files and the network it taught; its run stays."""
    studio = studio_of(request)
    job = studio.jobs.job(id)
    if not job.over:
        raise HTTPException(409, "The job still runs; stop it first.")
    delete(studio, job)
    return Response(status_code=204)
