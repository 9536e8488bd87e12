"""The workers of a studio, and the way questions take to them."""

from __future__ import annotations

import hashlib
import json
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import Empty, LifoQueue
from time import monotonic
from typing import Any

from apts.errors import AptsError
from apts.studio.asker import ASKER
from apts.studio.workers.answers import Answers
from apts.studio.workers.single_flight import SingleFlight
from apts.studio.workers.turns import Busy, Turns

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
            raise Refused("this game ended the process that looked at it; the studio goes on", kind="Died")
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
