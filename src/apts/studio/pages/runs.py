"""Runs: listed, named, taken elsewhere, deleted; and their matches, move by move."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Form, Query, Request
from starlette.background import BackgroundTask
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from apts.archive import ANY, export_csv, export_json
from apts.errors import AptsError
from apts.locales import language_of
from apts.studio.frame.known_runs import KnownRun, KnownRuns
from apts.studio.frame.rendering import is_part, page, utc, words_for
from apts.studio.frame.studio import Studio, studio_of
from apts.studio.pages.game import late_part
from apts.studio.security.middleware import report_policy
from apts.studio.store.jobs import Job, NoSuchJob
from apts.studio.words import StudioTexts

router = APIRouter()

A_PAGE = 30
"""Runs on one page of the list."""

DRAWING_SECONDS = 60.0
"""Seconds that drawing the positions of a match may take."""

SORTS: dict[str, str | None] = {"": None, "searches": "improve", "all": ANY}
"""Which runs are listed, and the question that they were played for: of play-tests none."""

RESERVED = ("last", "compare")
"""What no run can be called: words that mean something else."""

LONGEST_NAME = 60
"""Signs of a name that a run is given."""

EXPORTS: dict[str, tuple[Callable[..., None], str]] = {
    "json": (export_json, "application/json"),
    "csv": (export_csv, "text/csv; charset=utf-8"),
}


def address_of(name: str) -> str:
    """The address of a run."""
    return f"/runs/{quote(name)}"


@router.get("/runs")
def all_runs(
    request: Request,
    game: str | None = None,
    sort: str = "",
    number: Annotated[int, Query(alias="page", ge=1, le=1_000_000)] = 1,
) -> Response:
    """The runs, the newest first, page by page: play-tests, what searches played, or all; of one game where it is named."""
    studio = studio_of(request)
    sort = sort if sort in SORTS else ""
    games = studio.archive.games(SORTS[sort])
    chosen = game if game in games else None
    total = games[chosen] if chosen is not None else sum(games.values())
    pages = max(1, -(-total // A_PAGE))
    number = min(number, pages)
    runs = KnownRuns(studio).newest(A_PAGE, (number - 1) * A_PAGE, chosen, SORTS[sort])
    return page(
        request, "runs/index.html", runs=runs, games=games, game=chosen, sort=sort, sorts=tuple(SORTS), number=number,
        pages=pages, total=total, any=bool(games) or bool(studio.archive.newest(1)),
        others=urlencode({name: value for name, value in (("game", chosen), ("sort", sort)) if value}),
    )  # fmt: skip


@router.get("/runs/{name:path}/export.{ending}")
def export_run(request: Request, name: str, ending: str, table: str = "matches") -> Response:
    """A run as a file: all of it as JSON, its matches or its turns as CSV."""
    if ending not in EXPORTS:
        raise AptsError(f"a run is exported as {' or '.join(EXPORTS)}, not as {ending!r}")
    write, kind = EXPORTS[ending]
    studio = studio_of(request)
    studio.archive.summary(name)
    with tempfile.NamedTemporaryFile(prefix="export-", dir=studio.settings.folder, delete=False) as made:
        place = Path(made.name)
    try:
        write(studio.archive, name, place, **({"table": table} if ending == "csv" else {}))
    except BaseException:
        place.unlink(missing_ok=True)
        raise
    done = BackgroundTask(place.unlink, missing_ok=True)
    return FileResponse(place, media_type=kind, filename=f"{_file_name(name)}.{ending}", background=done)


@router.post("/runs/{name:path}/rename")
def rename_run(request: Request, name: str, to: Annotated[str, Form(max_length=200)]) -> Response:
    """Call a run otherwise."""
    wanted = " ".join(to.split())
    if not wanted.isprintable() or wanted in RESERVED or wanted in (".", "..") or {"/", "\\"} & set(wanted):
        raise AptsError(words_for(request)("runs.wrong_name"))
    if len(wanted) > LONGEST_NAME:
        raise AptsError(words_for(request)("runs.long_name", most=LONGEST_NAME))
    studio_of(request).archive.rename(name, wanted)
    return RedirectResponse(address_of(wanted), status_code=303)


@router.post("/runs/{name:path}/delete")
def delete_run(request: Request, name: str) -> Response:
    """Delete a run with all its matches and all that was worked out about it."""
    studio = studio_of(request)
    known = KnownRuns(studio).run(name)
    studio.archive.remove(name)
    known.artifacts(studio).remove()
    return RedirectResponse("/runs", status_code=303)


@router.get("/runs/{name:path}/matches/{number}")
def one_match(request: Request, name: str, number: int, ply: int | None = None) -> Response:
    """A match, to step through."""
    studio = studio_of(request)
    known = KnownRuns(studio).run(name)
    studio.archive.match(name, number)
    return page(request, "runs/match.html", run=known, number=number, ply=ply, last=known.summary.matches)


@router.get("/runs/{name:path}/matches/{number}/board")
def match_board(request: Request, name: str, number: int, ply: int | None = None) -> Response:
    """The board of a match with its slider: the part of its page that a worker has to draw."""
    return late_part(request, lambda: _board(request, name, number, ply))


def _board(request: Request, name: str, number: int, ply: int | None) -> Response:
    studio = studio_of(request)
    known = KnownRuns(studio).run(name)
    match = studio.workers.ask(
        "run_match", seconds=DRAWING_SECONDS, archive=studio.settings.archive_place, run=name, number=number
    )
    most = len(match["frames"]) - 1
    at = most if ply is None else max(0, min(ply, most))
    described = match["languages"][words_for(request).language]
    return page(
        request, "runs/parts/board.html", run=known, number=number, match=match, told=described, at=at, most=most
    )


def _file_name(name: str) -> str:
    return "".join(sign if sign.isalnum() or sign in "-_." else "-" for sign in name)[:80]


# ----------------------------------------------------------------------------------------------------------------
# What a run shows: findings and figures, charts, the whole report, and two runs side by side.
#
# A page says at once what the archive knows; what a worker has to compute comes as a part that the page asks for.

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
