"""A comparison of two runs as one HTML file."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from markupsafe import Markup

from apts.engine.play.game import Game
from apts.playtest.comparing.changes import Change
from apts.playtest.comparing.compare import RunComparison
from apts.playtest.evidence.end_descriptions import describe_end
from apts.playtest.metrics import declared
from apts.report.goal_descriptions import goal_in_words
from apts.report.page_frame import page_style, templates
from apts.report.table_rows import Table
from apts.report.texts import ReportTexts, words
from apts.report.writing import check_target, write_file
from apts.statistics import Estimate
from apts.variants.compared_rules import compared_rules


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
