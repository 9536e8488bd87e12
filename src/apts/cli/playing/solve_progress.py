"""How far a proof has come: nobody can say how long one takes, but everybody can be told that it is at work."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status


class SolveProgress:
    """Says on the error stream how far a proof has come, from a few seconds on: a line that stays up to date for those
    who look on, else a line now and then."""

    def __init__(
        self, title: str, seconds: float | None, *, quiet: bool = False, console: Console | None = None
    ) -> None:
        from rich.console import Console

        from apts.cli.progress import SETTLING, about

        self.positions = 0
        self._title, self._quiet = title, quiet
        self._console = console or Console(markup=False, emoji=False, stderr=True)
        self._ending = (
            "--seconds N ends it after N seconds, Ctrl-C at once"
            if seconds is None
            else f"it ends after {about(seconds)} at the latest, and with Ctrl-C"
        )
        self._began = time.monotonic()
        self._next = self._began + SETTLING
        self._status: Status | None = None

    @property
    def spent(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self._began

    @property
    def far(self) -> str:
        """Time and work so far."""
        from apts.cli.progress import about

        return f"{about(self.spent)} and {self.positions:,} positions"

    def update(self, positions: int, depth: int | None) -> None:
        """Take note of the positions that were looked at, and say so when it is time."""
        from apts.cli.progress import BETWEEN

        self.positions = max(self.positions, positions)
        if self._quiet or time.monotonic() < self._next:
            return
        deep = "" if depth is None else f", at lines of {depth} moves"
        line = f"{self._title}: at work for {self.far}{deep}; {self._ending}"
        if not self._console.is_terminal:
            print(line, file=sys.stderr, flush=True)
            self._next = time.monotonic() + BETWEEN
        elif self._status is None:
            self._status = self._console.status(line)
            self._status.start()
        else:
            self._status.update(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._status is not None:
            self._status.stop()
