"""A studio without a password: the address that it prints lets in, and nothing else does."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from starlette.testclient import TestClient

from apts.errors import AptsError
from apts.studio.frame.studio import Studio
from apts.studio.play.tables import set_table
from apts.studio.security.authentication import SESSION_COOKIE, Authenticator, token_in
from apts.studio.server.app import address_to_open, create_app
from tests.studio.served import Served

CLIENT = Path(__file__).parents[2] / "docs" / "studio-client.py"


@pytest.fixture(scope="module")
def closed(studio: Studio) -> Studio:
    """The studio of this file as it is opened without a password."""
    settings = replace(studio.settings, token=True)
    return replace(studio, settings=settings, authenticator=Authenticator(studio.database, settings))


@pytest.fixture
def stranger(closed: Studio) -> Iterator[TestClient]:
    """Another account of the machine."""
    app = create_app(closed.settings, closed)
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False, follow_redirects=False) as asking:
        yield asking


def test_stranger_at_this_machine_is_told_how_to_get_in_and_learns_nothing(
    stranger: TestClient, closed: Studio
) -> None:
    for path in ("/", "/games/tic-tac-toe", "/runs", "/jobs", "/?token=", "/?token=wrong", "/?token=%FF&token=x"):
        answer = stranger.get(path)
        assert answer.status_code == 401, path
        assert "printed the address" in answer.text
        assert "set-cookie" not in answer.headers
        assert str(closed.authenticator.token) not in answer.text
    for method, path in (("GET", "/api/games"), ("POST", "/api/jobs"), ("GET", "/api/openapi.json")):
        answer = stranger.request(method, path)
        assert answer.status_code == 401
        assert "bearer token" in answer.json()["detail"]
    assert stranger.get("/jobs/0123456789abcdef/events").status_code == 401
    assert stranger.get("/api/health").status_code == 200
    portuguese = stranger.get("/", headers={"Accept-Language": "pt-BR"})
    assert "mostrou o endereço" in portuguese.text


def test_address_lets_a_browser_in_and_the_token_leaves_the_address_bar(stranger: TestClient, closed: Studio) -> None:
    answer = stranger.get(f"/runs?token={closed.authenticator.token}&search=a+b")
    assert (answer.status_code, answer.headers["location"]) == (303, "/runs?search=a+b")
    cookies = answer.headers.get_list("set-cookie")
    assert all("HttpOnly" in cookie and "SameSite=lax" in cookie for cookie in cookies)
    assert stranger.get("/runs").status_code == 200
    stranger.cookies.clear()
    assert stranger.get("/runs").status_code == 401
    led = stranger.get(f"//evil.example/x?token={closed.authenticator.token}")
    assert led.headers["location"] in ("/", "/x")


def test_token_can_be_pasted_alone_or_with_its_address(stranger: TestClient, closed: Studio) -> None:
    assert stranger.post("/login", data={"password": "wrong"}).status_code == 403
    for typed in (closed.authenticator.token, f" http://localhost:8765/?token={closed.authenticator.token}&x=1 "):
        stranger.cookies.clear()
        assert stranger.post("/login", data={"password": typed}).status_code == 303
        assert stranger.get("/api/games").status_code == 200


def test_programs_send_the_token_as_a_bearer_token(stranger: TestClient, closed: Studio) -> None:
    right = {"Authorization": f"Bearer {closed.authenticator.token}"}
    assert stranger.get("/api/games", headers=right).status_code == 200
    wrong = [{"Authorization": f"Bearer {number}"} for number in range(30)]
    assert {stranger.get("/api/games", headers=one).status_code for one in wrong} == {401}
    assert stranger.get("/api/games", headers=right).status_code == 200, "a token is too long to be guessed"
    assert stranger.get("/api/games", headers={**right, "Host": "evil.example"}).status_code == 421
    elsewhere = {**right, "Origin": "http://localhost:3000"}
    assert stranger.post("/api/check", json={"rules": "(game)"}, headers=elsewhere).status_code == 403


def test_link_of_a_player_needs_no_token(stranger: TestClient, closed: Studio) -> None:
    _, keys = set_table(closed, closed.game_store.game("tic-tac-toe"), ["link", "link"], None)
    assert stranger.get(f"/m/{keys[1]}").status_code == 200
    assert stranger.get(f"/m/{keys[1]}?token={closed.authenticator.token}").status_code == 200
    assert SESSION_COOKIE not in stranger.cookies


def test_token_stays_with_its_folder_and_another_one_ends_all_sessions(closed: Studio, tmp_path: Path) -> None:
    first = token_in(tmp_path)
    assert first == token_in(tmp_path)
    assert stat.S_IMODE((tmp_path / "token").stat().st_mode) == 0o600
    session = closed.authenticator.begin()
    assert closed.authenticator.is_designer(session)
    (closed.settings.folder / "token").unlink()
    assert not Authenticator(closed.database, closed.settings).is_designer(session)
    (tmp_path / "token").write_text("short\n")
    with pytest.raises(AptsError, match="delete it"):
        token_in(tmp_path)


def test_browser_is_started_without_the_token_among_the_words_of_its_command(tmp_path: Path) -> None:
    opened = address_to_open(tmp_path, "http://localhost:1/?token=secret", "secret")
    assert opened == (tmp_path / "open.html").as_uri()
    assert "secret" not in opened
    assert "url=http://localhost:1/?token=secret" in (tmp_path / "open.html").read_text()
    assert stat.S_IMODE((tmp_path / "open.html").stat().st_mode) == 0o600
    assert address_to_open(tmp_path, "http://localhost:1/", None) == "http://localhost:1/"


def test_served_studio_keeps_other_accounts_out_and_its_files_to_itself(tmp_path: Path) -> None:
    """What ``apts studio`` does without any option, under the most generous umask."""
    before = os.umask(0)
    try:
        with Served(tmp_path / "studio", 0, "--token") as served:
            with pytest.raises(HTTPError) as refused:
                urlopen(f"{served.address}/api/games", timeout=20)
            assert refused.value.code == 401
            token = served.told.rpartition("token=")[2]
            asked = Request(f"{served.address}/api/games", headers={"Authorization": f"Bearer {token}"})
            with urlopen(asked, timeout=20) as answer:
                assert json.load(answer)["total"] > 10
            played = subprocess.run(
                [sys.executable, str(CLIENT), served.told], capture_output=True, text=True, timeout=120, check=False
            )
            assert played.returncode == 0, played.stderr
            modes = {
                str(place.relative_to(tmp_path)): stat.S_IMODE(place.stat().st_mode)
                for place in (tmp_path / "studio", *(tmp_path / "studio").rglob("*"))
            }
    finally:
        os.umask(before)
    assert {"studio/studio.db", "studio/archive.db", "studio/queue.db", "studio/token"} <= set(modes)
    assert any(name.endswith("-wal") for name in modes)
    assert {name: oct(mode) for name, mode in modes.items() if mode & 0o077} == {}


def test_odd_addresses_with_tokens_are_no_fault(stranger: TestClient) -> None:
    for query in ("&".join(f"x{number}=1" for number in range(300)) + "&token=x", "token=" + "%" * 500, "token=\udcff"):
        assert stranger.get(f"/?{query.encode('utf-8', 'surrogateescape').decode('latin-1')}").status_code == 401
