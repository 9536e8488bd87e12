"""A run as plain values in all languages of the studio: what was found, a few figures, goals, charts, a comparison."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from typing import Any

from apts.locales import LANGUAGES
from apts.playtest.comparing.changes import Change
from apts.playtest.comparing.compare import RunComparison
from apts.playtest.run import Run
from apts.report.charts.charts import alone
from apts.report.run_page.first_page import essentials, goals_table, summary, verdict
from apts.report.run_page.page import run_charts as drawn_charts
from apts.report.table_rows import finding_cards
from apts.report.texts import ReportTexts, words
from apts.studio.goals_in_words import describe_goal
from apts.variants.compared_rules import ComparedRules, compared_rules

MOST_CHANGES = 40
"""Figures that a comparison lists."""


def run_data(run: Run) -> dict[str, Any]:
    """What a run shows in short."""
    named = {number for finding in run.weighed for number in finding.matches}
    lengths = {str(match.number): match.length for match in run.matches if match.number in named}
    return {
        "matches": len(run.matches),
        "wanted": run.manifest.matches,
        "failed": sum(match.status == "failed" for match in run.matches),
        "settled": run.standing is not None and run.standing.stopped,
        "lengths": lengths,
        "languages": {language: _run_in_language(run, words_of(run, language)) for language in LANGUAGES},
    }


def words_of(run: Run, language: str) -> ReportTexts:
    """The words of reports in a language, with the seats called as the game calls them."""
    return replace(words(language), seat_names=() if run.game is None else run.game.seat_names)


def _run_in_language(run: Run, chosen: ReportTexts) -> dict[str, Any]:
    goals = goals_table(run, chosen)
    cards = zip(finding_cards(run, chosen), (*run.findings, *run.probable), strict=True)
    return {
        "verdict": verdict(run, chosen),
        "findings": [
            {
                "title": card.title,
                "sentence": card.sentence,
                "language": card.language,
                "evidence": card.evidence,
                "matches": list(card.matches),
                "weak": chosen("finding.weak") if card.weak else "",
                "state": found.state,
            }
            for card, found in cards
        ],
        "figures": [list(figure) for figure in summary(run, chosen)],
        "essentials": essentials(run, chosen),
        "goals": [
            {
                "name": judged.goal.name or str(judged.goal),
                "verdict": judged.verdict,
                "said": row[1],
                "wanted": describe_goal(judged.goal, chosen),
                "typed": str(judged.goal),
                "measured": row[3],
            }
            for row, judged in zip(goals.rows, run.judgements, strict=True)
        ],
        "none": chosen("finding.none"),
        "intervals": chosen("page.intervals"),
    }


def charts_data(run: Run) -> dict[str, list[dict[str, str]]]:
    """The charts of a run in each language: name, what they show, a drawing that is a file of its own, its size."""
    return {
        language: [
            {"name": name, "caption": chosen.known(f"chart.{name}", name), **_picture(alone(str(drawn)))}
            for name, drawn in drawn_charts(run, chosen).items()
            if drawn
        ]
        for language in LANGUAGES
        for chosen in [words_of(run, language)]
    }


def _picture(svg: str) -> dict[str, str]:
    """A drawing with its size, so that a page has room for it before it comes."""
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', svg)
    width, height = size.groups() if size else ("400", "240")
    return {"svg": svg, "width": width, "height": height}


def comparison_data(comparison: RunComparison) -> dict[str, Any]:
    """What changed from one run to another, in all languages."""
    whole = [change for change in comparison.changes if change.is_shown_first and change.difference is not None]
    inside = sorted(
        (change for change in comparison.changes if not change.is_shown_first and change.is_real),
        key=lambda change: change.adjusted or 0.0,
    )
    real = [change for change in whole if change.is_real]
    alike = [change for change in whole if not change.is_real]
    return {
        "verdict": comparison.verdict,
        "paired": comparison.paired and not comparison.same_game,
        "goals": [judged.as_data() for judged in comparison.verdicts] if not comparison.same_game else [],
        "languages": {
            language: {
                "sentence": _capital(words(language).render(comparison.message())),
                "rules": _rules(compared_rules(comparison, language)),
                "changed": [_change(change, words(language)) for change in (*real, *inside)][:MOST_CHANGES],
                "alike": [_change(change, words(language)) for change in alike],
            }
            for language in LANGUAGES
        },
    }


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _rules(found: ComparedRules) -> dict[str, Any]:
    """What differs in rules, players and seeds: told, line by line where that cannot be told, and settings."""
    return {
        "differences": [one.as_data() for one in found.differences],
        "lines": list(found.lines),
        "settings": [asdict(one) for one in found.settings],
        "text_only": found.text_only,
    }


def _change(change: Change, chosen: ReportTexts) -> list[str]:
    """A row: what it is, A, B, the difference, its interval."""
    found = change.difference
    assert found is not None
    name = chosen.metric(change.name)
    return [
        f"{name}: {change.part}" if change.part else name,
        chosen.number(change.a.value),
        chosen.number(change.b.value),
        _signed(found.value, chosen),
        ""
        if change.p_value is None
        else chosen("word.interval", low=_signed(found.low, chosen), high=_signed(found.high, chosen)),
    ]


def _signed(value: float, chosen: ReportTexts) -> str:
    text = chosen.number(value)
    return f"+{text}" if value > 0 and text.strip(f"0{chosen.decimal}") else text
