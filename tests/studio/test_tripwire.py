"""No page and no request of the studio runs Python that a run, or anything else in an archive, names."""

from __future__ import annotations

import pkgutil
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from fastapi import APIRouter
from starlette.testclient import TestClient

import apts.studio.api
import apts.studio.pages
from apts.archive import open_archive
from apts.playtest.matches.game_source import note_loaded
from apts.studio.frame.studio import Studio, open_studio
from apts.studio.server.app import create_app
from apts.studio.settings import StudioSettings
from tests.cli.hostile_documents import Tripwire, match
from tests.studio.conftest import PATIENT

RUNS = ("by-file", "by-package", "of-people", "by-rules")
"""The hostile runs that every page of a run is asked about."""


def routes() -> list[tuple[str, str]]:
    """Every method and address of the studio's routers."""
    found = []
    for package in (apts.studio.pages, apts.studio.api):
        for module in pkgutil.iter_modules(package.__path__):
            router = getattr(import_module(f"{package.__name__}.{module.name}"), "router", None)
            if isinstance(router, APIRouter):
                found += [
                    (method, str(route.path))  # type: ignore[attr-defined]
                    for route in router.routes
                    for method in sorted(route.methods)  # type: ignore[attr-defined]
                ]
    return sorted(set(found))


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tripwire]:
    folder = tmp_path_factory.mktemp("hostile")
    sys.path.insert(0, str(folder))
    yield Tripwire(folder)
    sys.path.remove(str(folder))


@pytest.fixture(scope="module")
def asking(wire: Tripwire) -> Iterator[tuple[Studio, TestClient]]:
    settings = StudioSettings(wire.folder / "studio", archive=str(wire.archive), workers=1, token=False, costs=PATIENT)
    opened = open_studio(settings)
    with TestClient(create_app(settings, opened), base_url="http://localhost", raise_server_exceptions=False) as client:
        yield opened, client
    opened.close()


def addresses(path: str) -> list[str]:
    """An address with hostile names in its places; those of runs once for each run."""
    runs = RUNS if path.startswith(("/runs", "/api/runs")) else RUNS[:1]
    if path == "" or path.startswith("/{name}"):  # of the part of the interface that is about runs
        return [f"/api/runs{filled(path, run)}" for run in RUNS]
    return [filled(path, run) for run in runs]


def filled(path: str, run: str) -> str:
    values = {"number": "1", "ending": "csv", "chart": "seats", "run": run, "name": run}
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda place: values.get(place[1], "evil.py"), path)


def test_no_page_and_no_request_runs_python_that_a_document_names(
    wire: Tripwire, asking: tuple[Studio, TestClient]
) -> None:
    _, client = asking
    known = routes()
    assert ("GET", "/runs/{name:path}/report") in known
    for run in wire.manifests():  # this user has played all of them: the studio asks no list
        source = wire.manifests()[run].settings.get("source")
        if source is not None:
            note_loaded(source)
    for method, path in sorted(known, key=lambda route: (route[0] == "DELETE", "delete" in route[1])):
        if path.endswith("/events"):  # a stream has no end
            continue
        for address in addresses(path):
            answer = client.request(method, address, params={"a": "by-file", "b": "by-module", "game": str(wire.file)})
            assert not wire.was_run, (method, address)
            assert answer.status_code != 500, (method, address)


def test_page_of_a_run_of_a_class_is_made_from_its_records(wire: Tripwire, asking: tuple[Studio, TestClient]) -> None:
    opened, client = asking
    with open_archive(wire.archive) as archive:
        archive.start(wire.manifests()["by-file"], "again")
        archive.add("again", [match(number) for number in range(1, 5)])
    summary = client.get("/runs/again/summary")
    assert summary.status_code == 200
    assert client.post("/runs/again/report").status_code == 200
    report = client.get("/runs/again/report").text
    assert "made from the records of the matches alone" in report
    shown = client.get("/runs/again/matches/1/board").text
    assert "runs no Python that a run names" in shown
    assert not wire.was_run
    assert opened.archive.summary("again").matches == 4


def test_game_of_the_studio_cannot_be_called_as_a_python_file_is(
    wire: Tripwire, asking: tuple[Studio, TestClient]
) -> None:
    _, client = asking
    for name in (str(wire.file), "evil.py", "../evil.py", str(wire.file).replace("/", "%2F")):
        assert client.get(f"/games/{name}").status_code in (404, 422)
        body = {"rules": str(wire.file), "game": name, "settings": {}}
        assert client.post("/api/check", json=body).status_code >= 400
    assert not wire.was_run


def test_tripwire_of_the_studio_would_be_seen(tmp_path: Path) -> None:
    wire = Tripwire(tmp_path)
    exec(compile(wire.file.read_text(encoding="utf-8"), str(wire.file), "exec"), {"__name__": "evil"})
    assert wire.was_run
