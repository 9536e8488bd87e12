"""The section about people: what they did on a published page, beside the agents of the run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

from markupsafe import Markup

from apts.agents.spelling import spelling_parts
from apts.engine.play_continues import announcement
from apts.locales.grammar import read_in
from apts.playtest.experiments.side_runs import PERSON
from apts.playtest.metrics.seats import result_names
from apts.playtest.people_seen import Answers, Difference, PeopleSeen, people_seen
from apts.report import table_rows
from apts.report.charts import chart_data
from apts.report.charts.charts import Drawer, draw_effects, draw_heat, site_effects, site_heat
from apts.report.page_frame import page_script, page_style, seat_key, templates
from apts.report.pages.first_page import (
    essentials,
    goals_table,
    links_of_findings,
    python_lines,
    script_words,
    summary,
    thin_notes_of_run,
    verdict,
    watched,
    write_play_page,
)
from apts.report.pages.meeting_sections import strengths_table, style_tables, style_verdict
from apts.report.pages.strengths_section import strengths_view
from apts.report.subject import ReportedRun, detail, measured
from apts.report.table_rows import Table
from apts.report.texts import ReportTexts, describe_agent, words
from apts.report.writing import check_target, write_file
from apts.statistics import Estimate

MOST_ROWS = 12
MOST_SAID = 20
"""What people wrote, as many texts as a page shows."""


@dataclass(frozen=True)
class PeopleView:
    """The section as sentences and tables in the reader's language."""

    about: str
    facts: str
    scores: Table
    lengths: Table
    longer: str
    openings: Table
    compared: bool
    differences: Table
    answers: Table
    said: tuple[str, ...]
    unsaid: int


def people_view(run: ReportedRun, words: ReportTexts) -> PeopleView | None:
    """What is shown about people; None where the archive has no matches of people with these rules."""
    seen = people_seen(run.evidence)
    if seen is None:
        return None
    answer = seen.answers.words
    return PeopleView(
        words.counted("people.about", seen.matches),
        _facts(seen, words),
        _scores(seen, words, run.manifest.players),
        _lengths(seen, words),
        _longer(seen, words),
        _openings(seen, words),
        seen.compared,
        _differences(seen.differences[:MOST_ROWS], words),
        _answers(seen.answers, words),
        answer[:MOST_SAID],
        max(0, len(answer) - MOST_SAID),
    )


def _facts(seen: PeopleSeen, words: ReportTexts) -> str:
    parts = []
    if seen.given_up:
        parts.append(words("people.given-up", count=words.count(seen.given_up)))
    if seen.unfinished:
        parts.append(words("people.unfinished", count=words.count(seen.unfinished)))
    if seen.undone or seen.hints:
        parts.append(words("people.helped", undone=words.count(seen.undone), hints=words.count(seen.hints)))
    return " ".join(parts)


def _scores(seen: PeopleSeen, words: ReportTexts, players: int) -> Table:
    headings = (words("people.heading-who"), words("heading.score"), words("heading.matches"))
    rows = []
    for one in seen.against:
        rows.append((_opponents(one.who, words, players), _share(one.score, words), words.count(one.score.n)))
    return Table(headings, rows)


def _opponents(who: str, words: ReportTexts, players: int) -> str:
    if who == PERSON:
        return words("people.alone") if players == 1 else words("people.among", seat=1)
    return words("people.against", who="; ".join(_opponent(one, words) for one in who.split(", ")))


def _opponent(who: str, words: ReportTexts) -> str:
    kind, level = spelling_parts(who)
    told = words.known(f"level.{level}", level) if kind == "level" else describe_agent(who, words)
    return words("people.level", level=told)


def _lengths(seen: PeopleSeen, words: ReportTexts) -> Table:
    headings = [words("heading.figure"), words("people.heading-people")]
    rows = [[words("people.turns"), _mean(seen.turns, words)]] if seen.turns is not None else []
    if seen.compared:
        headings.append(words("people.heading-agents"))
        for row in rows:
            row.append(_mean(seen.agent_turns, words))
    if seen.minutes is not None:
        rows.append([words("people.minutes"), _mean(seen.minutes, words), *([""] if seen.compared else [])])
    return Table(tuple(headings), rows)


