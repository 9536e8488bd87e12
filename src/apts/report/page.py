"""The page: everything that is shown, put into one HTML file."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from apts.archive import MatchRecord
from apts.engine.play.outcome import seat_numbered
from apts.engine.playing_on import announcement
from apts.report import chart_data, tables
from apts.report.charts import Drawer
from apts.report.heat_maps import Heat, draw_effects, draw_heat, site_effects, site_heat
from apts.report.palette import dark_rules, seat_key
from apts.report.replays import replays
from apts.report.reproduction import python_lines
from apts.report.rules_text import rules_view
from apts.report.subject import ReportedRun, detail, measured
from apts.report.texts import Words, words
from apts.report.writing import check_target, write_file

SECTIONS = (
    "findings", "seats", "length", "moves", "boards", "values", "openings", "choice", "skill", "stress", "rules", "replays",
    "figures", "manifest",
)  # fmt: skip
"""The sections in the order in which they stand."""

ASKED = ("skill", "stress")
"""Sections that are there only where the question was asked."""


@dataclass(frozen=True)
class Table:
    """Headings and rows of a table; ``marked`` are the numbers of rows that stand out."""

    headings: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    marked: frozenset[int] = frozenset()


def write_report(run: ReportedRun, path: str | PathLike[str], lang: str = "en") -> Path:
    """Write the report of a run as one HTML file that needs no network; gives its path.

    ``lang`` is one of :data:`apts.report.LANGUAGES`. The file is replaced in one step, so a reader never sees half.
    """
    words(lang)
    target = check_target(path)
    return write_file(target, report_html(run, lang))


def report_html(run: ReportedRun, lang: str = "en") -> str:
    """The report as the text of an HTML page."""
    chosen = replace(words(lang), seat_names=() if run.game is None else run.game.seat_names)
    environment = Environment(
        loader=PackageLoader("apts.report", "templates"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    shown = {name: make(run, chosen) for name, make in _MAKERS.items()}
    return environment.get_template("report.html").render(
        words=chosen,
        run=run,
        failed=sum(match.status == "failed" for match in run.matches),
        strength=", ".join(dict.fromkeys(run.manifest.agents)),
        sections=[name for name in SECTIONS if name not in ASKED or shown["tables"][name].rows],
        stressed_by=tables.stressed_by(run),
        left_out=detail(run, "openings", "left_out"),
        plays_on=run.game is not None and announcement(run.game) is not None,
        judge=run.manifest.settings.get("evaluation"),
        judged_all=run.manifest.settings.get("evaluated") == "all",
        style=Markup(_template("report.css") + f"@media screen and (prefers-color-scheme:dark){{{dark_rules()}}}"),
        script=Markup(_template("report.js")),
        script_words=Markup(_script_words(run, chosen)),
        seat_key=Markup(seat_key([chosen("word.seat", seat=seat) for seat in range(1, run.manifest.players + 1)])),
        shown_matches={entry["number"] for entry in shown["watched"]["entries"]},
        **shown,
    )


def _script_words(run: ReportedRun, chosen: Words) -> str:
    """The texts that the page itself writes, as a JavaScript object."""
    texts = {
        "start": chosen("replay.start"),
        "seats": [chosen("word.seat", seat=seat) for seat in range(1, run.manifest.players + 1)],
        "values": chosen("replay.values"),
        "decimal": chosen.decimal,
    }
    return json.dumps(texts).replace("<", "\\u003c")


def _template(name: str) -> str:
    return files("apts.report").joinpath("templates", name).read_text(encoding="utf-8")


def _charts(run: ReportedRun, chosen: Words) -> dict[str, Markup]:
    """All charts by name; an empty text where there is nothing to draw."""
    drawer, evidence = Drawer(chosen), run.evidence
    made: dict[str, tuple[Sequence[dict[str, Any]], Callable[[Sequence[dict[str, Any]]], str]]] = {
        "seats": (chart_data.seat_results(run), drawer.seats),
        "lengths": (chart_data.length_histogram(evidence), drawer.lengths),
        "bands": (chart_data.outcome_bands(run), drawer.bands),
        "moves": (chart_data.move_frequencies(evidence), drawer.moves),
        "values": (chart_data.value_curves(evidence), drawer.values),
        "openings": (chart_data.opening_results(run), drawer.openings),
        "choice": (chart_data.choice_curves(evidence), drawer.choice),
        "skill": (chart_data.skill_rungs(run), drawer.skill),
    }
    return {name: Markup(draw(rows) if rows else "") for name, (rows, draw) in made.items()}


def _tables(run: ReportedRun, chosen: Words) -> dict[str, Table]:
    def headings(*names: str) -> tuple[str, ...]:
        return tuple(chosen(f"heading.{name}") for name in names)

    seats = [chosen("word.seat", seat=seat) for seat in range(1, run.manifest.players + 1)]
    openings = tables.opening_rows(run, chosen)
    metrics = tables.metric_rows(run, chosen)
    bounds, forced = tables.bound_rows(run, chosen), tables.forced_rows(run, chosen)
    bands = tables.band_rows(run, chosen, Drawer(chosen).band)
    use = headings("name", "share-of-matches", "uses", "effect")
    many = run.manifest.players > 2
    places = [chosen("seats.place", place=place) for place in range(1, run.manifest.players + 1)]
    results = places if many else headings("wins", "draws", "losses")
    return {
        "seats": Table((*headings("seat", "score"), *results), tables.seat_rows(run, chosen)),
        "ends": Table(headings("reason", "line", "matches", "share"), tables.end_rows(run, chosen)),
        "lengths": Table(headings("figure", "turns"), tables.length_rows(run, chosen)),
        "bands": Table((*headings("turns", "matches"), *(headings("seat", "wins") if many else seats)), bands),
        "kinds": Table(use, tables.use_rows(run, chosen, "move-use")),
        "pieces": Table(use, tables.use_rows(run, chosen, "piece-use")),
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
        "figures": Table(headings("figure", "value", "interval", "n", "meaning"), [cells for cells, _ in metrics]),
        "manifest": Table(headings("name", "value"), tables.manifest_rows(run.manifest, chosen)),
    }


def _boards(run: ReportedRun, chosen: Words) -> list[tuple[str, Markup]]:
    heat = site_heat(run)
    if heat is None:
        return []
    boards = [
        (_board_caption(heat, seat, chosen), Markup(drawing))
        for seat, drawing in enumerate(draw_heat(heat), 1)
        if heat.seats[seat - 1]
    ]
    effects = site_effects(run)
    if effects:
        most = _largest(effects, chosen)
        boards.append((chosen("boards.effects", most=most), Markup(draw_effects(heat, effects))))
    return boards


def _largest(effects: dict[int, float], chosen: Words) -> str:
    """The largest effect of a site in points, with its sign."""
    largest = max(effects.values(), key=abs)
    return chosen.signed(100.0 * largest, 1)


def _board_caption(heat: Heat, seat: int, chosen: Words) -> str:
    site, most = heat.most_used(seat)
    return chosen("boards.caption", seat=seat, moves=chosen.count(heat.total(seat)), site=site, most=chosen.count(most))


def _watched(run: ReportedRun, chosen: Words) -> dict[str, Any]:
    found = replays(run)
    entries = [
        {
            "number": entry.match.number,
            "turns": entry.match.length,
            "cut": entry.match.length - (len(entry.frames) - 1),
            "frames": len(entry.frames) - 1,
            "outcome": _ended(run, entry.match, chosen),
            "seats": _seated(run, entry.match, chosen),
            "moves": [(turn.mover, turn.move) for turn in entry.match.turns],
            "last": Markup(entry.last),
        }
        for entry in found.shown
    ]
    data = json.dumps(found.as_data(), separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    return {"entries": entries, "data": Markup(data), "left_out": found.left_out}


def _seated(run: ReportedRun, match: MatchRecord, chosen: Words) -> str:
    """Who sat where, where that makes a difference."""
    agents = run.manifest.agents
    if len(set(agents)) < 2:
        return ""
    return " · ".join(f"{chosen('word.seat', seat=seat)}: {agents[index]}" for seat, index in enumerate(match.seats, 1))


def _ended(run: ReportedRun, match: MatchRecord, chosen: Words) -> str:
    if match.status == "failed":
        return chosen("replay.failed", error=match.facts.get("error", ""))
    if match.status == "stopped" or match.outcome is None:
        return chosen("replay.stopped")
    outcome = match.outcome
    reason = tables.shown_reason(run, outcome.reason, outcome.line, chosen)
    if (closing := outcome.closing) is not None:
        reason += chosen("replay.closing", reason=tables.shown_reason(run, closing.reason, closing.line, chosen))
    if outcome.winner is not None:
        return chosen("replay.won", seat=outcome.winner, reason=reason)
    if len(outcome.firsts) > 1:
        return chosen(
            "replay.shared",
            seats=", ".join(str(seat_numbered(seat, chosen.seat_names)) for seat in outcome.firsts),
            reason=reason,
        )
    return chosen("replay.no-winner", reason=reason)


def _summary(run: ReportedRun, chosen: Words) -> list[tuple[str, str, str]]:
    """The few figures at the top: name, value, interval."""
    rows = []
    for name in ("balance", "drawishness", "length", "decision-share"):
        found = measured(run, name)
        if found is not None:
            percent = name in tables.SHARES
            value = chosen.percent(found.value) if percent else chosen.number(found.value, 1)
            interval = chosen.interval(found.low, found.high, percent=percent)
            rows.append((chosen.known(f"metric.{name}", name), value, interval))
    return rows


_MAKERS: dict[str, Callable[[ReportedRun, Words], Any]] = {
    "cards": tables.finding_cards,
    "summary": _summary,
    "charts": _charts,
    "tables": _tables,
    "boards": _boards,
    "rules": lambda run, chosen: rules_view(run),
    "watched": _watched,
    "lines": lambda run, chosen: python_lines(run),
}
