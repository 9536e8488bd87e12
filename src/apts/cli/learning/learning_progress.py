"""How a training goes, in a terminal: a table that grows, and a line that moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from typing import Any

from rich.console import Console, Group

from apts.locales import ENGLISH

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


# ----------------------------------------------------------------------------------------------------------------
# The curves of a training as a page that needs nothing but itself.

Rows = Sequence[Mapping[str, Any]]

_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #24292f;
  background: #fff; }}
main {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 2rem; }}
figure {{ margin: 0; }} figcaption {{ font-weight: 600; }} svg {{ width: 100%; height: auto; }}
code {{ overflow-wrap: anywhere; }}
@media (prefers-color-scheme: dark) {{ body {{ color: #e6e8eb; background: #16191d; }} {dark} }}
</style></head><body><h1>{title}</h1><p>{told}</p><p><code>{command}</code></p><main>
{charts}
</main></body></html>
"""


def loss_curves(rows: Rows) -> list[dict[str, Any]]:
    """Policy and value losses in training and on matches that were held out, cycle by cycle."""
    names = {
        "policy": "policy",
        "value": "value",
        "validation_policy": "policy, held out",
        "validation_value": "value, held out",
    }
    return _lines(rows, names)


def accuracy_curves(rows: Rows) -> list[dict[str, Any]]:
    """How often the network's first move is the search's."""
    return _lines(rows, {"accuracy": "in training", "validation_accuracy": "held out"})


def strength_curve(rows: Rows) -> list[dict[str, Any]]:
    """Elo points since the first measure."""
    return _lines(rows, {"elo": "Elo"})


def uct_curve(rows: Rows) -> list[dict[str, Any]]:
    """The score against tree search."""
    measured = [{"number": row["number"], "score": row["uct"]["score"]} for row in rows if "uct" in row]
    return _lines(measured, {"score": "score"})


def speed_curve(rows: Rows) -> list[dict[str, Any]]:
    """Positions of self-play a second."""
    parts = [{"number": row["number"], "rate": row["positions"] / max(1e-9, row["play_seconds"])} for row in rows]
    return _lines(parts, {"rate": "positions a second"})


def _lines(rows: Rows, names: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {"cycle": row["number"], "line": name, "value": row[key]}
        for key, name in names.items()
        for row in rows
        if key in row and row[key] == row[key]
    ]


def curves_page(game: str, rows: Rows, command: str) -> str:
    """The page about a training."""
    from apts.report.page_frame import dark_rules

    charts = [
        ("Losses", loss_curves(rows)),
        ("First move is that of the search", accuracy_curves(rows)),
        ("Elo since the first measure", strength_curve(rows)),
        ("Score against tree search", uct_curve(rows)),
        ("Positions of self-play a second", speed_curve(rows)),
    ]
    figures = [
        f"<figure><figcaption>{escape(title)}</figcaption>{_chart(data, title)}</figure>"
        for title, data in charts
        if data
    ]
    last = rows[-1] if rows else {"number": 0}
    text = f"{last['number']} cycles, {sum(row['positions'] for row in rows):,} positions"
    if rows and "elapsed" in last:
        text += f", {last['elapsed'] / 60:,.1f} minutes"
    return _PAGE.format(
        title=escape(f"Training of {game}"),
        told=text,
        command=escape(command),
        charts="\n".join(figures),
        dark=dark_rules(),
    )


def _chart(data: Rows, title: str) -> str:
    """A chart of lines over cycles, drawn here and now so that the page needs no script."""
    from apts.report.charts.charts import Drawer
    from apts.report.texts import words

    lines = [
        (name, [(float(row["cycle"]), float(row["value"])) for row in data if row["line"] == name])
        for name in dict.fromkeys(row["line"] for row in data)
    ]
    return Drawer(words(ENGLISH)).lines(title, lines, "cycle")
