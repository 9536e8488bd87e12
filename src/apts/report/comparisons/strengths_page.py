"""A game at several strengths as one HTML file: what changes, which findings hold where, and a chart for each figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from markupsafe import Markup

from apts.playtest.metrics import reads_in_percent
from apts.playtest.strengths.chosen_levels import level_label
from apts.playtest.strengths.strengths import Strengths
from apts.playtest.strengths.trend_sentences import figure_title
from apts.playtest.strengths.trends import Trend
from apts.report.agent_descriptions import describe_level
from apts.report.charts.charts import Drawer
from apts.report.goal_descriptions import describe_goal
from apts.report.page_frame import page_style, templates
from apts.report.table_rows import Table
from apts.report.texts import ReportTexts, words
from apts.report.writing import check_target, write_file
from apts.statistics import Estimate

MOST_INSIDE = 30
"""Figures inside the metrics that are listed, the surest first."""


def write_strengths(strengths: Strengths, path: str | PathLike[str], lang: str = "en") -> Path:
    """Write a game at several strengths as one HTML file that needs no network."""
    words(lang)
    return write_file(check_target(path), strengths_html(strengths, lang))


def strengths_html(strengths: Strengths, lang: str = "en") -> str:
    """The page as text."""
    chosen = replace(words(lang), seat_names=strengths.seat_names)
    drawer = Drawer(chosen)
    charts = [
        (
            _title(trend.name, chosen),
            Markup(drawer.values_along(_title(trend.name, chosen), chart_rows(strengths, trend, chosen))),
        )
        for trend in strengths.figures
    ]
    inside = [trend for trend in strengths.trends if trend.part and trend.adjusted is not None]
    surest = sorted(inside, key=lambda trend: trend.adjusted or 0.0)[:MOST_INSIDE]
    return (
        templates()
        .get_template("strengths.html")
        .render(
            words=chosen,
            strengths=strengths,
            style=Markup(page_style()),
            sentences=[chosen.render(message) for message in strengths.messages()],
            figures=figures_table(strengths, strengths.figures, chosen),
            findings=findings_table(strengths, chosen),
            inside=figures_table(strengths, surest, chosen),
            charts=charts,
            told=lambda found: describe_goal(found, chosen),
            unjudged=describe_unjudged(strengths, chosen),
            level=lambda label: describe_level(label, chosen),
        )
    )


def describe_unjudged(strengths: Strengths, chosen: ReportTexts) -> list[str]:
    """A sentence for each goal about agents that did not play."""
    levels = [describe_level(level_label(goal.level or ""), chosen) for goal in strengths.unjudged]
    return [
        chosen("levels.unjudged", goal=str(goal), level=level)
        for goal, level in zip(strengths.unjudged, levels, strict=True)
    ]


def chart_rows(strengths: Strengths, trend: Trend, chosen: ReportTexts) -> list[dict[str, object]]:
    """The figure of each level at which it was measured."""
    return [
        {"label": describe_level(label, chosen), "value": figure.value, "low": figure.low, "high": figure.high}
        for label, figure in zip(strengths.labels, trend.figures, strict=True)
        if figure is not None
    ]


def _title(name: str, chosen: ReportTexts) -> str:
    return chosen.metric(name)


def figures_table(strengths: Strengths, shown: Sequence[Trend], chosen: ReportTexts) -> Table:
    """A row for each figure, a column for each level, and whether it changes with strength."""
    rows = [
        (
            chosen.value("metric", figure_title(trend, strengths.seat_names, strengths.runs[0].game)),
            *(_cell(figure, chosen, reads_in_percent(trend.name, trend.part)) for figure in trend.figures),
            _verdict(trend, chosen),
        )
        for trend in shown
    ]
    marked = frozenset(number for number, trend in enumerate(shown) if trend.is_sure)
    return Table((chosen("heading.figure"), *_levels(strengths, chosen), chosen("levels.with-strength")), rows, marked)


def _levels(strengths: Strengths, chosen: ReportTexts) -> list[str]:
    """What the levels are called above columns."""
    return [describe_level(label, chosen) for label in strengths.labels]


def _cell(figure: Estimate | None, chosen: ReportTexts, share: bool) -> str:
    if figure is None:
        return "–"
    if share:
        return chosen.share(figure.value, figure.low, figure.high)
    ends = chosen("word.interval", low=chosen.number(figure.low), high=chosen.number(figure.high))
    return f"{chosen.number(figure.value)} ({ends})"


def _verdict(trend: Trend, chosen: ReportTexts) -> str:
    if trend.untested:
        return chosen("levels.not-tested")
    if not trend.is_sure:
        return chosen("levels.may-change" if trend.is_likely else "levels.no-change")
    if not trend.is_straight or trend.turns:
        return chosen("levels.changes-word")
    return chosen("levels.rises" if trend.slope is not None and trend.slope.value > 0.0 else "levels.falls")


def findings_table(strengths: Strengths, chosen: ReportTexts) -> Table:
    """A row for each finding, a column for each level."""
    rows = []
    for found in strengths.findings:
        cells = [
            chosen(f"levels.{'yes' if label in found.found else 'probably' if label in found.probable else 'not-seen'}")
            for label in strengths.labels
        ]
        rows.append((chosen.finding(found.finding), *cells))
    return Table((chosen("levels.finding"), *_levels(strengths, chosen)), rows)
