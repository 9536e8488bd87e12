"""The pages of a studio: which there are, what they show of samples, and how long the server takes for each."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from contextlib import closing
from dataclasses import dataclass, fields
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

import apts
from apts.archive import MatchRecord, RunManifest, TurnRecord, open_archive
from apts.games.catalogue import library_files
from apts.games.rules_file import rules_text
from bench.served_studio import served_process

RUNS, MATCHES = 1000, 50_000
PLAYED = 200
"""Different matches that the archive is filled with."""

OFTEN = 5


@dataclass(frozen=True)
class Sample:
    """What pages of a full studio show: a run and another one, jobs of all kinds, an own game, one with a mistake."""

    run: str
    other: str
    job: str = ""
    own: str = ""
    training: str = ""
    search: str = ""
    levels: str = ""
    broken: str = ""
    match: int = 1


def addresses(sample: Sample) -> dict[str, str]:
    """Every page by a name for its picture."""
    run, other = quote(sample.run), quote(sample.other)
    found = {
        "library": "/",
        "library-searched": "/?q=four",
        "new-game": "/games/new",
        "game": "/games/connect-four",
        "game-dice": "/games/mail-coaches",
        "play": "/games/connect-four/play",
        "play-hexagons": "/games/hex/play",
        "invite": "/games/connect-four/invite",
        "playtest": "/games/connect-four/playtest",
        "improve": "/games/connect-four/improve",
        "teach": "/games/connect-four/learn",
        "people-of-a-game": "/games/connect-four/people",
        "runs": "/runs",
        "run": f"/runs/{run}",
        "run-report": f"/runs/{run}/report",
        "run-match": f"/runs/{run}/matches/{sample.match}",
        "compare": f"/runs/compare?a={run}&b={other}",
        "compare-choose": "/runs/compare",
        "jobs": "/jobs",
        "people": "/people",
        "learn": "/learn",
        "my-matches": "/m/me",
        "login": "/login",
        "nothing-here": "/nothing-here",
    }
    if sample.own:
        found |= {
            "own-game": f"/games/{sample.own}",
            "edit": f"/games/{sample.own}/edit",
            "versions": f"/games/{sample.own}/versions",
            "version": f"/games/{sample.own}/versions/1",
            "delete-game": f"/games/{sample.own}/delete",
        }
    if sample.broken:
        found["broken-game"] = f"/games/{sample.broken}"
    if sample.job:
        found["job"] = f"/jobs/{sample.job}"
    if sample.search:
        found |= {"search": f"/improve/{sample.search}", "search-report": f"/improve/{sample.search}/report"}
    if sample.levels:
        found |= {"strengths": f"/jobs/{sample.levels}", "strengths-report": f"/jobs/{sample.levels}/report"}
    if sample.training:
        found["training"] = f"/learn/{sample.training}"
    return found


SHOWN = {
    "runs": ("run", "other", "levels"),
    "jobs": ("job", "search", "training"),
    "learn": ("training",),
    "people": ("people",),
    "people-of-a-game": ("people", "run"),
    "my-matches": ("people",),
    "library": ("own",),
}
"""What lists show, besides what stands in the addresses of pages."""


def needed(pages: Collection[str]) -> set[str]:
    """Which samples some pages need: fields of :class:`Sample`, and ``people``."""
    marked: dict[str, Any] = {field.name: f"MARK-{field.name}-" for field in fields(Sample) if field.name != "match"}
    found = {name for page in pages for name in SHOWN.get(page, ())}
    for page, address in addresses(Sample(**marked)).items():
        if page in pages:
            found |= {field.name for field in fields(Sample) if f"MARK-{field.name}-" in address}
    return found


PROGRAMS = {
    "api-games": "/api/games",
    "api-runs": "/api/runs",
    "api-jobs": "/api/jobs",
    "api-description": "/api/openapi.json",
}
"""Answers for programs that are measured beside the pages."""


def fill_archive(file: Path, runs: int = RUNS, matches: int = MATCHES) -> Sample:
    """An archive with so many runs and matches: real ones of Connect Four, each stored many times."""
    played = _played()
    each = matches // runs
    names = []
    with open_archive(str(file)) as archive:
        rules = rules_text(library_files()["connect-four"])
        for number in range(runs):
            manifest = RunManifest(
                "Connect Four", 2, rules, ("random", "random"), number, each, versions={"apts": "sample"}
            )
            names.append(archive.start(manifest))
            rows = [
                MatchRecord(place + 1, number * each + place, (0, 1), match.turns, match.status, match.outcome)
                for place in range(each)
                for match in [played[(number * each + place) % len(played)]]
            ]
            archive.add(names[-1], rows)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Sample(names[-1], names[0])


def _played() -> list[MatchRecord]:
    """Real matches by random moves."""
    run = apts.playtest("connect-four", agents=["random", "random"], matches=PLAYED, seed=1)
    return [
        MatchRecord(
            match.number, match.seed, match.seats,
            tuple(TurnRecord(turn.mover, turn.move, turn.legal_moves) for turn in match.turns), match.status, match.outcome,
        )
        for match in run.matches
    ]  # fmt: skip


def timed_pages(folder: Path) -> str:
    """How long the server takes for every page with a full archive: the first time, then the median of some."""
    studio = folder / "studio"
    studio.mkdir(parents=True)
    began = monotonic()
    sample = fill_archive(studio / "archive.db")
    lines = [
        f"{RUNS:,} runs and {MATCHES:,} matches, stored in {monotonic() - began:.0f} s",
        f"{'':20}{'first':>10}{'median':>10}{'kB':>8}",
    ]
    with served_process(studio, "--proxy", "127.0.0.1") as served:
        for name, path in {**addresses(sample), **PROGRAMS}.items():
            seconds, size, status = _timed(f"{served.address}{path}")
            if status == 404 and name != "nothing-here":
                lines.append(f"{name:20}   (not there)")
                continue
            again = [_timed(f"{served.address}{path}")[0] for _ in range(OFTEN)]
            note = "" if status in (200, 404) else f"   status {status}"
            lines.append(
                f"{name:20}{1000 * seconds:>7,.0f} ms{1000 * median(again):>7,.0f} ms{size / 1000:>8,.0f}{note}"
            )
    return "\n".join(lines)


def _timed(address: str) -> tuple[float, int, int]:
    began = monotonic()
    try:
        with urlopen(Request(address), timeout=60) as answer:
            size, status = len(answer.read()), int(answer.status)
    except HTTPError as problem:
        size, status = len(problem.read()), problem.code
    return monotonic() - began, size, status
