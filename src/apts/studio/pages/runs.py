"""Runs: listed, named, taken elsewhere, deleted; and their matches, move by move."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Form, Query, Request
from starlette.background import BackgroundTask
from starlette.responses import FileResponse, RedirectResponse, Response

from apts.archive import ANY, export_csv, export_json
from apts.errors import AptsError
from apts.studio.frame.known_runs import KnownRuns
from apts.studio.frame.rendering import page, words_for
from apts.studio.frame.studio import studio_of
from apts.studio.pages.late_parts import late_part

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
