"""The workers of a studio, and the way questions take to them."""

from __future__ import annotations

import hashlib
import json
import socket
import subprocess
import sys
import threading
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from queue import Empty, LifoQueue
from time import monotonic
from typing import Any, TypeVar

from apts.errors import AptsError
from apts.studio.rates import ASKER, DESIGNER_WORK, PLAYER_WORK, Asker, Rates
from apts.studio.workers.answers import Answers

# ----------------------------------------------------------------------------------------------------------------
# Whose question a free worker answers next: everybody who asks gets the same share of the workers' time.
#
# Shares are handed out between designers, players and the studio itself, among those between addresses, and at
# one address between devices or links (start-time fair queueing: P. Goyal, H. M. Vin, H. Cheng, SIGCOMM 1996).
# However many questions somebody asks, others wait for what is being answered and for one question of theirs, not
# for all of them.

EXPECTED_SECONDS = 0.1
"""What a question is charged until it is known what it took."""

MOST_WAITING_DESIGNER, MOST_WAITING_PLAYER, MOST_WAITING_PLAYERS = 32, 6, 96
"""Questions that wait at once: of a designer's device, of a player's link, of all players."""

RECENT_SECONDS = 60.0
"""How long a designer who asked something counts as one who may ask again."""

MOST_KNOWN = 10_000

Path = tuple[str, ...]


