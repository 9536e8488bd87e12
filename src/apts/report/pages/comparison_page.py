"""A comparison of two runs as one HTML file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from markupsafe import Markup

from apts.engine.play.game import Game
from apts.input_checks import signed
from apts.playtest.comparing.changes import Change
from apts.playtest.comparing.compare import RunComparison
from apts.playtest.comparing.sweep import Sweep, SweepPoint
from apts.playtest.evidence.sentences import Amount, describe_end
from apts.playtest.metrics import declared, reads_in_percent
from apts.playtest.strengths.strengths import Strengths, level_label
from apts.playtest.strengths.trends import Trend, figure_title
from apts.report.charts.charts import Drawer
from apts.report.page_frame import page_style, templates
from apts.report.subject import describe_goal, goal_in_words
from apts.report.table_rows import Table
from apts.report.texts import ReportTexts, describe_level, words
from apts.report.writing import check_target, write_file
from apts.statistics import Estimate
from apts.variants.difference import compared_rules
from apts.variants.sensitivity.effects import Effect, TurnedValue, change_message
from apts.variants.sensitivity.sensitivity import Sensitivity


def write_comparison(
    comparison: RunComparison, path: str | PathLike[str], names: tuple[str, str], lang: str = "en"
) -> Path:
    """Write a comparison as one HTML file that needs no network; ``names`` are what its sides are called."""
    words(lang)
    return write_file(check_target(path), comparison_html(comparison, names, lang))


def comparison_html(comparison: RunComparison, names: tuple[str, str], lang: str = "en") -> str:
    """The comparison as the text of an HTML page: the verdict, the goals, what changed, the rest folded."""
    chosen = words(lang)
    verdict = chosen.render(comparison.message())
    game = comparison.b.game or comparison.a.game
    whole = [change for change in comparison.changes if change.is_shown_first and change.difference is not None]
    inside = [change for change in comparison.changes if not change.is_shown_first and change.is_real]
    return (
        templates()
        .get_template("comparison.html")
        .render(
            words=chosen,
            comparison=comparison,
            verdict=verdict[0].upper() + verdict[1:],
            rules=compared_rules(comparison, chosen.language),
            names=names,
            style=Markup(page_style()),
            goals=_goals(comparison, chosen),
            changed=_changes([change for change in whole if change.is_real], names, chosen, game),
            inside=_changes(inside, names, chosen, game),
            unchanged=_changes([change for change in whole if not change.is_real], names, chosen, game),
        )
    )


def _goals(comparison: RunComparison, chosen: ReportTexts) -> Table:
    rows = []
    for judged in comparison.verdicts:
        found = judged.difference
        more = "" if judged.verdict != "undecided" else chosen("compare.not-in-sight")
        known = judged.more_matches is not None and more
        rows.append(
            (
                goal_in_words(judged.goal, chosen),
                chosen(f"compare.{judged.verdict}"),
                chosen("word.not-measured") if found is None else _signed(found.value, chosen),
                "" if found is None else _ends(found, chosen),
                chosen("compare.about-more", count=chosen.count(judged.more_matches or 0)) if known else more,
            )
        )
    keys = ("goal.goal", "goal.verdict", "compare.difference", "heading.interval", "compare.more")
    return Table(tuple(map(chosen, keys)), rows)


def _changes(changes: list[Change], names: tuple[str, str], chosen: ReportTexts, game: Game | None) -> Table:
    rows = []
    for change in sorted(changes, key=lambda change: (change.adjusted is None, change.adjusted or 0.0)):
        found = change.difference
        assert found is not None
        name = chosen.metric(change.name)
        rows.append(
            (
                f"{name}: {_part(change, game, chosen)}" if change.part else name,
                chosen.number(change.a.value),
                chosen.number(change.b.value),
                _signed(found.value, chosen),
                "" if change.p_value is None else _ends(found, chosen),
            )
        )
    last = (chosen("compare.difference"), chosen("compare.interval"))
    return Table((chosen("heading.figure"), *names, *last), rows)


def _part(change: Change, game: Game | None, chosen: ReportTexts) -> str:
    """A figure inside another; why matches end in words."""
    return chosen.value("part", describe_end(change.part, game)) if declared(change.name).parts.of_ends else change.part


def _ends(found: Estimate, chosen: ReportTexts) -> str:
    return chosen("word.interval", low=_signed(found.low, chosen), high=_signed(found.high, chosen))


def _signed(value: float, chosen: ReportTexts) -> str:
    text = chosen.number(value)
    return f"+{text}" if value > 0 and text.strip(f"0{chosen.decimal}") else text


# ----------------------------------------------------------------------------------------------------------------
# Which rule moves what as one HTML file: sentences, a heat map of rules and figures, and every change with its
# interval.

STRONGEST = 0.5
"""The size of a change from which on its colour is full."""

UP, DOWN = "11, 98, 168", "209, 87, 11"
"""Colours of figures that rise and fall."""


def write_sensitivity(found: Sensitivity, path: str | PathLike[str], lang: str = "en") -> Path:
    """Write the page as one HTML file that needs no network."""
    words(lang)
    return write_file(check_target(path), sensitivity_html(found, lang))


def sensitivity_html(found: Sensitivity, lang: str = "en") -> str:
    """The page as text."""
    chosen = words(lang)
    page = templates().get_template("sensitivity.html")
    return page.render(
        words=chosen,
        found=found,
        sentences=[chosen.render(message) for message in found.messages()],
        style=Markup(page_style()),
        titles=[_title(name, chosen) for name in found.figures],
        cells=heat_cells(found, chosen),
        base=[chosen.number(found.base.metrics[name].value) for name in found.figures],
        changes=_effect_table(found, chosen),
    )


def heat_cells(found: Sensitivity, chosen: ReportTexts) -> list[tuple[str, list[dict[str, str]]]]:
    """For each turned value a row of cells: the change as text, its colour, and whether it is sure."""
    return [
        (_named(value.turned, chosen), [_cell(effect, chosen) for effect in value.effects]) for value in found.values
    ]


def _cell(effect: Effect, chosen: ReportTexts) -> dict[str, str]:
    difference = effect.difference
    if difference is None:
        return {"text": "–", "style": "", "sure": ""}
    depth = min(1.0, abs(effect.size) / STRONGEST) * (0.75 if effect.is_sure else 0.15)
    colour = UP if effect.size > 0 else DOWN
    text = chosen.value("", Amount(signed(difference.value, ".2g")))
    return {"text": text, "style": f"background: rgba({colour}, {depth:.2f})", "sure": "yes" if effect.is_sure else ""}


def _title(name: str, chosen: ReportTexts) -> str:
    return chosen.metric(name)


def _effect_table(found: Sensitivity, chosen: ReportTexts) -> Table:
    rows = []
    for value in found.values:
        for effect in value.effects:
            difference = effect.difference
            if difference is None:
                continue
            rows.append(
                (
                    _named(value.turned, chosen),
                    _title(effect.metric, chosen),
                    chosen.number(effect.change.a.value),
                    chosen.number(effect.change.b.value),
                    chosen.render(change_message(difference)),
                    chosen(f"rule-effects.{_moved(effect)}"),
                )
            )
    headings = (chosen(f"rule-effects.{word}") for word in ("before", "after", "change", "moved"))
    return Table((chosen("rule-effects.rule"), chosen("heading.figure"), *headings), rows)


def _named(turned: TurnedValue, chosen: ReportTexts) -> str:
    name = turned.names.get(chosen.language, turned.called)
    return f"{name}: {chosen.value('label', turned.label)}"


def _moved(effect: Effect) -> str:
    return "surely" if effect.is_sure else "not-surely" if effect.adjusted is not None else "not-tested"


# ----------------------------------------------------------------------------------------------------------------
# A game at several strengths as one HTML file: what changes, which findings hold where, and a chart for each
# figure.

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


def figures_table(strengths: Strengths, shown: Sequence[Trend], chosen: ReportTexts) -> Table:
    """A row for each figure, a column for each level, and whether it changes with strength."""
    rows = [
        (
            chosen.value("metric", figure_title(trend, strengths.seat_names, strengths.runs[0].game)),
            *(_level_cell(figure, chosen, reads_in_percent(trend.name, trend.part)) for figure in trend.figures),
            _verdict(trend, chosen),
        )
        for trend in shown
    ]
    marked = frozenset(number for number, trend in enumerate(shown) if trend.is_sure)
    return Table((chosen("heading.figure"), *_levels(strengths, chosen), chosen("levels.with-strength")), rows, marked)


def _levels(strengths: Strengths, chosen: ReportTexts) -> list[str]:
    """What the levels are called above columns."""
    return [describe_level(label, chosen) for label in strengths.labels]


def _level_cell(figure: Estimate | None, chosen: ReportTexts, share: bool) -> str:
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


# ----------------------------------------------------------------------------------------------------------------
# A sweep over the values of a setting as one HTML file with a chart for each figure.


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
        goals=_sweep_goals(sweep, chosen),
        charts=charts,
    )


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


def _sweep_goals(sweep: Sweep, chosen: ReportTexts) -> Table | None:
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
