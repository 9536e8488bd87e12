"""Connections that say nothing, say it slowly, or are too many: they are cut off, and others are answered meanwhile."""

from __future__ import annotations

import asyncio
import resource
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
import uvicorn
from starlette.types import Message, Receive, Scope, Send
from uvicorn.server import ServerState

from apts.studio.security.middleware import CONNECTION
from apts.studio.server.connections import Connection, Connections, Patience, Places
from tests.studio.served import Served

QUICK = Patience(new=0.3, idle=0.5, head=0.3, body=0.3, unread=0.3)
CAPACITY = Places(64, 64, 64)
ASKED = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def answering(scope: Scope, receive: Receive, send: Send) -> None:
    """An application whose paths say what it does: who is a designer, who is kept waiting, what is large."""
    entered = scope[CONNECTION].enter("designer" in scope["path"])
    status = 200 if entered else 503
    if "wait" in scope["path"] and entered:
        await asyncio.sleep(3.0)
    if "body" in scope["path"]:
        message: Message = {"more_body": True}
        while message.get("more_body"):
            message = await receive()
            if message["type"] == "http.disconnect":
                return
    body = b"x" * (20_000_000 if "large" in scope["path"] else 2)
    await send(
        {"type": "http.response.start", "status": status, "headers": [(b"content-length", str(len(body)).encode())]}
    )
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def server(connections: Connections) -> AsyncIterator[Callable[[], Awaitable[Line]]]:
    """A server with some limits; gives what opens a line to it."""
    config = uvicorn.Config(answering, log_level="critical", ws="none", timeout_keep_alive=20)
    state, loop = ServerState(), asyncio.get_running_loop()
    listening = await loop.create_server(
        lambda: Connection(connections, config=config, server_state=state, app_state={}, _loop=loop), "127.0.0.1", 0
    )
    port = listening.sockets[0].getsockname()[1]
    lines: list[Line] = []

    async def line() -> Line:
        lines.append(await asyncio.open_connection("127.0.0.1", port))
        return lines[-1]

    try:
        yield line
    finally:
        listening.close()
        for _, writer in lines:
            writer.transport.abort()


async def until_cut(line: Line, drip: bytes = b"", every: float = 0.05) -> float:
    """How long a line lives on which letter after letter is sent."""
    reader, writer = line
    began, rest = time.monotonic(), iter(drip)
    with suppress(ConnectionError):
        while time.monotonic() - began < 5.0:
            if (letter := next(rest, None)) is not None:
                writer.write(bytes([letter]))
            try:
                if await asyncio.wait_for(reader.read(65536), every) == b"":
                    break
            except TimeoutError:
                continue
    return time.monotonic() - began


async def status_of(line: Line, request: bytes = ASKED) -> int:
    reader, writer = line
    writer.write(request)
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
    length = next(int(one.split(b":")[1]) for one in head.split(b"\r\n") if one.lower().startswith(b"content-length"))
    await reader.readexactly(length)
    return int(head.split()[1])


def test_headers_that_never_arrive_are_cut_off_however_they_drip() -> None:
    async def attack() -> None:
        connections = Connections(CAPACITY, QUICK)
        async with server(connections) as line:
            slow = b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: " + b"a" * 500
            lives = await asyncio.gather(until_cut(await line()), until_cut(await line(), slow))
            assert all(0.2 < life < 2.0 for life in lives), lives
            again = await line()
            assert await status_of(again) == 200
            assert await until_cut(again) < 2.0, "a line at rest is not kept for ever either"
            again = await line()
            assert await status_of(again) == 200
            assert await until_cut(again, slow) < 2.0
        assert connections._all == 0
        assert not connections._open

    asyncio.run(attack())


def test_request_with_two_lengths_is_refused_and_nothing_behind_it_is_answered() -> None:
    async def asked() -> bytes:
        async with server(Connections(CAPACITY, QUICK)) as line:
            reader, writer = await line()
            lengths = b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            writer.write(b"POST /body HTTP/1.1\r\nHost: x\r\n" + lengths + ASKED)
            return await asyncio.wait_for(reader.read(), 5.0)

    answer = asyncio.run(asked())
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.count(b"HTTP/1.1 ") == 1


def test_body_that_drips_is_cut_off_whether_it_was_waited_for_or_not() -> None:
    async def attack() -> None:
        async with server(Connections(CAPACITY, QUICK)) as line:
            for path in (b"/body", b"/answered-before"):
                begun = b"POST " + path + b" HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n"
                reader, writer = await line()
                writer.write(begun)
                assert await until_cut((reader, writer), b"a" * 500) < 2.0, path

    asyncio.run(attack())


