"""The sections of a report about who beats whom: styles of play, and strengths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from apts.agents.styles.style import LACKING, style_of
from apts.report.subject import ReportedRun, detail
from apts.report.table_rows import Table
from apts.report.texts import ReportTexts


def style_tables(run: ReportedRun, words: ReportTexts) -> dict[str, Table]:
    """The styles with their scores and shares, and what each row scores against each column."""
    rows = detail(run, "styles", "rows")
    called = {row["style"]: _called(row["style"], words) for row in rows}
    headings = tuple(words(f"heading.{name}") for name in ("style", "overall", "mixture", "surely-beats"))
    listed = [
        (
            called[row["style"]],
            words.share(row["score"], row["low"], row["high"]),
            words.share(row["share"], row["share_low"], row["share_high"]),
            ", ".join(called[other] for other in row["beats"]) or words("word.none"),
        )
        for row in rows
    ]
    against = crossed(detail(run, "styles", "meetings"), called, words)
    return {"styles": Table(headings, listed), "meetings": against}


def strengths_table(run: ReportedRun, words: ReportTexts) -> Table:
    """What strengths score against each other."""
    rows = detail(run, "skill-table", "rows")
    headings = tuple(words(f"heading.{name}") for name in ("first", "second", "score", "interval", "matches"))
    return Table(
        headings,
        [
            (
                words.players([row["first"]]),
                words.players([row["second"]]),
                words.percent(row["score"]),
                words.interval(row["low"], row["high"], percent=True),
                words.count(row["matches"]),
            )
            for row in rows
        ],
        frozenset(number for number, row in enumerate(rows) if row["sure"]),
    )


def style_verdict(run: ReportedRun, words: ReportTexts) -> Sequence[str]:
    """What the table of styles says, in sentences; none where there is no table."""
    if not detail(run, "styles", "rows"):
        return ()
    found = run.metrics["styles"].details
    verdict, best, way = found["verdict"], found["best"], found["circle"]
    names = [_called(name, words) for name in (*way, *way[:1])]
    style = "" if best is None else _called(best, words)
    told = [words(f"styles.{verdict}", style=style, circle=" > ".join(names))]
    for why in LACKING:
        lost = [_called(name, words) for name, reason in found["left_out"].items() if reason == why]
        if lost:
            told.append(words("styles.left-out", styles=", ".join(lost), reason=LACKING[why][words.language]))
    return told


def _called(name: str, words: ReportTexts) -> str:
    return style_of(name).text(words.language).called


def crossed(rows: Sequence[Mapping[str, Any]], called: Mapping[str, str], words: ReportTexts) -> Table:
    """What each row scores against each column, marked with a star where that is sure."""
    cells: dict[tuple[str, str], str] = {}
    for row in rows:
        star = "*" if row["sure"] else ""
        cells[row["first"], row["second"]] = words.percent(row["score"], 0) + star
        cells[row["second"], row["first"]] = words.percent(1.0 - row["score"], 0) + star
    body = [(called[name], *(cells.get((name, other), "") for other in called)) for name in called]
    return Table((words("heading.against"), *called.values()), body)
