"""Connections to the studio: how many there may be, and how long each may take to say what it wants.

Whoever says nothing, or says it letter by letter, is cut off; where all places are taken, who has waited longest without
having asked for anything makes room. Strangers never hold the places that are kept for those who have logged in.
"""

from __future__ import annotations

import asyncio
import resource
from collections import Counter, OrderedDict
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

import h11
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from apts.studio.security.middleware import CONNECTION

Phase = Literal["new", "idle", "head", "body", "answer"]
"""What a connection is at: nothing was sent yet; nothing since the last answer; a request is arriving; it is answered."""

WANTED_DESCRIPTORS = 16_384
KEPT_DESCRIPTORS = 192
"""Files that the studio needs besides connections: databases, workers, pages."""

TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


@dataclass(frozen=True)
class Patience:
    """How many seconds a connection may be at something."""

    new: float = 10.0
    idle: float = 20.0
    head: float = 10.0
    body: float = 35.0
    unread: float = 60.0
    """How long an answer may lie there that nobody reads."""


@dataclass(frozen=True)
class Places:
    """How many connections there may be: in all, of one address, and of strangers who are being answered."""

    most: int
    from_one: int
    strangers: int

    @staticmethod
    def within(descriptors: int) -> Places:
        """As many as so many open files allow: a quarter is kept for designers, and one address has half of the rest."""
        most = max(16, descriptors - min(KEPT_DESCRIPTORS, descriptors // 2))
        strangers = most - most // 4
        return Places(most, max(8, strangers // 2), strangers)


def descriptors() -> int:
    """How many files this process may have open, after it has asked for as many as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, WANTED_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return WANTED_DESCRIPTORS if soft == resource.RLIM_INFINITY else min(soft, WANTED_DESCRIPTORS)


class Connections:
    """All connections of a server, for one event loop. Proxies stand for many people: none of them is one address."""

    def __init__(self, places: Places, patience: Patience, proxies: Collection[str] = ()) -> None:
        self.places, self.patience = places, patience
        self._proxies = frozenset(proxies)
        self._open: Counter[str] = Counter()
        self._all = 0
        self._resting: OrderedDict[Connection, bool] = OrderedDict()  # and whether a designer is sending a request
        self._strangers: set[Connection] = set()

    def admit(self, connection: Connection) -> bool:
        """Count a new connection; where there is no place, one that rests makes room, or the new one is not taken."""
        address = connection.address
        mine = address not in self._proxies and self._open[address] >= self.places.from_one
        if mine and not self._evict(address):
            return False
        if self._all >= self.places.most and not self._evict(None):
            return False
        self._open[address] += 1
        self._all += 1
        self._resting[connection] = False
        return True

    def enter(self, connection: Connection, designer: bool) -> bool:
        """Let a connection's request be answered; strangers find no place where only those of designers are left.

        A designer's request that is still arriving makes room only where no stranger's connection can.
        """
        if designer:
            self._strangers.discard(connection)
            if connection in self._resting:
                self._resting[connection] = True
            return True
        if connection not in self._strangers and len(self._strangers) >= self.places.strangers:
            return False
        self._strangers.add(connection)
        return True

    def moved(self, connection: Connection, phase: Phase) -> None:
        """A connection is at something else now."""
        if phase == "answer":
            self._resting.pop(connection, None)
        elif phase in ("idle", "new"):
            self._strangers.discard(connection)
            self._resting[connection] = False
            self._resting.move_to_end(connection)
        else:
            self._resting.setdefault(connection, False)

    def gone(self, connection: Connection) -> None:
        """A connection that was taken has ended."""
        self._resting.pop(connection, None)
        self._strangers.discard(connection)
        self._open[connection.address] -= 1
        self._all -= 1
        if self._open[connection.address] <= 0:
            del self._open[connection.address]

    def _evict(self, address: str | None) -> bool:
        """End the connection that rests longest: of an address, or of the one that has most; designers' come last."""
        for of_designers in (False, True):
            able = [one for one, sending in self._resting.items() if sending == of_designers]
            if address is None:
                crowd = Counter(connection.address for connection in able)
                chosen = max(crowd, key=lambda one: self._open[one], default=None)
            else:
                chosen = address
            oldest = next((one for one in able if one.address == chosen), None)
            if oldest is not None:
                oldest.cut()
                return True
        return False


class Connection(H11Protocol):
    """A connection whose requests have to arrive in time, and whose answers have to be read."""

    def __init__(self, connections: Connections, **given: Any) -> None:
        super().__init__(**given)
        self.address = ""
        self._connections = connections
        self._taken = False
        self._phase: Phase = "new"
        self._for: object = None
        self._ends: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        app = self.app

        async def entered(scope: Scope, receive: Receive, send: Send) -> None:
            scope[CONNECTION] = self
            await (_refuse_two_lengths if _has_two_lengths(scope) else app)(scope, receive, send)

        self.app = entered

    def enter(self, designer: bool) -> bool:
        """Called at the gate when it is known who asks; false where there is no place for strangers."""
        return self._connections.enter(self, designer)

    def cut(self) -> None:
        """End the connection now."""
        self._end()
        self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection, or not."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        if not self._connections.admit(self):
            self.connections.discard(self)
            transport.abort()
            return
        self._taken = True
        self._wait_for(self._connections.patience.new)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give its place back."""
        self._end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what arrives, and see whether a request is whole."""
        if self._taken:
            super().data_received(data)
            self._look()

    def on_response_complete(self) -> None:
        """An answer is out: the next request may come."""
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """Nobody reads the answer; not for ever."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(self._connections.patience.unread, self.cut)

    def resume_writing(self) -> None:
        """Somebody reads on."""
        super().resume_writing()
        self._read_on()

    def _look(self) -> None:
        """Note what the connection is at; the time of a phase begins with it and with nothing else."""
        phase, about = self._now(), self.cycle
        if not self._taken or (phase == self._phase and about is self._for):
            return
        self._phase, self._for = phase, about
        self._connections.moved(self, phase)
        self._wait_for(None if phase == "answer" else getattr(self._connections.patience, phase))

    def _now(self) -> Phase:
        if self.conn.their_state is h11.SEND_BODY:
            return "body"
        if self.cycle is not None and not self.cycle.response_complete:
            return "answer"
        return "head" if self.conn.trailing_data[0] else "new" if self.cycle is None else "idle"

    def _wait_for(self, seconds: float | None) -> None:
        if self._ends is not None:
            self._ends.cancel()
        self._ends = None if seconds is None else self.loop.call_later(seconds, self._too_slow)

    def _too_slow(self) -> None:
        if self._phase == "head" and not self.transport.get_write_buffer_size():
            self.transport.write(TOO_SLOW)
            self._end()
            self.transport.close()
        else:
            self.cut()

    def _read_on(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _end(self) -> None:
        self._wait_for(None)
        self._read_on()
        if self._taken:
            self._taken = False
            self._connections.gone(self)


def _has_two_lengths(scope: Scope) -> bool:
    """Whether a request says in two ways where it ends; a proxy before us may believe the other one."""
    names = {name for name, _ in scope["headers"]}
    return {b"content-length", b"transfer-encoding"} <= names


async def _refuse_two_lengths(_scope: Scope, _receive: Receive, send: Send) -> None:
    """Say so and close the connection: what comes behind such a request belongs to nobody."""
    body = b"A request has a Content-Length or a Transfer-Encoding, not both.\n"
    headers = [(b"content-type", b"text/plain"), (b"content-length", b"%d" % len(body)), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 400, "headers": headers})
    await send({"type": "http.response.body", "body": body})