def test_answer_that_nobody_reads_is_not_kept_for_ever() -> None:
    async def attack() -> None:
        connections = Connections(CAPACITY, QUICK)
        async with server(connections) as line:
            _, writer = await line()
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(ASKED.replace(b"GET /", b"GET /large"))
            await asyncio.sleep(1.0)
            assert connections._all == 0

    asyncio.run(attack())


def test_request_that_is_worked_on_and_events_are_not_cut_off() -> None:
    async def patient() -> None:
        async with server(Connections(CAPACITY, QUICK)) as line:
            assert await status_of(await line(), ASKED.replace(b"GET /", b"GET /wait")) == 200

    asyncio.run(patient())


def test_flood_of_silent_connections_makes_room_for_whoever_says_something() -> None:
    async def attack() -> None:
        patience = Patience(new=30.0, idle=30.0, head=30.0)
        connections = Connections(Places(20, 10, 15), patience)
        async with server(connections) as line:
            for _ in range(100):
                await line()
            assert connections._all <= 10, "one address has half of the places"
            assert await status_of(await line()) == 200
            assert await status_of(await line(), b"GET /designer HTTP/1.1\r\nHost: x\r\n\r\n") == 200

    asyncio.run(attack())


def test_strangers_who_are_answered_leave_places_for_designers() -> None:
    async def attack() -> None:
        connections = Connections(Places(12, 12, 4), Patience())
        async with server(connections) as line:
            waiting = [await line() for _ in range(8)]
            for _, writer in waiting:
                writer.write(ASKED.replace(b"GET /", b"GET /wait"))
            await asyncio.sleep(0.2)
            assert await status_of(await line()) == 503
            assert await status_of(await line(), b"GET /designer HTTP/1.1\r\nHost: x\r\n\r\n") == 200

    asyncio.run(attack())


def test_requests_of_designers_that_never_arrive_shut_nobody_out() -> None:
    async def attack() -> None:
        connections = Connections(Places(12, 12, 8), Patience())
        async with server(connections) as line:
            for _ in range(20):
                (await line())[1].write(b"POST /designer/body HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\na")
                await asyncio.sleep(0.02)
            assert await status_of(await line(), b"GET /designer HTTP/1.1\r\nHost: x\r\n\r\n") == 200

    asyncio.run(attack())


def test_request_of_a_designer_that_arrives_slowly_outlasts_the_silence_of_strangers() -> None:
    async def attack() -> None:
        connections = Connections(Places(12, 12, 8), Patience())
        async with server(connections) as line:
            sending = await line()
            sending[1].write(b"POST /designer/body HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na")
            await asyncio.sleep(0.1)
            for _ in range(40):
                await line()
            assert await status_of(sending, b"b") == 200

    asyncio.run(attack())


def test_proxy_is_not_one_address() -> None:
    async def many() -> None:
        connections = Connections(Places(20, 3, 15), Patience(), ("127.0.0.1",))
        async with server(connections) as line:
            lines = [await line() for _ in range(12)]
            assert [await status_of(one) for one in lines] == [200] * 12

    asyncio.run(many())


@pytest.mark.parametrize("descriptors", [64, 256, 1024, 16384])
def test_places_leave_descriptors_for_the_studio_itself_and_for_designers(descriptors: int) -> None:
    places = Places.within(descriptors)
    assert places.most + min(128, descriptors // 2) <= descriptors
    assert places.from_one < places.strangers < places.most


def test_more_silent_connections_than_descriptors_shut_nobody_out(tmp_path: Path) -> None:
    _flooded(tmp_path, descriptors=256, lines=400)


@pytest.mark.long
def test_eleven_hundred_strangers_at_a_studio_of_1024_descriptors_shut_nobody_out(tmp_path: Path) -> None:
    _flooded(tmp_path, descriptors=1024, lines=1124)


def _flooded(folder: Path, descriptors: int, lines: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < lines + 100:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, lines + 100), hard))
    served = Served(folder / "studio")
    served.descriptors = descriptors
    with served:
        place = urlsplit(served.address)
        assert place.hostname is not None
        where = (place.hostname, place.port or 80)
        silent: list[socket.socket] = []
        try:
            for number in range(lines):
                silent.append(socket.create_connection(where, timeout=10))
                if number % 2:
                    with suppress(OSError):
                        silent[-1].sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
            seconds = []
            for _ in range(10):
                began = time.monotonic()
                with urlopen(f"{served.address}/api/games", timeout=10) as answer:
                    assert answer.status == 200
                seconds.append(time.monotonic() - began)
            assert max(seconds) < 5.0, seconds
        finally:
            for one in silent:
                one.close()
