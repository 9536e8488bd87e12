"""How far a long command has come: a bar for those who look on, lines in a file, and a forecast once one can be made."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

Told = Callable[[str, int, int], None]
"""Told what is played, how many matches of it there are, and how many are wanted."""

SETTLING = 3.0
"""Seconds after which the pace of a run is taken for known."""

LONG = 45.0
"""Seconds that are worth a warning."""

BETWEEN = 30.0
"""Seconds between two lines where nobody looks on."""


def about(seconds: float) -> str:
    """A time as people say it: ``40 seconds``, ``9 minutes``, ``3 hours``."""
    for size, word in ((3600.0, "hour"), (60.0, "minute")):
        if seconds >= 1.5 * size:
            return f"{seconds / size:.0f} {word}s"
    return "1 second" if seconds < 1.5 else f"{seconds:.0f} seconds"


class Pace:
    """The pace of a run; matches that were there before it began do not count."""

    def __init__(self, clock: Callable[[], float] | None = None):
        self._clock = clock or time.monotonic
        self._began: dict[str, tuple[float, int]] = {}

    def left(self, title: str, done: int, wanted: int) -> float | None:
        """Seconds until all matches are played; None as long as that is not known."""
        began, there = self._began.setdefault(title, (self._clock(), done))
        spent, played = self._clock() - began, done - there
        if spent < SETTLING or not played:
            return None
        return spent / played * (wanted - done)


class RateColumn(ProgressColumn):
    """Matches a second."""

    def render(self, task: Task) -> Text:
        """The rate once it is known."""
        return Text(f"{task.speed:.1f} matches/s" if task.speed else "")


@contextmanager
def progress_told(
    *, hint: str = "", quiet: bool = False, forecast: bool = True, console: Console | None = None
) -> Iterator[Told]:
    """A bar on the error stream, or a line now and then where that is no terminal; ``hint`` says what would be quicker.

    Without ``forecast`` nothing is said of the time it will take, as of what ends by the clock.
    """
    console = console or Console(markup=False, emoji=False, stderr=True)
    lines = _Lines(hint, quiet=quiet, forecast=forecast)
    if quiet or not console.is_terminal:
        yield lines.told
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), RateColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        tasks = {}

        def told(title: str, done: int, wanted: int) -> None:
            if title not in tasks:
                tasks[title] = progress.add_task(title, total=None)
            progress.update(tasks[title], completed=done, total=wanted)
            if (warning := lines.forecast(title, done, wanted)) is not None:
                progress.console.print(warning, highlight=False)

        yield told


class _Lines:
    """Says once how long a run will take, and after that now and then how far it is."""

    def __init__(self, hint: str, *, quiet: bool, forecast: bool):
        self._hint, self._quiet, self._forecasts = hint, quiet, forecast
        self._pace = Pace()
        self._forecast: set[str] = set()
        self._next = time.monotonic() + BETWEEN

    def told(self, title: str, done: int, wanted: int) -> None:
        forecast = self.forecast(title, done, wanted)
        if self._quiet:
            return
        if forecast is not None:
            print(forecast, file=sys.stderr, flush=True)
        elif time.monotonic() >= self._next:
            left = self._pace.left(title, done, wanted)
            rest = f", about {about(left)} left" if left else ""
            print(f"{title}: {done:,} of {wanted:,} matches{rest}", file=sys.stderr, flush=True)
            self._next = time.monotonic() + BETWEEN

    def forecast(self, title: str, done: int, wanted: int) -> str | None:
        """The forecast of a run that takes long, once."""
        left = self._pace.left(title, done, wanted)
        if left is None or title in self._forecast:
            return None
        self._forecast.add(title)
        if left < LONG or not self._forecasts:
            return None
        return f"{title}: {wanted:,} matches will take about {about(left)}; Ctrl-C keeps what was played{self._hint}"
