"""Jobs: what was asked for, how far it is, and what can be done about it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse, Response

from apts.archive import UnknownRun
from apts.studio.frame.known_runs import delete, folder_of, go_on, is_partial, was_cut
from apts.studio.frame.rendering import page, templates, words_for
from apts.studio.frame.studio import Studio, studio_of
from apts.studio.jobs.job_context import REPORT
from apts.studio.jobs.job_kinds import JobKind, job_kinds
from apts.studio.jobs.kinds.playtest_job import KIND as PLAYTEST
from apts.studio.live_events import HEARTBEAT_SECONDS, LOOK_SECONDS, changes, event, stream
from apts.studio.security.middleware import report_policy
from apts.studio.store.game_store import NoSuchGame, StoredGame
from apts.studio.store.jobs import MOST_UNFINISHED, STATES, Job, NoSuchJob
from apts.studio.words import StudioTexts

# ----------------------------------------------------------------------------------------------------------------
# What pages of jobs share: job and game, and the part that tells how a job stands.

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


router = APIRouter()

MOST = 100

NOTHING_YET: Mapping[str, Any] = {
    "played": 0,
    "wanted": 0,
    "a_minute": None,
    "settling": False,
    "agents": (),
    "level": "",
}
"""The progress of a play-test that has not begun to play."""

PARTS = ("progress", "controls")
"""The parts of the page of a job that change while one looks."""


def place_of(job: Job) -> str:
    """The address of the page of a job."""
    return kind_of_job(job).place(job.id)


def kind_of_job(job: Job) -> JobKind:
    """The kind of a job; one that only another version knows is looked at as a play-test is."""
    return job_kinds().get(job.kind, PLAYTEST)


@dataclass(frozen=True)
class JobLine:
    """A job in the list."""

    job: Job
    place: str
    cut: bool
    about: str


@router.get("/jobs")
def all_jobs(request: Request, state: str = "", kind: str = "") -> Response:
    """All jobs, the newest first."""
    studio, message = studio_of(request), words_for(request)
    chosen = [
        JobLine(job, place_of(job), was_cut(job), kind_of_job(job).about(job, message))
        for job in studio.jobs.listed(kind=kind if kind in job_kinds() else None, most=MOST)
        if state not in STATES or job.state == state
    ]
    return page(
        request, "jobs/index.html", lines=chosen, state=state, kind=kind, states=STATES, kinds=tuple(job_kinds()),
        most=MOST_UNFINISHED,
    )  # fmt: skip


@router.get("/jobs/{id}")
def one_job(request: Request, id: str) -> Response:
    """The page of a play-test that runs, or of what came of it."""
    studio = studio_of(request)
    job = studio.jobs.job(id)
    if kind_of_job(job) is not PLAYTEST:
        return RedirectResponse(place_of(job), status_code=303)
    return page(request, "jobs/job.html", job=job, **_job_row(request, studio, job))


@router.get("/jobs/{id}/report")
def levels_report(request: Request, id: str) -> Response:
    """The report of a play-test at several strengths."""
    studio, message = studio_of(request), words_for(request)
    file = _levels_report(studio, studio.jobs.job(id), message)
    if not file.is_file():
        raise NoSuchJob(message("jobs.no_report"))
    html = file.read_text(encoding="utf-8")
    back = f'<body>\n<p class="about"><a href="/jobs/{id}">← {message("jobs.back")}</a></p>'
    return HTMLResponse(html.replace("<body>", back, 1), headers={"Content-Security-Policy": report_policy(html)})


@router.get("/jobs/{id}/events")
async def job_events(request: Request, id: str) -> Response:
    """The parts of the page of a job, each whenever it changes, until the job has ended."""
    studio = studio_of(request)

    def look() -> tuple[dict[str, str], bool]:
        try:
            job = studio.jobs.job(id)
        except NoSuchJob:
            return {}, True
        values = {"message": words_for(request), "job": job, **_job_row(request, studio, job)}
        return {name: templates().get_template(f"jobs/parts/{name}.html").render(**values) for name in PARTS}, job.over

    return stream(changing_parts(request, look))


async def changing_parts(request: Request, look: Callable[[], tuple[dict[str, str], bool]]) -> AsyncIterator[str]:
    """Send each of several texts under its name whenever it has changed, until they are said to be the last."""
    last: dict[str, str] = {}
    quiet = 0.0
    while not await request.is_disconnected():
        parts, over = await run_in_threadpool(look)
        for name, text in parts.items():
            if last.get(name) != text:
                last[name], quiet = text, 0.0
                yield event(name, text)
        if over:
            yield event("over", "")
            return
        if quiet >= HEARTBEAT_SECONDS:
            quiet = 0.0
            yield ": still here\n\n"
        await asyncio.sleep(LOOK_SECONDS)
        quiet += LOOK_SECONDS


@router.post("/jobs/{id}/stop")
def stop_job(request: Request, id: str) -> Response:
    """Ask a job to stop; what it has is kept."""
    studio = studio_of(request)
    job = studio.jobs.job(id)
    studio.jobs.ask_to_stop(id)
    return RedirectResponse(place_of(job), status_code=303)


@router.post("/jobs/{id}/resume")
def resume_job(request: Request, id: str) -> Response:
    """Let a job go on where it was."""
    studio = studio_of(request)
    job = studio.jobs.job(id)
    go_on(studio, job)
    return RedirectResponse(place_of(job), status_code=303)


@router.post("/jobs/{id}/delete")
def delete_job(request: Request, id: str) -> Response:
    """Forget a job that has ended, and lead to where others of its kind are."""
    studio = studio_of(request)
    job = studio.jobs.job(id)
    delete(studio, job)
    there = game_of_job(studio, job) is not None
    return RedirectResponse(kind_of_job(job).others.format(game=job.game) if there else "/jobs", status_code=303)


def _job_row(request: Request, studio: Studio, job: Job) -> dict[str, Any]:
    """What the parts of the page need."""
    message = words_for(request)
    progress = {**NOTHING_YET, **job.progress}
    if job.over and job.result.get("levels"):
        progress |= {"played": job.result["matches"], "wanted": job.result["wanted"]}
    known = job.result if job.result else progress.get("first") or {}
    return {
        "progress": progress,
        "stage": progress.get("stage", "beginning") if job.state == "running" else "cut" if was_cut(job) else job.state,
        "share": _share(job, progress),
        "left": format_time(message, progress.get("seconds_left")) if not progress.get("settling") else None,
        "told": known.get("languages", {}).get(message.language),
        "known": known,
        "run": job.result.get("run") or progress.get("run"),
        "before": _before(studio, job),
        "run_is_there": _has_matches(studio, job.result.get("run") or progress.get("run")),
        "partial": is_partial(job),
        "cut": was_cut(job),
        "strengths": job.result.get("strengths", {}).get(message.language),
        "has_report": bool(job.request.get("levels")) and _levels_report(studio, job, message).is_file(),
    }


def _before(studio: Studio, job: Job) -> int | None:
    """How many jobs are before one that waits."""
    if job.state != "waiting":
        return None
    ahead = [one.id for one in (*studio.jobs.running(), *studio.queue.shares.order())]
    return ahead.index(job.id) if job.id in ahead else None


def _share(job: Job, progress: Mapping[str, Any]) -> float | None:
    """How much was played; of several levels those before the present one count whole."""
    if not progress["wanted"]:
        return None
    share = min(1.0, progress["played"] / progress["wanted"])
    levels = list(progress.get("levels", ()))
    if not job.over and progress.get("level") in levels:
        share = (levels.index(progress["level"]) + share) / len(levels)
    return float(share)


def _levels_report(studio: Studio, job: Job, message: StudioTexts) -> Path:
    return folder_of(studio, job) / REPORT.format(language=message.language)


def _has_matches(studio: Studio, run: str | None) -> bool:
    """Whether the archive has matches of a run; it may have been renamed or deleted since."""
    if run is None:
        return False
    try:
        return studio.archive.summary(run).matches > 0
    except UnknownRun:
        return False


def format_time(message: Any, seconds: float | None) -> str | None:
    """A time that is left, as people say it."""
    if seconds is None:
        return None
    if seconds < 90:
        return str(message("jobs.seconds", number=message.number(max(1, round(seconds)))))
    return str(message("jobs.minutes", number=message.number(round(seconds / 60))))
