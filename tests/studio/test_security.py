"""Who may do what, and what attackers try: each test fails without the guard that it is about."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from fastapi import APIRouter, FastAPI, Request
from starlette.responses import Response
from starlette.testclient import TestClient
from starlette.types import Message

from apts.errors import AptsError
from apts.games.catalogue import library_files
from apts.studio.assets import asset_text
from apts.studio.frame.studio import Studio, open_studio
from apts.studio.live_events import stream
from apts.studio.pages.session import own_address
from apts.studio.play.tables import set_table
from apts.studio.rates import DEFAULTS, LOGIN, Rates
from apts.studio.security.allowed import allowed_agent, allowed_goal, quick_agent
from apts.studio.security.authentication import (
    DEVICE_COOKIE,
    MOST_WAITING,
    SESSION_COOKIE,
    Authenticator,
    Guesses,
    address_of,
)
from apts.studio.security.middleware import RequestMiddleware, Streams, TooManyStreams, is_open
from apts.studio.server.app import create_app
from apts.studio.settings import Costs, StudioSettings
from apts.studio.store.matches import Models
from apts.studio.workers.worker import reply
from tests.studio.served import Served

PASSWORD = "correct horse battery"
BROWSER = "Mozilla/5.0 (X11; Linux x86_64) Firefox/60.0"
NAMES = """(game "Row <script>alert(1)</script>"
    (players 2)
    (equipment { (board (square 3)) (piece "<img src=x onerror=alert(2)>" Each) (hand Each) })
    (rules
        (start (place "<img src=x onerror=alert(2)>1" "Hand1" count:3))
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))
(metadata (info { (description "<svg onload=alert(3)>") (player Name P1 "</text><script>alert(4)</script>") }))
"""


@pytest.fixture(scope="module")
def guarded(studio: Studio) -> Studio:
    """The same studio with a password, as a group has it."""
    settings = replace(studio.settings, host="0.0.0.0", hosts=("studio.example",), key=PASSWORD)
    return replace(studio, settings=settings, authenticator=Authenticator(studio.database, settings))


@contextmanager
def asking(studio: Studio, base: str = "http://studio.example", **changes: Any) -> Iterator[TestClient]:
    """Who asks a studio whose settings are changed so; a new gate counts nothing yet."""
    settings = replace(studio.settings, **changes)
    opened = replace(studio, settings=settings, authenticator=Authenticator(studio.database, settings))
    app = create_app(settings, opened)
    with TestClient(app, base_url=base, raise_server_exceptions=False, follow_redirects=False) as client:
        yield client


def logged_in(client: TestClient) -> None:
    assert client.post("/login", data={"password": PASSWORD}).status_code == 303


# Names and pages of others


def test_name_that_others_point_at_this_machine_is_refused(client: TestClient) -> None:
    for host in (
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost@evil.example",
        "evil.example@localhost",
        "[::1",
        "",
    ):
        assert client.get("/", headers={"Host": host}).status_code == 421, host
    for host in ("localhost", "127.0.0.1:8765", "[::1]:8765", "LOCALHOST"):
        assert client.get("/api/health", headers={"Host": host}).status_code == 200, host


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://[broken"},
        {"Origin": "http://localhost:3000"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
        {"User-Agent": BROWSER},
        {"User-Agent": BROWSER, "Referer": "http://evil.example/localhost"},
    ],
)
def test_page_of_another_site_changes_nothing(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.post("/language", data={"language": "en"}, headers=headers)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin", "User-Agent": BROWSER},
        {"User-Agent": BROWSER, "Referer": "http://localhost/games"},
        {"User-Agent": "python-client"},
    ],
)
def test_own_pages_and_programs_change_things(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.post("/language", data={"language": "en"}, headers=headers, follow_redirects=False)
    assert answer.status_code == 303


def test_page_without_https_changes_nothing_in_a_studio_with_it(guarded: Studio) -> None:
    with asking(guarded, secure=True) as client:
        for scheme, status in (("http", 403), ("https", 303)):
            headers = {"Origin": f"{scheme}://studio.example"}
            assert client.post("/language", data={"language": "en"}, headers=headers).status_code == status


def test_page_of_another_site_cannot_even_load_a_picture(client: TestClient) -> None:
    elsewhere = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
    assert client.get("/api/games/tic-tac-toe/board.svg", headers=elsewhere).status_code == 403
    framed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}
    assert client.get("/login", headers=framed).status_code == 403
    followed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert client.get("/api/health", headers=followed).status_code == 200


def test_forms_cannot_pretend_to_be_programs(client: TestClient) -> None:
    """A form of a browser that says nothing of where it comes from can send text/plain, but no JSON."""
    body = json.dumps({"name": "Row", "rules": "(game)"})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        assert client.post("/api/games", content=body, headers={"Content-Type": kind}).status_code in (400, 422)


# Passwords and sessions


def test_other_address_than_this_machine_needs_a_password(tmp_path: Path) -> None:
    for host in ("0.0.0.0", "::", "192.168.0.7", "studio.example"):
        with pytest.raises(AptsError, match="password"):
            StudioSettings(tmp_path, host=host)
    assert StudioSettings(tmp_path, host="127.0.0.9").local


def test_stranger_is_led_to_the_door_and_programs_are_told(guarded: Studio) -> None:
    with asking(guarded) as client:
        led = client.get("/games/tic-tac-toe/board.svg")
        assert (led.status_code, led.headers["location"]) == (303, "/login?to=/games/tic-tac-toe/board.svg")
        assert client.get("/api/games").status_code == 401
        assert client.get("/api/openapi.json").status_code == 401
        assert client.post("/api/games", json={"name": "Row", "rules": "(game)"}).status_code == 401
        assert client.get("/api/health").status_code == 200


def test_session_cookie_is_out_of_reach_of_scripts_and_other_sites(guarded: Studio) -> None:
    with asking(guarded, secure=True, base="https://studio.example") as client:
        cookie = client.post("/login", data={"password": PASSWORD}).headers["set-cookie"].lower()
    assert {"httponly", "secure", "samesite=strict", "path=/"} <= {part.strip() for part in cookie.split(";")}


def test_session_ends_by_the_clock_by_logging_out_and_with_another_password(guarded: Studio) -> None:
    with asking(guarded) as client:
        logged_in(client)
        secret = client.cookies[SESSION_COOKIE]
        assert client.get("/api/games").status_code == 200
        changed = Authenticator(guarded.database, replace(guarded.settings, key="another password"))
        assert not changed.is_designer(secret)
        assert client.post("/logout").status_code == 303
        assert not guarded.authenticator.is_designer(secret)
    with asking(guarded, session_hours=0.0) as client:
        logged_in(client)
        assert client.get("/api/games").status_code == 401


def test_session_that_somebody_set_before_is_not_taken_over(guarded: Studio) -> None:
    planted = "planted-by-somebody-else"
    with asking(guarded) as client:
        client.cookies.set(SESSION_COOKIE, planted)
        logged_in(client)
        assert not guarded.authenticator.is_designer(planted)
        first = next(cookie.value for cookie in client.cookies.jar if cookie.value != planted)
        client.cookies.clear()
        client.cookies.set(SESSION_COOKIE, first)
        logged_in(client)
        assert not guarded.authenticator.is_designer(first)


def test_password_is_kept_nowhere(guarded: Studio) -> None:
    with asking(guarded) as client:
        logged_in(client)
        secret = client.cookies[SESSION_COOKIE]
    with guarded.database.reading() as connection:
        kept = connection.exec_driver_sql("SELECT secret FROM sessions").scalars().all()
    assert kept
    assert all(PASSWORD not in one and secret not in one for one in kept)


class Clock:
    """A clock that goes on when somebody waits, and notes how long they waited."""

    def __init__(self) -> None:
        self.moment, self.waited = 0.0, list[float]()

    async def sleep(self, seconds: float) -> None:
        self.moment += seconds
        self.waited.append(seconds)

    def guesses(self) -> Guesses:
        return Guesses(Rates(lambda: self.moment), self.sleep)


def test_wrong_passwords_are_slowed_down_typed_or_sent_by_programs(guarded: Studio) -> None:
    for program in (False, True):
        with asking(guarded) as client:
            clock = Clock()
            client.get("/api/health")
            gate_of(client.app).guesses = clock.guesses()  # type: ignore[arg-type]
            for number in range(15):
                if program:
                    wrong = {"Authorization": f"Bearer guess {number}"}
                    assert client.get("/api/games", headers=wrong).status_code == 401
                else:
                    assert client.post("/login", data={"password": f"guess {number}"}).status_code == 403
            assert clock.waited == [1 / LOGIN.a_second] * 5, "ten at once, then one in two seconds"


def test_right_password_is_let_in_after_any_number_of_wrong_ones_of_its_address(guarded: Studio) -> None:
    with asking(guarded) as client:
        clock = Clock()
        client.get("/api/health")
        gate_of(client.app).guesses = clock.guesses()  # type: ignore[arg-type]
        for number in range(30):
            client.post("/login", data={"password": f"guess {number}"})
        before = len(clock.waited)
        right = {"Authorization": f"Bearer {PASSWORD}"}
        assert [client.get("/api/agents", headers=right).status_code for _ in range(5)] == [200] * 5
        assert clock.waited[before:] == [1 / LOGIN.a_second], "right ones are not counted"
        logged_in(client)
        assert sum(clock.waited[before:]) <= 2 / LOGIN.a_second


def test_browser_that_was_let_in_before_does_not_wait_for_the_guesses_of_others(guarded: Studio) -> None:
    with asking(guarded) as client:
        clock = Clock()
        client.get("/api/health")
        gate_of(client.app).guesses = clock.guesses()  # type: ignore[arg-type]
        logged_in(client)
        device = client.cookies[DEVICE_COOKIE]
        client.cookies.clear()
        for number in range(12):
            client.post("/login", data={"password": f"guess {number}"})
        before = list(clock.waited)
        client.cookies.set(DEVICE_COOKIE, device)
        logged_in(client)
        assert clock.waited == before
        client.cookies.clear()
        client.cookies.set(DEVICE_COOKIE, "made up")
        logged_in(client)
        assert len(clock.waited) == len(before) + 1
        with guarded.database.reading() as connection:
            assert device not in connection.exec_driver_sql("SELECT secret FROM devices").scalars().all()


def test_flood_of_guesses_is_refused_before_anything_is_compared() -> None:
    async def flood() -> list[bool]:
        waiting: list[asyncio.Task[bool]] = []
        guesses = Guesses(Rates(lambda: 0.0), lambda _seconds: asyncio.sleep(0))
        waiting = [asyncio.ensure_future(guesses.turn("somewhere")) for _ in range(200)]
        found = await asyncio.gather(*waiting)
        assert await guesses.turn("elsewhere")
        return list(found)

    assert asyncio.run(flood()).count(True) == LOGIN.burst + MOST_WAITING


def test_program_with_the_password_is_let_in_as_often_as_it_likes(guarded: Studio) -> None:
    with asking(guarded) as client:
        for scheme in ["Bearer", "bearer"] * 10:
            assert client.get("/api/agents", headers={"Authorization": f"{scheme} {PASSWORD}"}).status_code == 200
        assert client.get("/api/agents", headers={"Authorization": f"Basic {PASSWORD}"}).status_code == 401


def test_time_does_not_tell_how_much_of_a_password_was_right(guarded: Studio) -> None:
    """Checksums are compared, all of them of one length, by the function that takes the same time for all."""
    import inspect

    assert "hmac.compare_digest(digest(given), digest(wanted))" in inspect.getsource(Authenticator.right_key)
    assert not guarded.authenticator.right_key(PASSWORD[:-1])
    assert guarded.authenticator.right_key(PASSWORD)


@pytest.mark.parametrize(
    "to",
    ["//evil.example", "/\\evil.example", "https://evil.example", "/\t/evil.example", "/\n/evil.example", "evil", "",
     "/a\\..\\evil", "javascript:alert(1)", "/\u2028x"],
)  # fmt: skip
def test_door_leads_to_this_studio_alone(guarded: Studio, to: str) -> None:
    assert own_address(to) == "/"
    with asking(guarded) as client:
        answer = client.post("/login", data={"password": PASSWORD, "to": to})
    assert answer.headers["location"] == "/"


def test_door_leads_back_to_where_somebody_wanted_to_go(guarded: Studio) -> None:
    with asking(guarded) as client:
        answer = client.post("/login", data={"password": PASSWORD, "to": "/runs/my run?page=2#x"})
    assert urlsplit(answer.headers["location"]).path == "/runs/my%20run"


# How much, how often, how long


def test_body_that_is_too_large_is_not_read(client: TestClient) -> None:
    large = b"x" * (Costs().upload_bytes + 1)
    assert client.post("/api/check", content=large).status_code == 413
    for length in ("-1", "9" * 5000, "1e3", "\u0663"):
        answer = client.post("/api/check", content=b"", headers={"Content-Length": length.encode()})  # type: ignore[dict-item]
        assert answer.status_code == 413, length


def test_body_in_chunks_that_is_too_large_is_not_read_to_its_end(client: TestClient) -> None:
    sent = 0

    def chunks() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(40):
            sent += 1
            yield b"x" * 50_000

    answer = client.post("/api/check", content=chunks(), headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    form = client.post("/language", content=(b"language=" + b"x" * 700_000 for _ in range(2)),
                       headers={"Content-Type": "application/x-www-form-urlencoded"})  # fmt: skip
    assert form.status_code == 413


def test_body_that_comes_too_slowly_is_given_up(tmp_path: Path, studio: Studio) -> None:
    costs = replace(Costs(), body_seconds=0.3)
    app = create_app(
        replace(studio.settings, costs=costs), replace(studio, settings=replace(studio.settings, costs=costs))
    )
    told: list[Message] = []

    async def slow() -> Message:
        await asyncio.sleep(0.1)
        return {"type": "http.request", "body": b" ", "more_body": True}

    async def send(message: Message) -> None:
        told.append(message)

    scope = {
        "type": "http", "method": "POST", "path": "/api/check", "raw_path": b"/api/check", "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")], "client": ("127.0.0.1", 1),
        "server": ("localhost", 80), "scheme": "http", "root_path": "", "http_version": "1.1",
    }  # fmt: skip
    began = time.monotonic()
    asyncio.run(asyncio.wait_for(app(scope, slow, send), 10))
    assert told[0]["status"] == 408
    assert time.monotonic() - began < 5


def test_requests_from_one_address_are_counted(studio: Studio) -> None:
    app = create_app(studio.settings, studio)
    with TestClient(app, base_url="http://localhost") as client:
        client.get("/api/health")
        gate_of(app).rates = Rates(lambda: 0.0)
        codes = [client.get("/api/health").status_code for _ in range(int(DEFAULTS.burst) + 1)]
    assert codes == [200] * int(DEFAULTS.burst) + [429]


def test_permissions_come_back_with_time_and_never_more_than_the_burst() -> None:
    moment = [0.0]
    rates = Rates(lambda: moment[0])
    assert [rates.allowed("a", "login", LOGIN) for _ in range(11)] == [True] * 10 + [False]
    assert rates.allowed("b", "login", LOGIN)
    moment[0] = 2.5
    assert [rates.allowed("a", "login", LOGIN) for _ in range(2)] == [True, False]
    moment[0] = 1e6
    assert sum(rates.allowed("a", "login", LOGIN) for _ in range(20)) == 10


@pytest.mark.parametrize(
    ("near", "forwarded", "counted"),
    [
        ("203.0.113.5", "198.51.100.1", "203.0.113.5"),
        ("10.0.0.1", "6.6.6.6, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "198.51.100.1, 10.0.0.1", "198.51.100.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("2001:db8::1:2:3:4", "", "2001:db8::/64"),
        ("10.0.0.1", "x" * 500, "x" * 64),
    ],
)
def test_only_a_proxy_of_ours_is_believed_and_nobody_else_says_where_he_is(
    near: str, forwarded: str, counted: str
) -> None:
    from starlette.datastructures import Headers

    headers = Headers({"x-forwarded-for": forwarded} if forwarded else {})
    assert address_of({"type": "http", "client": (near, 1)}, headers, ("10.0.0.1",)) == counted


def test_one_address_cannot_hold_all_event_streams() -> None:
    streams = Streams(most_from_one=2, most=3)
    streams.begin("a")
    streams.begin("a")
    with pytest.raises(TooManyStreams):
        streams.begin("a")
    streams.begin("b")
    with pytest.raises(TooManyStreams):
        streams.begin("c")
    streams.end("a")
    streams.begin("c")


def test_event_stream_beyond_the_limit_is_refused_with_a_sentence(studio: Studio) -> None:
    app = create_app(studio.settings, studio)
    router = APIRouter()

    async def two() -> AsyncIterator[str]:
        yield "data: one\n\n"

    @router.get("/api/streamed")
    async def streamed() -> Response:
        return stream(two())

    app.include_router(router)
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        assert client.get("/api/streamed").text == "data: one\n\n"
        gate = gate_of(app)
        assert gate.streams._open == {}, "a stream that has ended is not counted any more"
        gate.streams = Streams(most_from_one=0)
        answer = client.get("/api/streamed")
    assert answer.status_code == 429
    assert "wait a moment" in answer.json()["detail"]


def gate_of(app: FastAPI) -> RequestMiddleware:
    layer: Any = app.middleware_stack
    while not isinstance(layer, RequestMiddleware):
        layer = layer.app
    return layer


# What pages and pictures may do


def test_pages_run_no_script_that_stands_in_them_and_nobody_frames_them(client: TestClient) -> None:
    answer = client.get("/")
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "'unsafe-inline'" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    assert "<script>" not in answer.text
    assert " onclick=" not in answer.text
    assert " style=" not in answer.text


def test_answer_to_a_fault_is_a_sentence_and_has_all_headers(studio: Studio) -> None:
    app = create_app(studio.settings, studio)
    router = APIRouter()

    @router.get("/api/broken")
    def broken(request: Request) -> Response:
        raise RuntimeError("secret detail")

    app.include_router(router)
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        answer = client.get("/api/broken")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_markup_in_names_of_an_own_game_is_text_everywhere(client: TestClient, studio: Studio) -> None:
    made = client.post("/api/games", json={"name": "<script>alert(0)</script>", "rules": NAMES})
    id = made.json()["id"]
    assert id.replace("-", "").isalnum()
    svg = client.get(f"/api/games/{id}/board.svg")
    assert svg.status_code == 200, svg.text
    drawn = client.post(f"/api/games/{id}/position", json={"drawn": True, "moves": ["a1"]}).json()["svg"]
    for text in (svg.text, drawn, client.get("/").text):
        for attack in ("<script>alert", "<img src=x", "<svg onload", "</text><script"):
            assert attack not in text
    assert "sandbox" in svg.headers["content-security-policy"]
    client.delete(f"/api/games/{id}")


def test_picture_that_is_opened_by_itself_is_in_a_box(client: TestClient) -> None:
    for address in ("/games/tic-tac-toe/board.svg", "/api/games/tic-tac-toe/board.svg"):
        answer = client.get(address)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "sandbox" in answer.headers["content-security-policy"]
        assert "script-src" not in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "name",
    ["../settings.py", "..%2fsettings.py", "%2e%2e/settings.py", "scripts/../../settings.py", "/etc/passwd",
     "//etc/passwd", "%00", "a" * 5000, "scripts", "", "studio.css%00.js", "..\\settings.py"],
)  # fmt: skip
def test_no_file_outside_the_assets_can_be_had(client: TestClient, name: str) -> None:
    answer = client.get(f"/static/{name}")
    assert answer.status_code == 404, name
    assert "class StudioSettings" not in answer.text


def test_names_that_there_are_not_fill_no_memory() -> None:
    from apts.studio import assets

    before = assets._content.cache_info().currsize
    for number in range(50):
        assert asset_text(f"nothing-{number}.js") is None
    assert assets._content.cache_info().currsize == before


# Rules, agents and goals that reach for files


@pytest.mark.parametrize(
    "rules",
    [
        '(game "x" (players 2) (include "/etc/passwd"))',
        '(game "x" (players 2) (import os))',
        '(game "x" (players 2) (equipment { (board (graph "/etc/passwd")) }))',
        '__import__("os").system("touch /tmp/reached")',
        '(game "x" (players 2) (equipment { (board (square 3)) (piece "{0.__class__}" Each) }) (rules (play (exec "x"))))',
        "../../etc/passwd",
        "chess.lud",
        "/etc/passwd",
    ],
)
def test_rules_text_reaches_neither_python_nor_files(client: TestClient, rules: str) -> None:
    found = client.post("/api/check", json={"rules": rules}).json()
    assert found["ok"] is False
    assert "root:" not in json.dumps(found)
    assert not Path("/tmp/reached").exists()


def test_rules_that_are_nested_too_deeply_are_refused_with_a_sentence(client: TestClient) -> None:
    for rules in ("(" * 20_000, "(game " * 20_000, "{" * 100_000):
        answer = client.post("/api/check", json={"rules": rules})
        assert answer.status_code in (200, 400), answer.text
        assert answer.json().get("ok") is not True
    assert client.get("/api/games/tic-tac-toe").status_code == 200


@pytest.mark.parametrize(
    "agent",
    ["q:/etc/passwd", "model:/etc/passwd", "model:../../../etc/passwd", "model:connect-four/../x", "human", "model",
     "uct:iterations=1000000000", "uct:seconds=3600", "alphabeta:depth=60", "uct:nodes=268435456", "plugin.py:Agent",
     "model:tic-tac-toe,simulations=100000", "uct:heuristic=../x,playout=3,iterations=200001",
     "alphabeta:heuristic=/etc/passwd", "greedy:heuristic=mine.txt", "x" * 400],
)  # fmt: skip
def test_agents_read_no_files_of_somebodys_choice_and_end_soon(tmp_path: Path, agent: str) -> None:
    with pytest.raises(AptsError):
        allowed_agent(agent, Models(tmp_path), "tic-tac-toe")


def test_model_of_another_game_or_outside_the_studio_is_no_agent(tmp_path: Path) -> None:
    models = Models(tmp_path)
    place = models.place("hex", "0123456789abcdef")
    place.write_bytes(b"")
    assert allowed_agent("model:0123456789abcdef", models, "hex") == f"model:{place}"
    assert allowed_agent(f"model:{place}", models, "hex") == f"model:{place}"
    outside = tmp_path / "outside.onnx"
    outside.write_bytes(b"")
    for agent in ("model:0123456789abcdef", f"model:{place}", f"model:{outside}"):
        with pytest.raises(AptsError, match="no model"):
            allowed_agent(agent, models, "chess")


def test_answers_that_somebody_waits_for_end_by_the_clock(tmp_path: Path) -> None:
    models = Models(tmp_path)
    assert quick_agent("alphabeta:depth=30", models, "hex") == "alphabeta:depth=30,seconds=8"
    assert quick_agent("uct", models, "hex") == "uct:iterations=1000,seconds=8"
    assert allowed_agent("uct:iterations=50", models, "hex") == "uct:iterations=50"


@pytest.mark.parametrize(
    "goal", ["/etc/goals.toml", "goals.toml", "..\\x", "length between 3 and 9 at model:/etc/passwd",
             "length between 3 and 9 at q:file", "length between 3 and 9 at human", "pyproject.toml", "LICENSE"],
)  # fmt: skip
def test_goals_read_no_files(tmp_path: Path, goal: str) -> None:
    with pytest.raises(AptsError):
        allowed_goal(goal, Models(tmp_path), "hex")


def test_goals_in_words_and_questions_of_the_bank_are_taken(tmp_path: Path) -> None:
    for goal in ("fair-seats", "length between 20 and 40", "length:20-40", "balance above 0.9 at level:expert"):
        assert allowed_goal(goal, Models(tmp_path), "hex") == goal


@pytest.mark.parametrize("agents", ["q:/etc/passwd", "level:club,model:/etc/passwd", "uct:iterations=1000000000"])
def test_form_of_a_play_test_takes_no_agents_that_read_files_or_never_end(client: TestClient, agents: str) -> None:
    sent = {"who": "own", "agents": agents, "amount": "quick"}
    answer = client.post("/games/tic-tac-toe/playtest", data=sent, follow_redirects=False)
    assert answer.status_code == 400
    networks = {"amount": "quick", "evaluate": "model:/etc/passwd"}
    assert client.post("/games/tic-tac-toe/playtest", data=networks, follow_redirects=False).status_code == 400


def test_form_of_a_search_takes_no_goals_about_files(client: TestClient) -> None:
    for goal in ("length between 3 and 9 at model:LICENSE", "length between 3 and 9 at q:LICENSE"):
        sent = {"own": goal, "kinds": "number", "minutes": "1"}
        answer = client.post("/games/tic-tac-toe/improve", data=sent, follow_redirects=False)
        assert answer.status_code < 500
        assert "/jobs/" not in answer.headers.get("location", ""), goal
        assert "damaged" not in answer.text


# Links of players


def test_link_is_the_right_to_one_seat_of_one_match_and_to_nothing_else(guarded: Studio) -> None:
    game = guarded.game_store.game("tic-tac-toe")
    match, keys = set_table(guarded, game, ["link", "link"], None)
    other, _ = set_table(guarded, game, ["link", "link"], None)
    with asking(guarded) as client:
        assert client.get(f"/m/{keys[1]}").status_code == 200
        assert client.get(f"/api/m/{keys[1]}").json()["id"] == match.id
        for key in (match.id, other.id, keys[1][:-1], keys[1] + "x", other.id + keys[1][len(other.id) :], "x"):
            assert client.get(f"/m/{key}").status_code == 404, key
            assert client.get(f"/api/m/{key}").status_code == 404, key
        for seat in (1, 2):
            assert client.post(f"/m/{keys[seat]}/join", data={"nickname": "A"}).status_code == 303
        assert client.post(f"/api/m/{keys[2]}/moves", json={"move": "a1", "at": 0}).status_code >= 400
        assert client.post(f"/api/m/{keys[1]}/moves", json={"move": "z9", "at": 0}).status_code >= 400
        assert client.post(f"/api/m/{keys[1]}/moves", json={"move": "a1", "at": 0}).status_code == 200
        assert client.post(f"/api/m/{keys[1]}/moves", json={"move": "b2", "at": 1}).status_code >= 400
        for path in (
            "/",
            "/games/tic-tac-toe",
            f"/games/tic-tac-toe/matches/{match.id}/positions",
            "/runs",
            "/api/runs",
        ):
            assert client.get(path).status_code in (303, 401), path
        assert client.post("/games/tic-tac-toe/invite", data={"seat.1": "me"}).status_code == 401


def test_links_are_kept_as_checksums_alone(guarded: Studio) -> None:
    match, keys = set_table(guarded, guarded.game_store.game("tic-tac-toe"), ["link", "link"], None)
    with guarded.database.reading() as connection:
        kept = connection.exec_driver_sql("SELECT keys FROM matches WHERE id = ?", (match.id,)).scalar_one()
    assert all(key not in kept for key in keys.values())


@pytest.mark.parametrize(
    "name", ['x"; filename="evil.html', "x\r\nSet-Cookie: a=b", "../../evil", "\u202egnp.exe", "é"]
)
def test_names_of_downloads_are_plain(client: TestClient, studio: Studio, name: str) -> None:
    id = studio.game_store.add(name, NAMES).id
    answer = client.get(f"/games/{id}/rules.lud")
    told = answer.headers["content-disposition"]
    assert re.fullmatch(r'attachment; filename="[a-z0-9-]+\.lud"', told), told
    assert "set-cookie" not in answer.headers


# Odd requests


@pytest.mark.parametrize(
    "body",
    ["[" * 100_000, '{"a":' * 50_000, '{"rules": "' + "\\ud800" + '"}', '{"rules": NaN}', '{"rules": 1e999}',
     '{"matches": ' + "9" * 5000 + ', "rules": "x"}', "\xff\xfe", "", "null", '"x"', '{"rules": "\\u0000"}'],
)  # fmt: skip
def test_json_that_is_deep_broken_or_odd_is_refused_with_a_sentence(client: TestClient, body: str) -> None:
    answer = client.post("/api/check", content=body.encode("latin-1"), headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    assert list(answer.json()) == ["detail"]


@pytest.mark.parametrize(
    "content", [b"language=%ff%fe&to=/", b"language=en&to=%00", b"\xff=\xff", b"=&&;", b"language"]
)
def test_form_that_is_odd_is_no_fault(client: TestClient, content: bytes) -> None:
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    assert client.post("/language", content=content, headers=headers).status_code < 500
    broken = b"multipart/form-data; boundary=\xff"
    assert client.post("/language", content=content, headers=[(b"content-type", broken)]).status_code < 500


def test_number_that_no_database_has_is_no_fault(client: TestClient) -> None:
    for number in (10**19, 10**30, -(10**30)):
        answer = client.get("/games/tic-tac-toe/board.svg", params={"version": str(number)})
        assert answer.status_code in (400, 404), answer.text


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW", "HEAD"])
def test_other_methods_do_nothing(client: TestClient, method: str) -> None:
    answer = client.request(method, "/login")
    assert answer.status_code == 405
    assert answer.headers["allow"]
    overriding = {"X-HTTP-Method-Override": "DELETE", "X-Method-Override": "DELETE"}
    assert client.get("/api/games/tic-tac-toe", headers=overriding).status_code == 200


def test_web_sockets_are_closed_at_the_gate(client: TestClient) -> None:
    from starlette.websockets import WebSocketDisconnect

    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/m/x"):
        pass


def test_what_is_open_to_all_is_that_and_nothing_else() -> None:
    for path in ("/m/key", "/api/m/key", "/static/studio.css", "/login", "/api/health"):
        assert is_open(path)
    for path in (
        "/",
        "/m",
        "/games",
        "/login/x",
        "/loginx",
        "/api/games",
        "/api/mx",
        "/runs",
        "/jobs",
        "/people",
        "/M/x",
    ):
        assert not is_open(path)


def test_way_around_by_dots_in_an_open_address_leads_nowhere(guarded: Studio) -> None:
    with asking(guarded) as client:
        for path in (
            "/m/../api/games",
            "/static/../api/games",
            "/m/%2e%2e/api/games",
            "/api/m/..%2fgames",
            "//api/games",
        ):
            assert client.get(path).status_code in (303, 401, 404), path


def test_control_signs_in_a_name_are_refused_and_logs_have_one_line_a_fault(
    client: TestClient, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("x\r\nSet-Cookie: a=b", "x\x1b[2J", "x\x00"):
        assert client.post("/api/games", json={"name": name, "rules": "(game)"}).status_code == 422
    reply("game_summary", {"game": {"id": "x\nforged line", "rules": 5, "settings": {}}})
    told = capfd.readouterr().err
    assert told.count("\n") == 1


def test_slow_and_half_requests_do_not_stop_the_others(served: Served) -> None:
    """A hundred connections that say nothing more leave the studio answering."""
    place = urlsplit(served.address)
    assert place.hostname is not None
    lines = [socket.create_connection((place.hostname, place.port or 80), timeout=5) for _ in range(100)]
    try:
        for line in lines:
            line.sendall(b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n")
        import urllib.request

        with urllib.request.urlopen(f"{served.address}/api/health", timeout=10) as answer:
            assert answer.status == 200
    finally:
        for line in lines:
            line.close()


def test_answer_of_a_served_studio_does_not_tell_what_serves_it(served: Served) -> None:
    import urllib.request

    with urllib.request.urlopen(f"{served.address}/api/health", timeout=10) as answer:
        assert answer.headers["server"] is None


def test_folder_of_a_studio_is_opened_again_after_it_was_closed(own_folder: Path) -> None:
    opened = open_studio(StudioSettings(own_folder, workers=1))
    opened.close()
    open_studio(StudioSettings(own_folder, workers=1)).close()


def test_fault_met_in_a_text_is_told_as_one_and_logged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def read_equipment(*_: object) -> None:
        raise KeyError("facing\nforged line")

    monkeypatch.setattr("apts.engine.compiler.compiling.read_equipment", read_equipment)
    asked = {
        "game": {"id": "mine", "rules": library_files()["tic-tac-toe"].read_text(encoding="utf-8"), "settings": {}}
    }
    refused, checked = reply("game_summary", asked), reply("check", asked)["answer"]
    assert refused["kind"] == "InternalError"
    assert "APTS met an error of its own" in str(refused["refused"])
    assert "APTS met an error of its own" in checked["message"]
    logged = capsys.readouterr().err.splitlines()
    assert [line.partition(": ")[0] for line in logged] == ["question game_summary", "check of mine"]
    assert all("KeyError" in line and "read_equipment" in line for line in logged)
