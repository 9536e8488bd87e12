"""A search for better rules as one HTML file."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from pathlib import Path

from markupsafe import Markup

from apts.locales.reader import read_in
from apts.playtest.goals import Goal
from apts.report.goal_descriptions import goal_in_words, goal_named
from apts.report.improvement.fixes import board_of, fixes
from apts.report.improvement.search_charts import SearchDrawer
from apts.report.improvement.search_rows import (
    cell_depth,
    describe_edits,
    describe_size,
    front_rows,
    front_table,
    map_grid,
    refused_table,
    trace_rows,
    tried_table,
)
from apts.report.page_frame import page_script, page_style, templates
from apts.report.palette import seat_key
from apts.report.run_page.watching import replay_data, script_words
from apts.report.texts import ReportTexts, words
from apts.report.writing import check_target, write_file
from apts.variants.difference import edits_in
from apts.variants.search.improvement import Improvement


def write_improvement(found: Improvement, path: str | PathLike[str], lang: str = "en") -> Path:
    """Write what a search came to as one HTML file that needs no network."""
    words(lang)
    return write_file(check_target(path), improvement_html(found, lang))


def improvement_html(found: Improvement, lang: str = "en") -> str:
    """The page as text: the verdict, the trace and the front, every fix with its evidence, what was tried and refused."""
    with read_in(lang):
        return _html(found, lang)


def _html(found: Improvement, lang: str) -> str:
    parent = found.parent.game()
    chosen = replace(words(lang), seat_names=parent.seat_names)
    shown = fixes(found, chosen)
    page = templates().get_template("improvement.html")
    return page.render(
        words=chosen,
        found=found,
        edits=() if found.chosen is None else edits_in(chosen.language, found.chosen),
        troubles=_new_problems(found, chosen),
        goals=[_named_goal(goal, chosen) for goal in found.goals if goal not in found.implied],
        granted=[goal_in_words(goal, chosen) for goal in found.implied],
        style=Markup(page_style()),
        script=Markup(page_script()),
        script_words=script_words(parent.players, chosen),
        seat_key=Markup(seat_key([chosen("word.seat", seat=seat) for seat in range(1, parent.players + 1)])),
        replay_data=replay_data([(fix.prefix, fix.drawings) for fix in shown]),
        board=board_of(parent),
        fixes=shown,
        charts=_charts(found, chosen),
        front=front_table(found, chosen),
        tried=tried_table(found, chosen),
        refused=refused_table(found, chosen),
        grid=map_grid(found, chosen),
        axes=[chosen.metric(axis) for axis in found.axes],
        depth=cell_depth,
        told=describe_edits,
        size=describe_size,
    )


def _named_goal(goal: Goal, chosen: ReportTexts) -> str:
    """What a goal wants, after what it is called where it has a name."""
    wanted = goal_in_words(goal, chosen)
    return f"{goal_named(goal, chosen)} ({wanted})" if goal.name else wanted


def _new_problems(found: Improvement, chosen: ReportTexts) -> list[str]:
    """What has become worse though no goal asks for it."""
    parts = () if found.confirmation is None else found.confirmation.new_findings
    return [
        f"{chosen.finding(one)} {chosen('improve.played-by', agents=chosen.players(agents))}" for one, agents in parts
    ]


def _charts(found: Improvement, chosen: ReportTexts) -> list[tuple[str, Markup]]:
    """The charts that have something to show, each with what it shows."""
    drawer = SearchDrawer(chosen)
    charts = []
    if len(found.trace) > 1:
        charts.append((chosen("improve.chart-trace"), drawer.trace(trace_rows(found))))
    if len(found.front) > 1:
        rows = front_rows(found, chosen)
        charts.append((chosen("improve.chart-front"), drawer.values_along(chosen("improve.front"), rows)))
    return [(title, Markup(chart)) for title, chart in charts]