class Busy(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """No worker was free in time."""


class TooManyQuestions(AptsError):  # noqa: N818 - likewise
    """Somebody asks for more than one may."""


@dataclass
class _Ticket:
    asker: Asker
    number: int
    called: threading.Event = field(default_factory=threading.Event)
    granted: bool = False


class Turns:
    """Hands out workers. All methods may be called from any thread."""

    def __init__(self, workers: int, clock: Callable[[], float] = monotonic) -> None:
        self._workers, self._clock = workers, clock
        self._lock = threading.Lock()
        self._rates = Rates(clock)
        self._waiting: dict[Asker, deque[_Ticket]] = {}
        self._running: Counter[Asker] = Counter()
        self._spent: dict[Path, float] = {}
        self._present: defaultdict[Path, float] = defaultdict(float)
        self._seen: dict[Asker, float] = {}
        self._number = 0

    def take(self, asker: Asker, seconds: float) -> None:
        """Wait for one's turn, and take it; refused where somebody asks too much, or nothing is free in time."""
        ticket = self._queued(asker)
        if ticket.called.wait(seconds):
            return
        with self._lock:
            if ticket.granted:
                return
            self._leave(ticket)
        raise Busy("the studio is busy with other games; try again in a moment")

    def give_back(self, asker: Asker, seconds: float) -> None:
        """A turn is over that took so many seconds."""
        with self._lock:
            self._running[asker] -= 1
            if self._running[asker] <= 0:
                del self._running[asker]
            for path in _paths(asker):
                self._spent[path] = self._spent.get(path, 0.0) + seconds - EXPECTED_SECONDS
            self._grant()

    def _queued(self, asker: Asker) -> _Ticket:
        with self._lock:
            self._refuse_too_much(asker)
            self._begin(asker)
            self._number += 1
            ticket = _Ticket(asker, self._number)
            self._waiting.setdefault(asker, deque()).append(ticket)
            self._grant()
            return ticket

    def _refuse_too_much(self, asker: Asker) -> None:
        if asker.kind == "studio":
            return
        waiting = len(self._waiting.get(asker, ()))
        if asker.kind == "player":
            players = sum(len(queue) for other, queue in self._waiting.items() if other.kind == "player")
            full = waiting >= MOST_WAITING_PLAYER or players >= MOST_WAITING_PLAYERS
            rate = PLAYER_WORK
        else:
            full, rate = waiting >= MOST_WAITING_DESIGNER, DESIGNER_WORK
        if full or not self._rates.allowed(asker.address, asker.owner, rate):
            raise TooManyQuestions("too many questions in a short time; wait a moment and try again")

    def _begin(self, asker: Asker) -> None:
        """Whoever did not ask lately begins with the present: time in which nobody asked is not saved up."""
        self._seen[asker] = self._clock()
        busy = {path for other in (*self._waiting, *self._running) for path in _paths(other)}
        for path in _paths(asker):
            if path not in busy:
                self._spent[path] = max(self._spent.get(path, 0.0), self._present[path[:-1]])
        if len(self._spent) > MOST_KNOWN:
            self._spent = {path: spent for path, spent in self._spent.items() if path in busy}
            self._seen = {known: seen for known, seen in self._seen.items() if self._lately(seen)}

    def _grant(self) -> None:
        """Call whoever is next, as long as there are workers for them."""
        while self._running.total() < self._workers:
            able = [asker for asker in self._waiting if self._may(asker)]
            if not able:
                return
            asker = min(able, key=self._rank)
            ticket = self._waiting[asker][0]
            self._leave(ticket)
            for path in _paths(asker):
                self._present[path[:-1]] = self._spent.get(path, 0.0)
                self._spent[path] = self._spent.get(path, 0.0) + EXPECTED_SECONDS
            self._running[asker] += 1
            ticket.granted = True
            ticket.called.set()

    def _rank(self, asker: Asker) -> tuple[float, ...]:
        return (*(self._spent.get(path, 0.0) for path in _paths(asker)), self._waiting[asker][0].number)

    def _may(self, asker: Asker) -> bool:
        """Whether somebody may have one worker more: the last one is for designers, and not for one of several."""
        if self._workers == 1:
            return True
        if asker.kind != "designer":
            others = sum(count for known, count in self._running.items() if known.kind != "designer")
            return others < self._workers - 1
        several = any(
            known.kind == "designer" and known != asker and self._lately(seen) for known, seen in self._seen.items()
        )
        return not several or self._running[asker] < self._workers - 1

    def _lately(self, moment: float) -> bool:
        return self._clock() - moment < RECENT_SECONDS

    def _leave(self, ticket: _Ticket) -> None:
        queue = self._waiting[ticket.asker]
        queue.remove(ticket)
        if not queue:
            del self._waiting[ticket.asker]


def _paths(asker: Asker) -> tuple[Path, ...]:
    """Whom an asker's share is part of: their kind, their address, themselves."""
    kind, address, name = asker.kind, asker.address, asker.name
    return (kind,), (kind, address), (kind, address, name)


# ----------------------------------------------------------------------------------------------------------------
# Work that goes on when nobody waits for it any more, so that who comes again finds it done.

T = TypeVar("T")


class SingleFlight:
    """Work by key; who asks for the same while it goes on waits for the same."""

    def __init__(self) -> None:
        self._going_on: dict[str, Future[object]] = {}
        self._lock = threading.Lock()

    def result(self, key: str, work: Callable[[], T], seconds: float) -> T:
        """What comes of it, or what it raises; a TimeoutError where it takes longer than so many seconds and goes on."""
        with self._lock:
            promised = self._going_on.get(key)
            if promised is None:
                promised = self._going_on[key] = Future()
                run = copy_context().run  # who asked is known there too
                threading.Thread(target=run, args=(self._do, key, work, promised), daemon=True, name="errand").start()
        return promised.result(seconds)  # type: ignore[return-value]

    def _do(self, key: str, work: Callable[[], object], promised: Future[object]) -> None:
        try:
            promised.set_result(work())
        except BaseException as problem:  # whoever waits gets it
            promised.set_exception(problem)
        finally:
            with self._lock:
                del self._going_on[key]


_START_SECONDS = 60.0


class Refused(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """A question that could not be answered; ``problems`` are mistakes in the rules with their places, as plain values."""

    def __init__(self, sentence: str, problems: Sequence[Mapping[str, Any]] = (), kind: str = "AptsError") -> None:
        super().__init__(sentence)
        self.problems = tuple(problems)
        self.kind = kind


class TookTooLong(Busy, Refused):
    """A worker did not find the answer in time; another time it may."""


class _Worker:
    """A process and the line to it."""

    def __init__(self, megabytes: int) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "apts.studio.workers.worker", str(theirs.fileno()), str(megabytes)]
            self.process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        self.line = Connection(ours.detach())
        self._ready = False

    def ask(self, message: bytes, seconds: float) -> bytes | None:
        """The reply; None where the process died or took too long."""
        try:
            if not self._ready:
                if not self.line.poll(_START_SECONDS):
                    return None
                self.line.recv_bytes()
                self._ready = True
            self.line.send_bytes(message)
            return self.line.recv_bytes() if self.line.poll(seconds) else None
        except (EOFError, OSError):
            return None

    @property
    def dead(self) -> bool:
        """Whether the process has ended by itself."""
        return self.process.poll() is not None

    def end(self) -> None:
        """End the process."""
        with suppress(OSError):
            self.line.close()
        self.process.kill()
        self.process.wait()


class WorkerPool:
    """Workers that answer questions. All methods may be called from any thread; who asks is known by ``ASKER``."""

    def __init__(self, workers: int, seconds: float, megabytes: int, answers: Answers | None = None) -> None:
        self._seconds, self._megabytes = seconds, megabytes
        self._idle: LifoQueue[_Worker] = LifoQueue()
        self._all: set[_Worker] = set()
        self._lock = threading.Lock()
        self._closed = False
        self._answers = answers
        self._turns = Turns(workers)
        self.single_flight = SingleFlight()
        for _ in range(workers):
            self._idle.put(self._new())

    def ask(self, name: str, /, *, seconds: float | None = None, **arguments: Any) -> Any:
        """The answer to a question; raises :class:`Refused` with a sentence where there is none."""
        limit = self._seconds if seconds is None else seconds
        message = json.dumps({"name": name, "arguments": arguments}).encode()
        asker = ASKER.get()
        self._turns.take(asker, limit)
        began = monotonic()
        try:
            reply = self._reply(message, limit)
        finally:
            self._turns.give_back(asker, monotonic() - began)
        data = json.loads(reply)
        if "refused" in data:
            raise Refused(data["refused"], data["problems"], data["kind"])
        return data["answer"]

    def remembered(self, name: str, /, *, seconds: float | None = None, **arguments: Any) -> Any:
        """The same for questions whose answer never changes: it is worked out once and kept."""
        if self._answers is None:
            return self.ask(name, seconds=seconds, **arguments)
        key = hashlib.sha256(json.dumps([name, arguments], sort_keys=True).encode()).hexdigest()
        known = self._answers.known(key)
        if known is None:
            known = self._answers.keep(key, {"answer": self.ask(name, seconds=seconds, **arguments)})
        return known["answer"]

    def close(self) -> None:
        """End all workers."""
        with self._lock:
            self._closed = True
            workers, self._all = self._all, set()
        for worker in workers:
            worker.end()

    def _reply(self, message: bytes, seconds: float) -> bytes:
        """What a worker replies; there is an idle one for everybody whose turn it is."""
        try:
            worker = self._idle.get(timeout=seconds)
        except Empty:  # the studio is being closed
            raise Busy("the studio is busy with other games; try again in a moment") from None
        began = monotonic()
        reply = worker.ask(message, seconds)
        if reply is not None:
            self._idle.put(worker)
            return reply
        died = worker.dead and monotonic() - began < seconds
        self._replace(worker)
        if died:
            raise Refused("this game crashed the process that examined it; the studio keeps running", kind="Died")
        raise TookTooLong(f"this takes longer than {seconds:.0f} seconds, which is more than a page waits for")

    def _new(self) -> _Worker:
        worker = _Worker(self._megabytes)
        with self._lock:
            self._all.add(worker)
        return worker

    def _replace(self, worker: _Worker) -> None:
        worker.end()
        with self._lock:
            self._all.discard(worker)
            closed = self._closed
        if not closed:
            self._idle.put(self._new())
