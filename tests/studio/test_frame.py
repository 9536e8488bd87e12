"""The studio as a whole: it answers, in the language of who asks, and says what went wrong in a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import Pipe

import pytest
from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from apts.errors import AptsError
from apts.studio import api, pages
from apts.studio.frame.studio import Studio
from apts.studio.workers.worker import serve


def test_first_page_has_the_games_of_the_library(client: TestClient) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    assert "Connect Four" in answer.text


@pytest.mark.parametrize("routers", [pages.ROUTERS, api.ROUTERS], ids=["pages", "api"])
def test_no_address_is_hidden_by_an_earlier_one(routers: Sequence[APIRouter]) -> None:
    routes = [route for router in routers for route in router.routes if isinstance(route, APIRoute)]
    hidden = [
        f"{route.path} by {earlier.path}"
        for place, route in enumerate(routes)
        for earlier in routes[:place]
        if earlier.methods & route.methods and earlier.path_regex.match(re.sub(r"{[^}]*}", "x", route.path))
    ]
    assert len(routes) > 20
    assert hidden == []


def test_pages_speak_the_language_of_the_browser_unless_another_was_chosen(client: TestClient) -> None:
    assert 'lang="pt-BR"' in client.get("/", headers={"Accept-Language": "pt-PT,pt;q=0.9"}).text
    chosen = client.get("/", headers={"Accept-Language": "pt", "Cookie": "apts_language=en"})
    assert '<html lang="en"' in chosen.text


def test_address_that_leads_nowhere_says_so(client: TestClient) -> None:
    answer = client.get("/nowhere")
    assert answer.status_code == 404
    assert "There is nothing at this address." in answer.text
    assert client.get("/api/nowhere").json() == {"detail": "There is nothing at this address."}


def test_board_is_drawn_in_a_worker_and_cannot_run_scripts(client: TestClient) -> None:
    answer = client.get("/games/tic-tac-toe/board.svg")
    assert answer.text.startswith("<svg")
    assert "script-src" not in answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_unknown_game_names_the_nearest(client: TestClient) -> None:
    answer = client.get("/games/tic-tac-to/board.svg", headers={"Accept": "application/json"})
    assert answer.status_code == 404
    assert "tic-tac-toe" in answer.json()["detail"]


def test_worker_that_is_killed_is_replaced(studio: Studio) -> None:
    game = {"id": "tic-tac-toe", "rules": None, "settings": {}}
    with pytest.raises(AptsError, match="longer than 0 seconds"):
        studio.workers.ask("game_summary", seconds=0.0, game=game)
    assert studio.workers.ask("game_summary", game=game)["name"] == "Tic-Tac-Toe"


def test_worker_ends_in_silence_where_the_server_has_gone() -> None:
    here, there = Pipe()
    here.close()
    serve(there)  # what it says reaches nobody
    here, there = Pipe()
    with ThreadPoolExecutor() as pool:
        served = pool.submit(serve, there)
        assert here.poll(10)
        here.close()  # with something unread
        served.result(10)
