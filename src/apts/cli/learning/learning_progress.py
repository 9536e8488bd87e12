"""How a training goes, in a terminal: a table that grows, and a line that moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console, Group

SHOWN = 12
"""Cycles that stay in sight."""

TITLES = (
    "cycle", "positions", "a second", "policy loss", "value loss", "accuracy", "held out", "Elo", "against UCT",
)  # fmt: skip


def cells(row: dict[str, Any]) -> list[str]:
    """A cycle in words."""
    rate = row["positions"] / max(1e-9, row["play_seconds"])
    held = "" if row["validation_accuracy"] != row["validation_accuracy"] else f"{row['validation_accuracy']:.1%}"
    uct = row.get("uct")
    return [
        str(row["number"]),
        f"{row['positions']:,}",
        f"{rate:,.0f}",
        f"{row['policy']:.3f}",
        f"{row['value']:.3f}",
        f"{row['accuracy']:.1%}",
        held,
        f"{row['elo']:+.0f}" if "elo" in row else "",
        _score(uct) + _budget(uct) + _cost(row) if uct else "",
    ]


def _score(uct: dict[str, Any]) -> str:
    """The score against tree search, with its interval."""
    low, high = uct["interval"]
    return f"{uct['score']:.0%} ({low:.0%} to {high:.0%})"


def _budget(uct: dict[str, Any]) -> str:
    """How many iterations the search had that was met; older rows do not say it."""
    return f" at {uct['iterations']:,} iterations a move" if "iterations" in uct else ""


def _cost(row: dict[str, Any]) -> str:
    """What both sides spent on a move, where that was measured."""
    known = row.get("move_seconds")
    return "" if known is None else f", {1e3 * known[0]:.3g} beside {1e3 * known[1]:.3g} ms of processor time a move"


@contextmanager
def progress_shown(console: Console, training: Any) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Show the cycles as they come; where the output is no terminal, a line for each."""
    from rich.live import Live
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.table import Table

    if not console.is_terminal:
        yield lambda row: console.print(_sentence(row), highlight=False, soft_wrap=True)
        return
    bar = Progress(
        TextColumn(training.game.name),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
    )
    task = bar.add_task("", total=training.order.settings.cycles, completed=training.learner.done)
    rows = list(training.rows)

    def picture() -> Group:
        table = Table(*TITLES, box=None, pad_edge=False)
        for row in rows[-SHOWN:]:
            table.add_row(*cells(row))
        return Group(table, bar)

    with Live(picture(), console=console, refresh_per_second=2) as live:

        def tell(row: dict[str, Any]) -> None:
            rows.append(row)
            bar.update(task, completed=row["number"])
            live.update(picture())

        yield tell


def _sentence(row: dict[str, Any]) -> str:
    named = [f"{title} {cell}" for title, cell in zip(TITLES, cells(row), strict=True) if cell]
    return ", ".join(named)
