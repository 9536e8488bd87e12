"""A search for better rules as one HTML file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

from markupsafe import Markup

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.locales.grammar import read_in
from apts.notebook import drawing
from apts.playtest.goals import Goal
from apts.playtest.metrics import Metric, Shown, reads_in_percent, shown_in
from apts.playtest.run import Run
from apts.report.charts.chart_data import Row
from apts.report.charts.charts import HEIGHT, WIDTH, Drawer, ends_of, unbroken, upright
from apts.report.charts.plot import Linear, Place, Plot, Side, reach, stairs
from apts.report.page_frame import ACCENT, FAINT, page_script, page_style, seat_key, templates
from apts.report.pages.first_page import MOST_CHARACTERS, Replays, entries, replay_data, replays, script_words
from apts.report.subject import describe_decider, figure_named, goal_in_words, goal_named
from apts.report.table_rows import Table
from apts.report.texts import ReportTexts, words
from apts.report.writing import check_target, write_file
from apts.statistics import Estimate
from apts.variants.difference import Difference, differences_in, edits_in
from apts.variants.search.confirmation import Confirmation, StrengthRuns
from apts.variants.search.drift import Drift
from apts.variants.search.goal_scorer import message, size_message
from apts.variants.search.improvement import Improvement
from apts.variants.search.methods.game_map import Cell, cell_range
from apts.variants.variant import Variant

# ----------------------------------------------------------------------------------------------------------------
# Charts of a search.


class SearchDrawer(Drawer):
    """Draws the charts of a page about a search."""

    def trace(self, rows: Sequence[Row]) -> str:
        """A line with its interval: how far the best variant was from the goals, over the matches that were spent."""
        across = Linear(*reach((row["matches"] for row in rows), zero=True), 0, WIDTH)
        up = upright(*reach(ends_of(rows), zero=True), HEIGHT)
        plot = Plot(
            Side(across, self.numbers(across, 1), self.words("improve.axis-matches"), grid=False),
            Side(up, self.numbers(up), self.words("improve.axis-distance")),
        )

        def places(part: Sequence[Row], key: str) -> list[Place]:
            return [(across.at(row["matches"]), up.at(row[key])) for row in part]

        for part in unbroken(rows, "low", "high"):
            plot.area(stairs(places(part, "low")), stairs(places(part, "high")), FAINT, 0.25)
        for part in unbroken(rows, "value"):
            plot.line(stairs(places(part, "value")), ACCENT, 2)
            plot.points(places(part, "value"), ACCENT, 3.4)
        return self.drawn(plot, "improve.trace")


# ----------------------------------------------------------------------------------------------------------------
# How a search went, as plain rows: its trace, the front, what was tried, what was refused, and the map of games.

MOST_TRIED = 40
"""Variants that are listed, the best first."""

MOST_EXAMPLES = 3
"""Refused variants that are shown for a reason."""

FULL = 0.3
"""The distance from the goals at which a cell of the map has no colour any more."""


def describe_edits(variant: Variant, chosen: ReportTexts) -> str:
    """The edits of a variant in words."""
    return "; ".join(edits_in(chosen.language, variant)) or chosen.render(message("improve/as-it-is"))


def describe_size(variant: Variant, chosen: ReportTexts) -> str:
    """How many edits a variant has."""
    return chosen.render(size_message(variant.size))


def trace_rows(found: Improvement) -> list[Row]:
    """For each step the matches spent until then, and how far the best variant was from the goals."""
    return [{"matches": step.matches, **_estimate(step.standing)} for step in found.trace]


def front_rows(found: Improvement, chosen: ReportTexts) -> list[Row]:
    """For each number of edits how far the best variant is from the goals."""
    return [{"label": describe_size(one.candidate, chosen), **_estimate(one.standing)} for one in found.front]


def _estimate(found: Estimate) -> Row:
    return {"value": found.value, "low": found.low, "high": found.high}


def front_table(found: Improvement, chosen: ReportTexts) -> Table:
    """The front with its edits; the chosen variant is marked."""
    rows = [
        (
            describe_size(one.candidate, chosen),
            describe_edits(one.candidate, chosen),
            distance(one.standing, chosen),
            chosen.count(one.matches),
        )
        for one in found.front
    ]
    marked = frozenset(place for place, one in enumerate(found.front) if one.candidate is found.chosen)
    return Table(_headings(chosen, "size", "edits", "distance", "matches"), rows, marked)


def tried_table(found: Improvement, chosen: ReportTexts) -> Table:
    """The variants that were played, the best first."""
    rows = [
        (
            describe_edits(one.candidate, chosen),
            distance(one.standing, chosen),
            chosen.count(one.matches),
            chosen("improve.dropped") if one.dropped else "",
        )
        for one in found.tried[:MOST_TRIED]
    ]
    return Table((*_headings(chosen, "edits", "distance", "matches"), ""), rows)


def refused_table(found: Improvement, chosen: ReportTexts) -> Table:
    """Why variants were refused before they cost matches: how often, a reason in words, and examples."""
    sorts: dict[str, list[tuple[str, str]]] = {}
    for one in found.refused:
        sorts.setdefault(one.kind, []).append((chosen.render(one.refusal.message), describe_edits(one.variant, chosen)))
    rows = [
        (entries[0][0], chosen.count(len(entries)), "\n".join(f"– {edits}" for _, edits in entries[:MOST_EXAMPLES]))
        for entries in sorted(sorts.values(), key=lambda entries: -len(entries))
    ]
    return Table(_headings(chosen, "why", "variants", "example"), rows)


def _headings(chosen: ReportTexts, *names: str) -> tuple[str, ...]:
    return tuple(chosen(f"heading.{name}" if name == "matches" else f"improve.heading-{name}") for name in names)


def distance(found: Estimate, chosen: ReportTexts) -> str:
    """How far a variant is from the goals, with its interval."""
    interval = chosen.interval(found.low, found.high) if found.low != found.high else ""
    return chosen.number(found.value) + (f" ({interval})" if interval else "")


@dataclass(frozen=True)
class MapGrid:
    """The map of games as a grid: ``columns`` along the first axis, a row for each part of the second, highest first.

    A cell is empty where no game of that kind was found.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell | None, ...]], ...]


