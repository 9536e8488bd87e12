"""What a run shows: findings and figures, charts, the whole report, and two runs side by side.

A page says at once what the archive knows; what a worker has to compute comes as a part that the page asks for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from apts.errors import AptsError
from apts.locales import language_of
from apts.studio.frame.known_runs import KnownRun, KnownRuns
from apts.studio.frame.moments import utc
from apts.studio.frame.rendering import is_part, page, words_for
from apts.studio.frame.studio import Studio, studio_of
from apts.studio.pages.late_parts import late_part
from apts.studio.pages.runs import address_of
from apts.studio.security.report_pages import report_policy
from apts.studio.store.jobs import Job, NoSuchJob
from apts.studio.words import StudioTexts

router = APIRouter()

SUMMARY_SECONDS = 120.0
REPORT_SECONDS = 240.0
MOST_CHOICES = 100
"""Runs that a menu offers."""


@router.get("/runs/compare")
def compare_runs(request: Request, a: str = "", b: str = "") -> Response:
    """Two runs side by side; without them the page on which they are chosen."""
    studio = studio_of(request)
    ticked = request.query_params.getlist("run")
    a, b = (a or (ticked[0] if ticked else "")), (b or (ticked[1] if len(ticked) > 1 else ""))
    known = KnownRuns(studio)
    sides = [known.run(name) if name else None for name in (a, b)]
    chosen = [side for side in sides if side is not None]
    offered = {run.name: run for run in (*known.newest(MOST_CHOICES, question=None), *chosen)}
    message = words_for(request)
    choices = _by_game(offered.values(), message)
    parts = [None if side is None else _kept_summary(studio, side) for side in sides]
    return page(request, "runs/compare.html", sides=sides, told=parts, choices=choices, mistake="")


def _by_game(runs: Iterable[KnownRun], message: StudioTexts) -> dict[str, list[tuple[str, str, str]]]:
    """Runs to choose from, those of each game together: name, moment, and what tells it from the others at its beginning."""
    data: dict[str, list[tuple[str, str, str]]] = {}
    for run in runs:
        created, matches = run.summary.created, message.counted("runs.played", run.summary.matches)
        parts = (run.given_name, run.describe_players(message), utc(created), run.describe_settings(message), matches)
        data.setdefault(run.summary.game, []).append((run.name, created, " · ".join(part for part in parts if part)))
    return data


@router.get("/runs/compare/changes")
def compared_runs(request: Request, a: str, b: str) -> Response:
    """What changed from one run to another: the part of the page that a worker has to compute."""
    return late_part(request, lambda: _compared(request, a, b))


def _compared(request: Request, a: str, b: str) -> Response:
    studio = studio_of(request)
    known = KnownRuns(studio)
    sides = [known.run(a), known.run(b)]
    summaries = [_summary(studio, side) for side in sides]
    artifacts = sides[1].artifacts(studio, goals=False)
    name = f"compared-with-{sides[0].artifacts(studio, goals=False).key}"
    found = artifacts.load(name) or artifacts.store(
        name,
        studio.workers.ask("run_comparison", seconds=REPORT_SECONDS, archive=studio.settings.archive_place, a=a, b=b),
    )
    language = words_for(request).language
    return page(
        request,
        "runs/parts/changes.html",
        sides=sides,
        summaries=[summary["languages"][language] for summary in summaries],
        found=found,
        told=found["languages"][language],
    )


@router.get("/runs/{name:path}/summary")
def run_summary(request: Request, name: str) -> Response:
    """What a run shows: the part of its page that a worker has to compute."""
    studio = studio_of(request)
    run = KnownRuns(studio).run(name)
    return late_part(
        request,
        lambda: page(request, "runs/parts/summary.html", run=run, **_shown(request, run, _summary(studio, run))),
    )


@router.get("/runs/{name:path}/charts")
def run_charts(request: Request, name: str) -> Response:
    """The charts of a run, as a part of its page."""
    studio = studio_of(request)
    run = KnownRuns(studio).run(name)
    language = words_for(request).language
    return late_part(
        request, lambda: page(request, "runs/parts/charts.html", run=run, charts=_charts(studio, run)[language])
    )


@router.get("/runs/{name:path}/charts/{chart}.svg")
def run_chart(request: Request, name: str, chart: str, lang: str = "en") -> Response:
    """A chart as a picture."""
    studio = studio_of(request)
    charts = _charts(studio, KnownRuns(studio).run(name))
    drawn = next((one["svg"] for one in charts.get(language_of(lang), ()) if one["name"] == chart), None)
    if drawn is None:
        raise AptsError(f"this run has no chart {chart!r}")
    headers = {"Cache-Control": "private, max-age=300"}
    headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@router.get("/runs/{name:path}/report")
def run_report(request: Request, name: str) -> Response:
    """The whole report in the reader's language; where it is not written yet, a page that has it written."""
    studio = studio_of(request)
    run = KnownRuns(studio).run(name)
    message = words_for(request)
    text = run.artifacts(studio).text(f"report.{message.language}.html")
    if text is None:
        return page(request, "runs/report_wait.html", run=run)
    back = f'<body>\n<p class="about"><a href="{address_of(run.name)}">← {message("runs.back_to_run")}</a></p>'
    answer = HTMLResponse(text.replace("<body>", back, 1))
    answer.headers["Content-Security-Policy"] = report_policy(text)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@router.post("/runs/{name:path}/report")
