"""Matches that come in one by one, stored a few at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from apts.archive.archive import Archive
from apts.archive.errors import LostConnection
from apts.archive.records import MatchRecord


class MatchWriter:
    """Gathers finished matches and stores them in transactions of a few.

    A transaction waits for the disk, a few milliseconds that many short matches should share; a match that took a
    second should not wait for others. So matches are stored as soon as ``matches`` have come together or the last
    transaction is ``seconds`` ago, whichever is first. Leaving the ``with`` block stores what is left, also after
    Ctrl-C. May be called from several threads.
    """

    def __init__(
        self,
        archive: Archive,
        run: str,
        *,
        matches: int = 16,
        seconds: float = 0.5,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._archive = archive
        self._run = run
        self._most = matches
        self._seconds = seconds
        self._clock = clock
        self._waiting: list[MatchRecord] = []
        self._stored_at = clock()
        self._lock = threading.Lock()

    def add(self, match: MatchRecord) -> None:
        """Take a match; it is on the disk soon, at the latest when the block is left."""
        with self._lock:
            self._waiting.append(match)
            if len(self._waiting) >= self._most or self._clock() - self._stored_at >= self._seconds:
                self._store()

    def flush(self) -> None:
        """Store what waits."""
        with self._lock:
            self._store()

    def _store(self) -> None:
        if self._waiting:
            self._archive.add(self._run, self._waiting)
            self._waiting = []
        self._stored_at = self._clock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if not isinstance(error, LostConnection):  # which was asked for long enough
            self.flush()