def map_grid(found: Improvement, chosen: ReportTexts) -> MapGrid | None:
    """The map; None where the search drew none."""
    if not found.map:
        return None
    cells = {cell.place: cell for cell in found.map}
    across, up = (sorted({place[axis] for place in cells}) for axis in (0, 1))
    columns = range(across[0], across[-1] + 1)
    return MapGrid(
        tuple(_range(found.axes[0], column, chosen) for column in columns),
        tuple(
            (_range(found.axes[1], row, chosen), tuple(cells.get((column, row)) for column in columns))
            for row in range(up[-1], up[0] - 1, -1)
        ),
    )


def cell_depth(cell: Cell) -> float:
    """How strong the colour of a cell is: full for a game inside the goals, none for one far away."""
    return 0.55 * max(0.0, 1.0 - cell.elite.standing.value / FULL)


def _range(metric: str, cell: int, chosen: ReportTexts) -> str:
    low, high = cell_range(metric, cell)
    decimals = 2 if high <= 1.0 else 1 if low < 10.0 else 0
    return chosen("improve.range", low=chosen.number(low, decimals), high=chosen.number(high, decimals))


# ----------------------------------------------------------------------------------------------------------------
# The fixes of a page: what each changes in the rules, its board, its figures from fresh matches, and matches to
# watch.

CHOSEN_MATCHES, OTHER_MATCHES = 3, 1
"""Matches to watch of the chosen variant, and of every other one."""

BESIDE = ("improve.heading-before", "improve.heading-after")

