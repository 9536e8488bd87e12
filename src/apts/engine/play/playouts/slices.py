"""Long work in slices of a fraction of a second, so that it can be interrupted between them.

The interrupt key reaches Python between two calls of compiled code. Work in other threads and processes is told by
whoever started it: :func:`interruptible` says how it learns that it is to end, and whatever takes long calls
:func:`give_way` now and then.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, thread_time
from types import TracebackType

SLICE_SECONDS = 0.1
FIRST_STEPS = 256
MOST_STEPS = 1 << 40

_THREAD = threading.local()


class Interrupted(Exception):  # noqa: N818 - not a mistake: somebody asked for it
    """Work was given up because it is no longer wanted."""


@contextmanager
def interruptible(stopping: Callable[[], bool]) -> Iterator[None]:
    """Work of this thread inside the block is given up once ``stopping`` says so."""
    before = getattr(_THREAD, "stopping", None)
    _THREAD.stopping = stopping
    try:
        yield
    finally:
        _THREAD.stopping = before


def give_way() -> None:
    """Raise :class:`Interrupted` if the work of this thread is no longer wanted."""
    stopping = getattr(_THREAD, "stopping", None)
    if stopping is not None and stopping():
        raise Interrupted


class Slices:
    """How many steps the next slice may make: more after a quick one, fewer after a slow one.

    Used as a context around each call of the kernel; ``seconds`` is then the processor time of that call.
    """

    def __init__(self) -> None:
        self.steps = FIRST_STEPS
        self.seconds = 0.0
        self._passed = 0.0

    def __enter__(self) -> Slices:
        give_way()
        self._began, self._spent = monotonic(), thread_time()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.seconds = thread_time() - self._spent
        self._passed = monotonic() - self._began

    def adapt(self) -> None:
        """Fit the number of steps to the call before, which made all that it was allowed to."""
        factor = min(8.0, max(1 / 8, SLICE_SECONDS / self._passed)) if self._passed > 0 else 8.0
        self.steps = max(1, min(MOST_STEPS, int(self.steps * factor)))