def _longer(seen: PeopleSeen, words: ReportTexts) -> str:
    """A sentence where the difference is sure."""
    if seen.longer is None or not seen.longer_is_sure:
        return ""
    return words("people.longer" if seen.longer.difference.value > 0.0 else "people.shorter")


def _openings(seen: PeopleSeen, words: ReportTexts) -> Table:
    headings = [words("heading.opening"), words("people.heading-people")]
    rows = [[one.name, _share(one.people, words)] for one in seen.openings[:MOST_ROWS]]
    if seen.compared:
        headings.append(words("people.heading-agents"))
        for row, one in zip(rows, seen.openings, strict=False):
            row.append(_share(one.agents, words))
    return Table(tuple(headings), rows)


def _differences(found: tuple[Difference, ...], words: ReportTexts) -> Table:
    headings = ("what", "people", "agents", "surely")
    rows = [
        (
            words(f"people.{one.kind}", name=one.name, line=one.line),
            words("people.of", count=words.count(one.people), total=words.count(one.people_of)),
            words("people.never")
            if one.never
            else words("people.of", count=words.count(one.agents), total=words.count(one.agents_of)),
            words("people.sure" if one.sure else "people.unsure"),
        )
        for one in found
    ]
    marked = frozenset(number for number, one in enumerate(found) if one.sure)
    return Table(tuple(words(f"people.heading-{name}") for name in headings), rows, marked)


def _answers(answers: Answers, words: ReportTexts) -> Table:
    headings = (words("people.heading-answer"), words("heading.value"), words("heading.n"))
    rows = []
    if answers.fun is not None:
        rows.append((words("people.fun"), _mean(answers.fun, words), words.count(answers.fun.n)))
    shares = {**answers.lengths, **({} if answers.confusing is None else {"confusing": answers.confusing})}
    for name, share in shares.items():
        rows.append((words(f"people.{name}"), _share(share, words), words.count(share.n)))
    return Table(headings, rows)


def _share(found: Estimate | None, words: ReportTexts) -> str:
    if found is None:
        return words("word.none")
    return f"{words.percent(found.value, 0)} ({words.interval(found.low, found.high, percent=True)})"


def _mean(found: Estimate | None, words: ReportTexts) -> str:
    if found is None:
        return words("word.none")
    return f"{words.number(found.value, 1)} ({words.interval(found.low, found.high)})"


# ----------------------------------------------------------------------------------------------------------------
# The page: everything that is shown, put into one HTML file.

# ----------------------------------------------------------------------------------------------------------------
# The text of the rules, line by line, with how often each rule was tried and took effect.


@dataclass(frozen=True)
class Piece:
    """A stretch of a line; ``unused`` names a rule that begins here and never took effect."""

    text: str
    unused: bool = False


@dataclass(frozen=True)
class RulesLine:
    """A line of the rules. ``tried``, ``effects`` and ``share`` of matches are those of the first rule on the line."""

    number: int
    pieces: tuple[Piece, ...]
    tried: int | None = None
    effects: int | None = None
    share: float | None = None
    counted: tuple[str, ...] = ()

    @property
    def unused(self) -> bool:
        """Whether some rule on this line never took effect."""
        return any(piece.unused for piece in self.pieces)

    @property
    def text(self) -> str:
        """The line as it is written."""
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True)
class UnusedRule:
    """A rule that never took effect: its name, its line, and how often it was tried."""

    name: str
    line: int
    tried: int


