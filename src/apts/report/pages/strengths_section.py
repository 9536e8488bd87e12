"""The section about strength: each figure among weaker and stronger players, as a table and as charts."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from apts.playtest.metrics import reads_in_percent
from apts.playtest.panel.panel import Panel
from apts.playtest.panel.panel_words import AcrossInWords, in_words, who_plays
from apts.report.charts import chart_data
from apts.report.charts.charts import Drawer
from apts.report.subject import ReportedRun
from apts.report.table_rows import Table
from apts.report.texts import ReportTexts
from apts.statistics import Estimate


@dataclass(frozen=True)
class StrengthsView:
    """Who played, how many matches of other strengths there are, the figures with a column for each strength, and a chart
    for each figure of which something is settled.
    """

    players: str
    beside: int
    table: Table
    charts: tuple[tuple[str, Markup], ...]


def strengths_view(run: ReportedRun, words: ReportTexts) -> StrengthsView | None:
    """What is shown about strength; None where one strength played."""
    panel = getattr(run, "panel", None)
    if not isinstance(panel, Panel):
        return None
    told = list(in_words(panel, words.metric))
    headings = (words("heading.figure"), *(words.count(one) for one in panel.budgets), words("strengths.word"))
    rows = [_row(one, words) for one in told]
    marked = frozenset(number for number, one in enumerate(told) if one.figure.changes)
    drawer = Drawer(words)
    charts = tuple(
        (_title(one, words), Markup(_chart(drawer, one, panel, words)))
        for one in told
        if one.figure.line is not None and (one.figure.changes or one.figure.part)
    )
    beside = sum(len(one.matches) for number, one in enumerate(panel.runs) if number != panel.main)
    return StrengthsView(words.render(who_plays(panel)), beside, Table(headings, rows, marked), charts)


def _title(one: AcrossInWords, words: ReportTexts) -> str:
    title = words.value("", one.title)
    return title[:1].upper() + title[1:]


def _chart(drawer: Drawer, one: AcrossInWords, panel: Panel, words: ReportTexts) -> str:
    rows = chart_data.strength_rows(one.figure, panel)
    return drawer.strengths(_title(one, words), rows, share=reads_in_percent(one.figure.name))


def _row(one: AcrossInWords, words: ReportTexts) -> tuple[str, ...]:
    share = reads_in_percent(one.figure.name)
    return (
        _title(one, words),
        *(_cell(found, words, share=share) for found in one.figure.at),
        words.value("", one.word),
    )


def _cell(found: Estimate | None, words: ReportTexts, *, share: bool) -> str:
    if found is None:
        return words("word.none")
    if share:
        return words.share(found.value, found.low, found.high)
    return f"{words.number(found.value)} ({words.interval(found.low, found.high)})"
