"""How far a long command has come: a bar for those who look on, lines in a file, and a forecast once one can be made."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import ProgressColumn

from apts.cli.terminal_texts import TerminalTexts, terminal_texts
from apts.input_checks import shown
from apts.locales import ENGLISH

if TYPE_CHECKING:
    from rich.progress import Task
    from rich.text import Text

OnProgress = Callable[[str, int, int], None]
"""Told what is played, how many matches of it there are, and how many are wanted."""

SETTLING = 3.0
"""Seconds after which the pace of a run is taken for known."""

FEWEST = 4
"""Matches after the first one that tell a pace."""

LEAST_AT_WORK = 0.1
"""The share of the time that this process must have been at work to say anything about the work of a match."""

LONG = 45.0
"""Seconds that are worth a warning."""

BETWEEN = 30.0
"""Seconds between two lines where nobody looks on."""


def about(seconds: float, lang: str = ENGLISH) -> str:
    """A time as people say it: ``40 seconds``, ``9 minutes``, ``3 hours``."""
    texts = terminal_texts(lang)
    for size, word in ((3600.0, "hours"), (60.0, "minutes")):
        if seconds >= 1.5 * size:
            return texts(f"time.{word}", number=f"{seconds / size:.0f}")
    return texts("time.second") if seconds < 1.5 else texts("time.seconds", number=f"{seconds:.0f}")


def about_range(low: float, high: float, lang: str = ENGLISH) -> str:
    """A time between two as people say it: ``3 to 8 minutes``, ``40 seconds to 2 minutes``."""
    first, last = about(low, lang), about(high, lang)
    if first == last:
        return last
    number, unit = first.split()
    return terminal_texts(lang)("time.range", low=number if unit == last.split()[1] else first, high=last)


class Pace:
    """The pace of a run, from the first match that it finished: until then rules are compiled and workers start.

    Matches that were there before it began do not count. On a busy machine a run takes the longer the less of the
    processor it gets, and nobody knows how long that lasts: the least time is what the processor was really at work for
    the matches so far, on as many cores as were in use, the most is what the clock says.
    """

    def __init__(self, clock: Callable[[], float] | None = None, processor: Callable[[], float] | None = None):
        self._clock = clock or time.monotonic
        self._processor = processor or time.process_time
        self._there: dict[str, int] = {}
        self._began: dict[str, tuple[float, float, int]] = {}

    def left(self, title: str, done: int, wanted: int) -> tuple[float, float] | None:
        """The least and the most seconds until all matches are played; None as long as that is not known."""
        if done <= self._there.setdefault(title, done):
            return None
        clock, processor = self._clock(), self._processor()
        began, at_work, before = self._began.setdefault(title, (clock, processor, done))
        spent, played, rest = clock - began, done - before, wanted - done
        if spent < SETTLING or played < FEWEST:
            return None
        unsure = 1.0 / math.sqrt(played)
        longest = spent / played * rest
        busy = processor - at_work
        busy /= max(1, math.ceil(busy / spent - 0.1))
        # Workers that are processes, and services, do their work elsewhere: then the clock is all there is.
        least = busy / played * rest if busy > LEAST_AT_WORK * spent else longest
        return min(least, longest) * (1.0 - unsure), longest * (1.0 + unsure)


class RateColumn(ProgressColumn):
    """Matches a second."""

    def __init__(self, texts: TerminalTexts):
        super().__init__()
        self._texts = texts

    def render(self, task: Task) -> Text:
        """The rate once it is known."""
        from rich.text import Text

        return Text(self._texts("time.rate", number=self._texts.number(task.speed, ".1f")) if task.speed else "")


@contextmanager
def progress_lines(
    *,
    hint: str = "",
    quiet: bool = False,
    forecast: bool = True,
    console: Console | None = None,
    lang: str = ENGLISH,
) -> Iterator[OnProgress]:
    """A bar on the error stream, or a line now and then where that is no terminal; ``hint`` says what would be quicker.

    Without ``forecast`` nothing is said of the time it will take, as of what ends by the clock.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = console or Console(markup=False, emoji=False, stderr=True)
    texts = terminal_texts(lang)
    lines = _Lines(hint, texts, quiet=quiet, forecast=forecast)
    if quiet or not console.is_terminal:
        yield lines.update
        return
    parts = (BarColumn(), MofNCompleteColumn(), RateColumn(texts), TimeRemainingColumn())
    columns = (TextColumn("{task.description}"), *parts)
    with Progress(*columns, console=console, transient=True) as progress:
        tasks = {}

        def update(title: str, done: int, wanted: int) -> None:
            if title not in tasks:
                tasks[title] = progress.add_task(title, total=None)
            progress.update(tasks[title], completed=done, total=wanted)
            if (warning := lines.forecast(title, done, wanted)) is not None:
                progress.console.print(warning, highlight=False)

        yield update