MOST_WATCHED = 8
"""Variants that have matches to watch."""


@dataclass(frozen=True)
class Fix:
    """A variant as a page shows it; goals and figures are empty where no fresh matches were played of it."""

    number: int
    title: str
    edits: str
    chosen: bool
    standing: str
    matches: int
    changes: tuple[Difference, ...]
    board: Markup
    verdict: str
    fresh: int
    goals: Table
    along: Table
    best_play: str
    figures: list[tuple[str, Table]]
    watched: list[dict[str, Any]]
    drawings: Replays

    @property
    def prefix(self) -> str:
        """What keeps its matches apart from those of other variants."""
        return f"{self.number}-"


def shown_variants(found: Improvement) -> tuple[Variant, ...]:
    """The chosen variant, then those that fresh matches were played of, then the rest of the front."""
    first = [] if found.chosen is None else [found.chosen]
    confirmed = [one.variant for one in found.confirmations]
    others = [one.candidate for one in found.front if one.candidate.size]
    return tuple({one.key: one for one in reversed([*first, *confirmed, *others])}.values())[::-1]


def fixes(found: Improvement, chosen: ReportTexts) -> list[Fix]:
    """Every variant that the page shows."""
    variants = shown_variants(found)
    watched = min(MOST_WATCHED, max(1, len(found.confirmations)))
    return [_fix(found, one, number, chosen, MOST_CHARACTERS // watched) for number, one in enumerate(variants, 1)]


def _fix(found: Improvement, variant: Variant, number: int, chosen: ReportTexts, most_characters: int) -> Fix:
    ranked = next(one for one in found.tried if one.candidate.key == variant.key)
    confirmed = next((one for one in found.confirmations if one.variant.key == variant.key), None)
    is_chosen = found.chosen is not None and found.chosen.key == variant.key
    run = None if confirmed is None or number > MOST_WATCHED else confirmed.strengths[-1].after
    drawings = Replays((), ())
    if run is not None:
        drawings = replays(run, CHOSEN_MATCHES if is_chosen else OTHER_MATCHES, most_characters)
    return Fix(
        number,
        describe_size(variant, chosen),
        describe_edits(variant, chosen),
        is_chosen,
        distance(ranked.standing, chosen),
        ranked.matches,
        differences_in(chosen.language, found.parent, variant),
        board_of(variant.game()),
        "" if confirmed is None else confirmed.verdict,
        0 if confirmed is None else confirmed.matches,
        goals_table(confirmed, chosen),
        strength_table(confirmed, chosen),
        best_play_line(confirmed, chosen),
        []
        if confirmed is None
        else [(chosen.players(one.agents), figures_table(one, chosen)) for one in confirmed.strengths],
        [] if run is None else entries(run, drawings, chosen, f"{number}-"),
        drawings,
    )


def board_of(game: Game) -> Markup:
    """The start of a game as a drawing; in letters where its class cannot draw."""
    state = game.start()
    try:
        return Markup(state.svg())
    except AptsError:
        return Markup(drawing(state.board_text()))


def goals_table(confirmed: Confirmation | None, chosen: ReportTexts) -> Table:
    """Every goal at every strength: before and after in fresh matches, those that are met marked."""
    answers = () if confirmed is None else confirmed.answers
    rows = [
        (
            goal_in_words(one.goal, chosen),
            chosen.players(one.agents),
            describe_decider(one.before, chosen),
            describe_decider(one.after, chosen),
            chosen(f"goal.{one.after.verdict}"),
        )
        for one in answers
    ]
    marked = frozenset(place for place, one in enumerate(answers) if one.after.verdict == "met")
    return Table(tuple(map(chosen, ("goal.goal", "improve.heading-by", *BESIDE, "goal.verdict"))), rows, marked)


def strength_table(confirmed: Confirmation | None, chosen: ReportTexts) -> Table:
    """The figures of the goals along the strength of the players, and where they lead; those that lead out are marked."""
    known = () if confirmed is None else confirmed.drifts
    rows = [
        (
            f"{goal_in_words(one.goal, chosen)} · {figure_named(one.figure, chosen)}",
            ", ".join(_figure_at(one, place, chosen) for place in range(len(one.trend.budgets))),
            _change(one, chosen),
            chosen("improve.at-budget", figure=_ends(one, one.trend.beyond, chosen), budget=_budget(one, chosen)),
            chosen("improve.leads-out" if one.refuses else "improve.stays"),
        )
        for one in known
    ]
    marked = frozenset(place for place, one in enumerate(known) if one.refuses)
    headings = ("goal", "by-strength", "fourfold", "beyond", "leads")
    return Table(tuple(chosen(f"improve.heading-{name}") for name in headings), rows, marked)


def best_play_line(confirmed: Confirmation | None, chosen: ReportTexts) -> str:
    """What the exact solver has proved of a variant; empty where it did not reach so far."""
    proof = None if confirmed is None else confirmed.best_play
    if confirmed is None or proof is None:
        return ""
    if not proof.winner:
        return chosen("improve.best-play-draw")
    broken = chosen("improve.best-play-breaks") if confirmed.contradicted else ""
    return chosen("improve.best-play-win", seat=proof.winner) + broken


def _figure_at(one: Drift, place: int, chosen: ReportTexts) -> str:
    budget = chosen.count(round(one.trend.budgets[place]))
    return chosen("improve.at-budget", figure=_value(one, one.trend.values[place].value, chosen), budget=budget)


def _value(one: Drift, value: float, chosen: ReportTexts) -> str:
    return chosen.percent(value) if one.is_share else chosen.number(value)


def _ends(one: Drift, found: Estimate, chosen: ReportTexts) -> str:
    low, high = (_value(one, end, chosen) for end in (found.low, found.high))
    return f"{_value(one, found.value, chosen)} ({chosen('word.interval', low=low, high=high)})"


def _budget(one: Drift, chosen: ReportTexts) -> str:
    return chosen.count(round(one.trend.budget_beyond))


def _change(one: Drift, chosen: ReportTexts) -> str:
    times = 100.0 if one.is_share else 1.0
    value, low, high = (times * end for end in (one.trend.slope.value, one.trend.slope.low, one.trend.slope.high))
    numbers = [chosen.number(end, 1) for end in (value, low, high)]
    interval = chosen("word.interval", low=numbers[1], high=numbers[2])
    return f"{'+' if value > 0 else ''}{numbers[0]} ({interval})"


def figures_table(one: StrengthRuns, chosen: ReportTexts) -> Table:
    """The figures of both games in fresh matches at one strength: the usual ones, and those of the goals."""
    names = dict.fromkeys([*shown_in(Shown.EFFECTS), *(goal.metric for goal in one.goals)])
    rows = []
    for name in names:
        before, after = _metric(one.before, name), _metric(one.after, name)
        if before is not None or after is not None:
            title = chosen.metric(name)
            rows.append((title, _figure(name, before, chosen), _figure(name, after, chosen)))
    return Table(tuple(map(chosen, ("heading.figure", *BESIDE))), rows)


def _metric(run: Run, name: str) -> Metric | None:
    found = run.metrics.get(name)
    return None if found is None or found.value is None else found


def _figure(name: str, found: Metric | None, chosen: ReportTexts) -> str:
    if found is None:
        return "–"
    if reads_in_percent(name):
        return chosen.share(found.value, found.low, found.high)
    value, interval = chosen.number(found.value), chosen.interval(found.low, found.high)
    return value + (f" ({interval})" if interval else "")


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
        plan="" if found.plan is None else chosen.render(found.plan.message()),
        checked=goals_table(found.checked, chosen),
        checked_along=strength_table(found.checked, chosen),
        checked_best=best_play_line(found.checked, chosen),
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
