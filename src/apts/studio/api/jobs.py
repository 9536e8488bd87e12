"""Jobs: play-tests, searches for better rules, trainings; how far they are, stopping them and letting them go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Query, Request
from pydantic import AfterValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError
from starlette.responses import Response

from apts.errors import AptsError
from apts.learning.training.training_settings import TrainRequest
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.request_fields import offered
from apts.studio.api.models import Answer, JobId, Most, RequestBody, Settings, Title, model_of, problems
from apts.studio.frame.chosen_game import job_game, turned
from apts.studio.frame.known_runs import delete, go_on, playtest_job, training_job
from apts.studio.frame.rendering import words_for
from apts.studio.frame.studio import Studio, studio_of
from apts.studio.jobs.job_context import request_with, written_search
from apts.studio.jobs.job_kinds import job_kind, job_kinds
from apts.studio.security.allowed import allowed_search
from apts.studio.store.game_store import StoredGame
from apts.studio.store.jobs import Job, JobState
from apts.studio.store.matches import Models
from apts.studio.words import shown_to
from apts.variants.search.improve_request import MINUTES, ImproveRequest

# ----------------------------------------------------------------------------------------------------------------
# What jobs are asked to do: each kind with its own limits, and as the kinds in ``jobs/kinds`` take it.


class _JobBody(RequestBody):
    """What all jobs have: a game, a version of it, its settings, and a title."""

    game: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,80}$", examples=["connect-four"])]
    version: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    settings: Settings = Field(default_factory=dict)
    title: Title | None = None


class _PlaytestBody(_JobBody):
    """Let agents play. Every word means what it means to `apts playtest`, and what is left out is chosen alike."""

    kind: Literal["playtest"]
    amount: (
        Annotated[
            Literal["quick", "usual", "settled", "number"],
            Field(
                description="A first look, what fits the game, until enough is known, or so many matches: one word for "
                "`quick`, `until` and `matches`; left out it follows from them."
            ),
        ]
        | None
    ) = None

    def request(self) -> PlaytestRequest:
        """What is asked for."""
        fields = {name: getattr(self, name) for name in offered(PlaytestRequest, "api")}
        return request_with(fields, self.amount)


if TYPE_CHECKING:
    PlaytestBody = _PlaytestBody
else:
    PlaytestBody = model_of("PlaytestAsked", PlaytestRequest, _PlaytestBody)


class _ImproveBody(_JobBody):
    """Search for the smallest edits of the rules that reach goals, for so many minutes or so many matches."""

    kind: Literal["improve"]

    def request(self) -> ImproveRequest:
        """What is asked for; without a budget it is as many minutes as usual."""
        found = ImproveRequest(**{name: getattr(self, name) for name in offered(ImproveRequest, "api")})
        return found if found.matches is not None else replace(found, minutes=found.minutes or MINUTES)


if TYPE_CHECKING:
    ImproveBody = _ImproveBody
else:
    ImproveBody = model_of("ImproveAsked", ImproveRequest, _ImproveBody)


class _TrainBody(_JobBody):
    """Train a network by self-play, for so many minutes; a size that is left out fits the board."""

    kind: Literal["train"]

    def request(self) -> TrainRequest:
        """What is asked for."""
        return TrainRequest(**{name: getattr(self, name) for name in offered(TrainRequest, "api")})


if TYPE_CHECKING:
    TrainBody = _TrainBody
else:
    TrainBody = model_of("TrainAsked", TrainRequest, _TrainBody)


JobBody = Annotated[PlaytestBody | ImproveBody | TrainBody, Field(discriminator="kind")]
"""A job of any kind."""


def job_of(body: PlaytestBody | ImproveBody | TrainBody, studio: Studio, game: StoredGame) -> Mapping[str, Any]:
    """The request of a job as its kind takes them; agents and goals that the studio does not allow are refused."""
    if isinstance(body, PlaytestBody):
        return playtest_job(studio, game, body.settings, body.request())
    shown = turned(studio, game, body.settings)
    if isinstance(body, TrainBody):
        return {**training_job(studio, game, body.request()), **job_game(shown).as_data()}
    request = allowed_search(body.request(), Models(studio.settings.folder), game.id)
    return {**written_search(request), **job_game(shown).as_data()}


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


def _known_kind(name: str) -> str:
    try:
        return job_kind(name).name
    except AptsError as problem:
        raise PydanticCustomError("kind", "{told}", {"told": str(problem)}) from None


KindName = Annotated[str, AfterValidator(_known_kind), WithJsonSchema({"type": "string", "enum": list(job_kinds())})]


class JobList(Answer):
    """A part of the list of jobs."""

    jobs: list[JobSheet]


@router.get("", summary="All jobs")
def list_jobs(
    request: Request,
    kind: Annotated[KindName | None, Query(description="Only of this kind.")] = None,
    game: Annotated[str | None, Query(description="Only of this game.", pattern=r"^[a-z0-9-]{1,80}$")] = None,
    limit: Most = 100,
    offset: Annotated[int, Query(description="How many are left out at the beginning.", ge=0, le=10_000)] = 0,
) -> JobList:
    """All jobs, the newest first."""
    found = studio_of(request).jobs.listed(kind=kind, game=game, most=offset + limit)
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
    """Forget a job that has ended, with its files and the network it trained; its run stays."""
    studio = studio_of(request)
    job = studio.jobs.job(id)
    if not job.over:
        raise HTTPException(409, "The job still runs; stop it first.")
    delete(studio, job)
    return Response(status_code=204)