class _Lines:
    """Says once how long a run will take, and after that now and then how far it is."""

    def __init__(self, hint: str, texts: TerminalTexts, *, quiet: bool, forecast: bool):
        self._hint, self._texts, self._quiet, self._forecasts = hint, texts, quiet, forecast
        self._pace = Pace()
        self._forecast: set[str] = set()
        self._next = time.monotonic() + BETWEEN

    def update(self, title: str, done: int, wanted: int) -> None:
        forecast = self.forecast(title, done, wanted)
        if self._quiet:
            return
        if forecast is not None:
            print(forecast, file=sys.stderr, flush=True)
        elif time.monotonic() >= self._next:
            left = self._pace.left(title, done, wanted)
            rest = self._texts("time.left", time=about_range(*left, self._texts.language)) if left else ""
            values = {"done": self._texts.count(done), "wanted": self._texts.count(wanted), "left": rest}
            print(self._texts("time.progress", title=title, **values), file=sys.stderr, flush=True)
            self._next = time.monotonic() + BETWEEN

    def forecast(self, title: str, done: int, wanted: int) -> str | None:
        """The forecast of a run that takes long, once."""
        left = self._pace.left(title, done, wanted)
        if left is None or title in self._forecast:
            return None
        self._forecast.add(title)
        if left[1] < LONG or not self._forecasts:
            return None
        values = {"wanted": self._texts.count(wanted), "time": about_range(*left, self._texts.language)}
        return self._texts("time.forecast", title=title, hint=self._hint, **values)


# ----------------------------------------------------------------------------------------------------------------
# Tables with more columns than a terminal has room for: they go on below, with their first column again.

GAP = 2
"""Blanks between two columns."""

Column = Sequence[str]
"""A heading and the cells below it."""


def print_wide(console: Console, first: Column, others: Sequence[Column]) -> None:
    """Print the columns in as many tables as the width asks for; nothing is cut off, and no sign steers the terminal."""
    from rich.table import Table
    from rich.text import Text

    first, others = list(map(shown, first)), [list(map(shown, column)) for column in others]
    for number, block in enumerate(_blocks(console.width, first, others)):
        if number:
            console.print()
        table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0))
        columns = (first, *block)
        fits = sum(map(_width, columns)) + GAP * len(block) <= console.width
        for column in columns:
            table.add_column(Text(column[0]), no_wrap=fits)
        for row in zip(*(column[1:] for column in columns), strict=True):
            table.add_row(*map(Text, row))
        console.print(table)


def _blocks(width: int, first: Column, others: Sequence[Column]) -> Iterator[list[Column]]:
    """The columns in groups that fit beside the first one."""
    block: list[Column] = []
    left = whole_line = width - _width(first)
    for column in others:
        wanted = GAP + _width(column)
        if block and wanted > left:
            yield block
            block, left = [], whole_line
        block.append(column)
        left -= wanted
    if block:
        yield block


def _width(column: Column) -> int:
    return max(len(cell) for cell in column)