def write_run_report(request: Request, name: str) -> Response:
    """Have the report written, and lead to it."""
    studio = studio_of(request)
    run = KnownRuns(studio).run(name)
    language = words_for(request).language
    written = studio.workers.ask(
        "run_report", seconds=REPORT_SECONDS, archive=studio.settings.archive_place, run=run.name, language=language,
        goals=run.goals,
    )  # fmt: skip
    run.artifacts(studio).write(f"report.{language}.html", written)
    place = f"{address_of(run.name)}/report"
    if is_part(request):
        return Response(headers={"HX-Redirect": place})
    return RedirectResponse(place, status_code=303)


@router.get("/runs/{name:path}")
def one_run(request: Request, name: str) -> Response:
    """A run: what was played at once, what it shows as soon as that is known."""
    studio = studio_of(request)
    run = KnownRuns(studio).run(name)
    kept = _kept_summary(studio, run)
    shown = {"told": None} if kept is None else _shown(request, run, kept)
    levels, message = _levels(studio, run), words_for(request)
    labels = () if levels is None else [level["label"] for level in levels.result["levels"]]
    names = ", ".join(message.known(f"playtest.level.{label}", label) for label in labels)
    return page(request, "runs/run.html", run=run, levels=levels, level_names=names, **shown)


def _levels(studio: Studio, run: KnownRun) -> Job | None:
    """The play-test at several strengths that a run is of one level of; None where it is of none, or that is gone."""
    if run.note is None:
        return None
    try:
        job = studio.jobs.job(run.note.job)
    except NoSuchJob:
        return None
    return job if job.result.get("strengths") else None


def _shown(request: Request, run: KnownRun, found: dict[str, Any]) -> dict[str, Any]:
    """What the part of the page about findings needs."""
    return {"found": found, "told": found["languages"][words_for(request).language]}


def _kept_summary(studio: Studio, run: KnownRun) -> dict[str, Any] | None:
    kept: dict[str, Any] | None = run.artifacts(studio).load("summary")
    return kept


def _summary(studio: Studio, run: KnownRun) -> dict[str, Any]:
    """What a run shows in short; worked out once for each number of matches."""
    kept = _kept_summary(studio, run)
    if kept is not None:
        return kept
    found: dict[str, Any] = studio.workers.ask(
        "run_summary", seconds=SUMMARY_SECONDS, archive=studio.settings.archive_place, run=run.name, goals=run.goals
    )
    run.artifacts(studio).store("summary", found)
    return found


def _charts(studio: Studio, run: KnownRun) -> dict[str, list[dict[str, str]]]:
    artifacts = run.artifacts(studio, goals=False)
    kept: dict[str, list[dict[str, str]]] | None = artifacts.load("charts")
    if kept is not None:
        return kept
    found: dict[str, list[dict[str, str]]] = studio.workers.ask(
        "run_charts", seconds=REPORT_SECONDS, archive=studio.settings.archive_place, run=run.name
    )
    artifacts.store("charts", found)
    return found
