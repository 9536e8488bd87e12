"""The page of a comparison."""

from __future__ import annotations

import apts
from apts.report import comparison_html
from tests.report.runs import Page

NAMES = ("ember.lud", "ember-2.lud")


def test_page_has_verdict_goals_rules_and_changes_by_the_names_of_the_files() -> None:
    b = apts.load("tic-tac-toe", **{"rules.end.if.is Line.length": 2})
    comparison = apts.compare("tic-tac-toe", b, "random", matches=40, goals=["length:3-5"])
    html = comparison_html(comparison, NAMES)
    assert "<h1>ember-2.lud compared with ember.lud</h1>" in html
    assert comparison.sentence() in html
    assert "is Line.length: 3 -&gt; 2" in html
    assert '<th scope="col">ember.lud</th><th scope="col">ember-2.lud</th>' in html
    assert "Turns a match" in html.partition("What changed")[2].partition("Figures that did not")[0]
    page = Page(html)
    assert page.addresses == []
    assert "details" in page.tags
    assert comparison_html(comparison, NAMES) == html


def test_game_compared_with_itself_has_no_goals_and_no_changes() -> None:
    comparison = apts.compare("tic-tac-toe", "tic-tac-toe", "random", matches=20)
    html = comparison_html(comparison, ("<b>", "<b>"))
    assert "No figure surely changed." in html
    assert "the rules, agents and seeds are the same" in html
    assert "<b>" not in html
