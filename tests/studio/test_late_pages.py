"""Pages when workers are slow: they come at once and fill later, and what takes too long is told as such."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from apts.studio.frame.studio import open_studio
from apts.studio.server.app import create_app
from apts.studio.settings import Costs, StudioSettings
from apts.studio.workers.pool import SingleFlight

PART = {"HX-Request": "true"}


def asking(folder: Path, costs: Costs) -> Iterator[TestClient]:
    """Who asks a studio with its own limits."""
    studio = open_studio(StudioSettings(folder, workers=1, costs=costs, token=False))
    with TestClient(create_app(studio.settings, studio), base_url="http://localhost") as client:
        yield client
    studio.close()


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[TestClient]:
    """A studio whose pages do not wait at all."""
    yield from asking(tmp_path, Costs(page_seconds=0.0))


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[TestClient]:
    """A studio whose workers have no time to look at a game."""
    yield from asking(tmp_path, Costs(question_seconds=0.001, page_seconds=60.0))


@pytest.mark.parametrize("part", ["", "/playtest", "/improve"])
def test_page_of_a_game_that_nobody_looked_at_comes_at_once_and_fills_later(impatient: TestClient, part: str) -> None:
    address = f"/games/tic-tac-toe{part}"
    first = impatient.get(address)
    assert first.status_code == 200
    assert f'hx-get="{address}"' in first.text
    assert 'id="game-tabs"' in first.text
    later = impatient.get(address, headers=PART)
    assert later.status_code == 200
    assert 'hx-trigger="load" hx-select' not in later.text
    assert 'id="main"' in later.text
    assert ("The rules" in later.text) == (part == "")


def test_what_takes_too_long_is_told_as_such_and_may_be_tried_again(hasty: TestClient) -> None:
    answer = hasty.get("/games/tic-tac-toe/page.html")
    assert answer.status_code in (200, 503), "files have more time"
    page = hasty.get("/games/tic-tac-toe/invite")
    assert page.status_code == 503
    assert "Try again" in page.text
    assert int(page.headers["Retry-After"]) > 0
    asked = hasty.post("/api/games/tic-tac-toe/position", json={"moves": []})
    assert asked.status_code == 503
    assert "longer than" in asked.json()["detail"]
    assert hasty.get("/").status_code == 200


def test_part_that_cannot_come_says_so_in_its_place(hasty: TestClient) -> None:
    late = hasty.get("/games/tic-tac-toe", headers=PART)
    assert late.status_code == 200
    assert "Try again" in late.text


def test_list_of_games_does_not_wait_for_workers(hasty: TestClient) -> None:
    made = hasty.post("/api/games", json={"name": "Own", "rules": '(game "Own" (players 2))'})
    assert made.status_code in (201, 503)
    assert hasty.get("/").status_code == 200


def test_errand_goes_on_when_nobody_waits_and_is_done_once() -> None:
    single_flight, go, calls = SingleFlight(), threading.Event(), []

    def work() -> int:
        calls.append(1)
        go.wait(10)
        return 7

    with pytest.raises(TimeoutError):
        single_flight.result("key", work, 0.01)
    go.set()
    assert single_flight.result("key", work, 10.0) == 7
    assert len(calls) <= 2
