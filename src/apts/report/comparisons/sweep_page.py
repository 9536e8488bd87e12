"""A sweep over the values of a setting as one HTML file with a chart for each figure."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from markupsafe import Markup

from apts.playtest.comparing.sweep import Sweep, SweepPoint
from apts.report.charts.charts import Drawer
from apts.report.goal_descriptions import goal_in_words
from apts.report.page_frame import page_style, templates
from apts.report.table_rows import Table
from apts.report.texts import ReportTexts, words
from apts.report.writing import check_target, write_file


def write_sweep(sweep: Sweep, path: str | PathLike[str], lang: str = "en") -> Path:
    """Write a sweep as one HTML file that needs no network."""
    words(lang)
    return write_file(check_target(path), sweep_html(sweep, lang))


def sweep_html(sweep: Sweep, lang: str = "en") -> str:
    """The sweep as the text of an HTML page: what changes, one table, and a chart for each figure."""
    chosen = words(lang)
    drawer = Drawer(chosen)
    charts = [
        (_title(name, chosen), Markup(drawer.values_along(_title(name, chosen), _rows(sweep, name))))
        for name in sweep.figures
    ]
    parts = [chosen.render(message) for message in sweep.messages()]
    page = templates().get_template("sweep.html")
    style = Markup(page_style())
    return page.render(
        sweep=sweep,
        sentences=parts,
        words=chosen,
        style=style,
        table=_table(sweep, chosen),
        goals=_goals(sweep, chosen),
        charts=charts,
    )


def _title(name: str, chosen: ReportTexts) -> str:
    return chosen.metric(name)


def _rows(sweep: Sweep, name: str) -> list[dict[str, object]]:
    found = [(point.label, sweep.metric(name, point)) for point in sweep.points]
    return [
        {"label": label, "value": metric.value, "low": metric.low, "high": metric.high}
        for label, metric in found
        if metric.value is not None
    ]


def _table(sweep: Sweep, chosen: ReportTexts) -> Table:
    heads = (chosen("sweep.setting"), *(_title(name, chosen) for name in sweep.figures))
    return Table(heads, [(point.label, *_cells(sweep, point, chosen)) for point in sweep.points])


def _goals(sweep: Sweep, chosen: ReportTexts) -> Table | None:
    """The goals with their verdict for each value; None where there are none."""
    judged = [(point.label, sweep.judgements(point)) for point in sweep.points]
    heads = (chosen("sweep.setting"), *(goal_in_words(one.goal, chosen) for one in judged[0][1]))
    rows = [(label, *(chosen(f"goal.{one.verdict}") for one in found)) for label, found in judged]
    return Table(heads, rows) if heads[1:] else None


def _cells(sweep: Sweep, point: SweepPoint, chosen: ReportTexts) -> list[str]:
    cells = []
    for name in sweep.figures:
        metric = sweep.metric(name, point)
        if metric.value is None:
            cells.append("–")
            continue
        sure = "*" if (name, point.label) in sweep.changed else ""
        interval = ""
        if metric.low is not None and metric.high is not None:
            ends = chosen("word.interval", low=chosen.number(metric.low), high=chosen.number(metric.high))
            interval = f" ({ends})"
        cells.append(f"{chosen.number(metric.value)}{sure}{interval}")
    return cells
