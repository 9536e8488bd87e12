"""The curves of a training as a page that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from apts.locales import ENGLISH

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
    from apts.report.palette import dark_rules

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
