"""Long work of a kernel in slices of a fraction of a second, so that Python can answer signals between them."""

from __future__ import annotations

from time import monotonic, thread_time
from types import TracebackType

SLICE_SECONDS = 0.1
FIRST_STEPS = 256
MOST_STEPS = 1 << 40


class Slices:
    """How many steps the next slice may make: more after a quick one, fewer after a slow one.

    Used around each call of the kernel; ``seconds`` is then the processor time of that call.
    """

    def __init__(self) -> None:
        self.steps = FIRST_STEPS
        self.seconds = 0.0

    def __enter__(self) -> Slices:
        self._began, self._spent = monotonic(), thread_time()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.seconds = thread_time() - self._spent
        passed = monotonic() - self._began
        factor = min(8.0, max(1 / 8, SLICE_SECONDS / passed)) if passed > 0 else 8.0
        self.steps = max(1, min(MOST_STEPS, int(self.steps * factor)))
