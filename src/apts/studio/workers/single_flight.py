"""Work that goes on when nobody waits for it any more, so that who comes again finds it done."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from typing import TypeVar

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