def rules_lines(text: str, rows: Sequence[Mapping[str, Any]]) -> tuple[RulesLine, ...]:
    """The lines of a text with the counts of the rules that begin on them."""
    by_line: dict[int, list[Mapping[str, Any]]] = {}
    for row in sorted(rows, key=lambda row: (row["line"], row["column"])):
        by_line.setdefault(int(row["line"]), []).append(row)
    return tuple(_line(number, line, by_line.get(number, [])) for number, line in enumerate(text.splitlines(), 1))


def _line(number: int, text: str, rows: Sequence[Mapping[str, Any]]) -> RulesLine:
    if not rows:
        return RulesLine(number, (Piece(text),))
    first = rows[0]
    counted = tuple(f"{row['name']}: {row['effects']} / {row['tried']}" for row in rows)
    return RulesLine(
        number, _pieces(text, rows), int(first["tried"]), int(first["effects"]), float(first["share"]), counted
    )


def _pieces(text: str, rows: Sequence[Mapping[str, Any]]) -> tuple[Piece, ...]:
    """The line cut where rules that never took effect are named."""
    pieces: list[Piece] = []
    at = 0
    for row in rows:
        start = text.find(str(row["name"]), max(at, int(row["column"]) - 1))
        if row["effects"] or start < 0:
            continue
        end = start + len(str(row["name"]))
        pieces += [Piece(text[at:start]), Piece(text[start:end], True)]
        at = end
    pieces.append(Piece(text[at:]))
    return tuple(piece for piece in pieces if piece.text)


def unused_rules(rows: Sequence[Mapping[str, Any]]) -> tuple[UnusedRule, ...]:
    """The rules that never took effect, in the order of the text."""
    return tuple(
        UnusedRule(str(row["name"]), int(row["line"]), int(row["tried"]))
        for row in sorted(rows, key=lambda row: (row["line"], row["column"]))
        if not row["effects"]
    )


@dataclass(frozen=True)
class RulesView:
    """The rules of a run as the report shows them; ``replayed`` is 0 where nothing was counted."""

    lines: tuple[RulesLine, ...]
    unused: tuple[UnusedRule, ...]
    replayed: int
    counted: int


def rules_view(run: ReportedRun) -> RulesView:
    """The rules text with its counts, or without them for games that are not counted."""
    rows = detail(run, "rule-coverage", "rows")
    found = measured(run, "rule-coverage")
    replayed = int(found.details.get("replayed", 0)) if found is not None else 0
    return RulesView(rules_lines(run.manifest.rules, rows), unused_rules(rows), replayed, len(rows))


SECTIONS = (
    "findings", "strengths", "people", "seats", "length", "moves", "boards", "values", "openings", "choice", "proofs",
    "tried", "skill", "skill-table", "styles", "stress", "rules", "replays", "figures", "manifest",
)  # fmt: skip
"""The sections in the order in which they stand."""

SHOWN = 3
"""Findings that stand on the first page at once."""

ASKED = ("strengths", "people", "proofs", "tried", "skill", "skill-table", "styles", "stress")
"""Sections that are there only where the question was asked, or several strengths or people played."""


def write_report(run: ReportedRun, path: str | PathLike[str], lang: str = "en", *, play: bool = False) -> Path:
    """Write the report of a run as one HTML file that needs no network; returns its path.

    ``lang`` is one of :data:`apts.report.LANGUAGES`. The file is replaced in one step, so a reader never sees half. With
    ``play`` a page to play the game on is written beside it, and matches of the report can be gone on with there.
    """
    words(lang)
    target = check_target(path)
    address = write_play_page(run.game, target, lang) if play else None
    return write_file(target, report_html(run, lang, address))


def report_html(run: ReportedRun, lang: str = "en", play: str | None = None) -> str:
    """The report as the text of an HTML page; ``play`` is the address of a published page of the game."""
    with read_in(lang):
        return _html(run, lang, play)


