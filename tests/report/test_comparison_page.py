"""The page of a comparison."""

from __future__ import annotations

import re

import apts
from apts.playtest.comparing.sweep import swept
from apts.playtest.goals import read_goals
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.report import comparison_html, sweep_html
from tests.report.runs import Page
from tests.wording.golden import Wording

NAMES = ("ember.lud", "ember-2.lud")


def test_page_has_verdict_goals_rules_and_changes_by_the_names_of_the_files(wording: Wording) -> None:
    b = apts.load("tic-tac-toe", **{"rules.end.if.is Line.length": 2})
    comparison = apts.compare("tic-tac-toe", b, "random", matches=40, goals=["length[median]:3-5"])
    html = comparison_html(comparison, NAMES)
    assert "<h1>ember-2.lud compared with ember.lud</h1>" in html
    wording(comparison.sentence())
    assert "B is better than A in the median of turns a match." in html
    assert "length of the line that wins: 3 becomes 2" in html
    assert "<del><code>(is Line 3)</code></del>" in html
    assert '<th scope="col">ember.lud</th><th scope="col">ember-2.lud</th>' in html
    assert "Turns a match" in html.partition("What changed")[2].partition("Figures that did not")[0]
    page = Page(html)
    assert page.addresses == []
    assert "details" in page.tags
    assert comparison_html(comparison, NAMES) == html


def test_page_speaks_portuguese() -> None:
    b = apts.load("tic-tac-toe", **{"rules.end.if.is Line.length": 2})
    comparison = apts.compare("tic-tac-toe", b, "random", matches=40, goals=["length[median]:3-5"])
    html = comparison_html(comparison, NAMES, "pt-BR")
    assert '<html lang="pt-BR">' in html
    assert "<h1>ember-2.lud comparado com ember.lud</h1>" in html
    assert "B é melhor que A em mediana de turnos por partida." in html
    assert "<li>comprimento da linha que vence: 3 passa a 2" in html
    assert "Turnos por partida" in html.partition("O que mudou")[2].partition("Medidas que não mudaram")[0]
    assert "−4,10" in html


def test_sweep_page_speaks_portuguese() -> None:
    games = [(f"dim={dim}", apts.load("tic-tac-toe", dim=dim)) for dim in (3, 4)]
    sweep = swept(games, PlaytestRequest("random", 30), goals=read_goals(["drawishness at most 90 %"]))
    html = sweep_html(sweep, "pt-BR")
    assert "<h1>Tic-Tac-Toe: de dim=3 a dim=4</h1>" in html
    assert re.search(r"Turnos por partida: sobe de \d(,\d+)? com dim=3 a \d\d?(,\d)? com dim=4\.", html)
    assert '<td data-label="Empates: no máximo 90\u00a0%">atingida</td>' in html
    assert "In brackets" not in html


def test_rules_that_differ_in_comments_only_say_the_same() -> None:
    text = apts.load("tic-tac-toe").from_rules
    assert text is not None
    comparison = apts.compare("tic-tac-toe", apts.load(f"// mine\n{text.rules}"), "random", matches=10)
    assert "only how their texts are written differs" in comparison_html(comparison, NAMES)


def test_game_compared_with_itself_has_no_goals_and_no_changes() -> None:
    comparison = apts.compare("tic-tac-toe", "tic-tac-toe", "random", matches=20)
    html = comparison_html(comparison, ("<b>", "<b>"))
    assert "No figure surely changed." in html
    assert "the rules, agents and seeds are the same" in html
    assert "<b>" not in html