def _html(run: ReportedRun, lang: str, play: str | None) -> str:
    chosen = replace(words(lang), seat_names=() if run.game is None else run.game.seat_names)
    shown = {name: make(run, chosen) for name, make in _MAKERS.items()}
    return (
        templates()
        .get_template("report.html")
        .render(
            words=chosen,
            run=run,
            play=play,
            play_links=links_of_findings(shown["cards"], run.matches) if play else {},
            thin_notes=thin_notes_of_run(run, chosen),
            failed=sum(match.status == "failed" for match in run.matches),
            strength=chosen.players(run.manifest.agents),
            sections=[name for name in SECTIONS if name not in ASKED or _is_there(name, shown)],
            goals=goals_table(run, chosen),
            style_verdict=style_verdict(run, chosen),
            stressed_by=table_rows.stressed_by(run),
            left_out=detail(run, "openings", "left_out"),
            plays_on=run.game is not None and announcement(run.game) is not None,
            places_anew=run.game is not None and run.game.scores_place_all,
            has_values=any(len(values) for values in run.evidence.values),
            judge=run.manifest.settings.get("evaluation"),
            judged_all=run.manifest.settings.get("evaluated") == "all",
            style=Markup(page_style()),
            script=Markup(page_script()),
            script_words=script_words(run.manifest.players, chosen),
            seat_key=Markup(seat_key([chosen("word.seat", seat=seat) for seat in range(1, run.manifest.players + 1)])),
            SHOWN=SHOWN,
            shown_matches={entry["number"] for entry in shown["watched"]["entries"]},
            **shown,
        )
    )


def _is_there(name: str, shown: dict[str, Any]) -> bool:
    if name in ("people", "strengths"):
        return shown[name] is not None
    return bool(shown["tables"][name].rows)


def run_charts(run: ReportedRun, chosen: ReportTexts) -> dict[str, Markup]:
    """All charts by name; an empty text where there is nothing to draw."""
    drawer, evidence = Drawer(chosen), run.evidence
    made: dict[str, tuple[Sequence[dict[str, Any]], Callable[[Sequence[dict[str, Any]]], str]]] = {
        "seats": (chart_data.seat_results(run), drawer.seats),
        "lengths": (chart_data.length_histogram(evidence), drawer.lengths),
        "bands": (chart_data.outcome_bands(run), drawer.bands),
        # Where the board is drawn it shows better where each seat plays.
        "moves": ([] if site_heat(run) else chart_data.move_frequencies(evidence), drawer.moves),
        "values": (chart_data.value_curves(evidence), drawer.values),
        "openings": (chart_data.opening_results(run), drawer.openings),
        "choice": (chart_data.choice_curves(evidence), drawer.choice),
        "skill": (chart_data.skill_rungs(run), drawer.skill),
    }
    return {name: Markup(draw(rows) if rows else "") for name, (rows, draw) in made.items()}


def _tables(run: ReportedRun, chosen: ReportTexts) -> dict[str, Table]:
    def headings(*names: str) -> tuple[str, ...]:
        return tuple(chosen(f"heading.{name}") for name in names)

    seats = [chosen("word.seat", seat=seat) for seat in range(1, run.manifest.players + 1)]
    openings = table_rows.opening_rows(run, chosen)
    metrics = table_rows.metric_rows(run, chosen)
    bounds, forced = table_rows.bound_rows(run, chosen), table_rows.forced_rows(run, chosen)
    tried = table_rows.tried_rows(run, chosen)
    bands = table_rows.band_rows(run, chosen, Drawer(chosen).band)
    use = headings("name", "share-of-matches", "uses", "effect")
    many, taken = run.manifest.players > 2, table_rows.taken_rows(run, chosen)
    sides = len(run.evidence.sides)  # two teams win and lose, however many seats they have
    places = [chosen("seats.place", place=place) for place in range(1, sides + 1)]
    results = places if sides > 2 else headings(*result_names(sides))
    return {
        "seats": Table((*headings("seat", "score"), *results), table_rows.seat_rows(run, chosen)),
        "ends": Table(headings("reason", "line", "matches", "share"), table_rows.end_rows(run, chosen)),
        "lengths": Table(headings("figure", "turns"), table_rows.length_rows(run, chosen)),
        "bands": Table((*headings("turns", "matches"), *(headings("seat", "wins") if many else seats)), bands),
        "kinds": Table(use, table_rows.use_rows(run, chosen, "move-use")),
        "pieces": Table(use, table_rows.use_rows(run, chosen, "piece-use")),
        "openings": Table(
            headings("opening", "matches", "share", "opener-score"),
            [cells for cells, _ in openings],
            frozenset(number for number, (_, dominant) in enumerate(openings) if dominant),
        ),
        "skill": Table(
            headings("stronger", "weaker", "score", "interval", "matches"),
            [
                (
                    str(rung["stronger"]),
                    str(rung["weaker"]),
                    chosen.percent(rung["score"]),
                    chosen.interval(rung["low"], rung["high"], percent=True),
                    chosen.count(rung["n"]),
                )
                for rung in chart_data.skill_rungs(run)
            ],
        ),
        "skill-table": strengths_table(run, chosen),
        **style_tables(run, chosen),
        "stress": Table(
            headings("bound", "score", "points", "interval", "matches", "p-value"),
            [cells for cells, _ in bounds],
            frozenset(number for number, (_, matters) in enumerate(bounds) if matters),
        ),
        "forced": Table(
            headings("opening", "opener-score", "points", "chosen"),
            [cells for cells, _ in forced],
            frozenset(number for number, (_, dominates) in enumerate(forced) if dominates),
        ),
        "proofs": Table(headings("figure", "value", "n"), table_rows.proof_rows(run, chosen)),
        "tried": Table(
            headings("choice", "without", "forced", "points-lost", "n"),
            [cells for cells, _ in tried],
            frozenset(number for number, (_, costs) in enumerate(tried) if costs),
        ),
        "taken": Table(
            headings("seat", *(("captures", "set-out", "left") if taken and taken[0][2:] else ("captures",))), taken
        ),
        "figures": Table(
            headings("figure", "value", "interval", "n", "meaning"), [cells for cells, known in metrics if known]
        ),
        "unmeasured": Table(headings("figure", "reason"), [cells for cells, known in metrics if not known]),
        "manifest": Table(headings("name", "value"), table_rows.manifest_rows(run.manifest, chosen)),
    }


@dataclass(frozen=True)
class HeatMap:
    """A heated board with its caption and the two ends of its scale; ``kind`` says how the colours run."""

    caption: str
    drawing: Markup
    kind: str
    low: str
    high: str


def _boards(run: ReportedRun, chosen: ReportTexts) -> list[HeatMap]:
    heat = site_heat(run)
    if heat is None:
        return []
    boards = []
    for seat, drawing in enumerate(draw_heat(heat), 1):
        if heat.seats[seat - 1]:
            site, most = heat.most_used(seat)
            total = heat.total(seat)
            caption = chosen("boards.caption", seat=seat, moves=chosen.count(total), site=site, most=chosen.count(most))
            boards.append(
                HeatMap(caption, Markup(drawing), "warm", "0", chosen("boards.moves", moves=chosen.count(most)))
            )
    effects = site_effects(run)
    if effects:
        most_points = 100.0 * max(map(abs, effects.values()))
        drawing = Markup(draw_effects(heat, effects))
        ends = (chosen("boards.points", points=chosen.signed(sign * most_points, 1)) for sign in (-1, 1))
        boards.append(HeatMap(chosen("boards.effects"), drawing, "both", *ends))
    return boards


_MAKERS: dict[str, Callable[[ReportedRun, ReportTexts], Any]] = {
    "cards": table_rows.finding_cards,
    "summary": summary,
    "essentials": essentials,
    "verdict": verdict,
    "charts": run_charts,
    "tables": _tables,
    "boards": _boards,
    "rules": lambda run, chosen: rules_view(run),
    "watched": watched,
    "lines": lambda run, chosen: python_lines(run),
    "people": people_view,
    "strengths": strengths_view,
}
