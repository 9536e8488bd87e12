"""The page of a search for better rules."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from apts.playtest.goals import read_goals
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.report import improvement_html, write_improvement
from apts.report.pages.improvement_page import (
    cell_depth,
    fixes,
    front_rows,
    map_grid,
    refused_table,
    shown_variants,
    trace_rows,
    tried_table,
)
from apts.report.texts import words
from apts.variants.search.improve_settings import ImproveSettings
from apts.variants.search.improvement import Improvement
from apts.variants.search.improving import improved
from apts.variants.search.methods.game_map import Cell, cell_of, cell_range
from apts.variants.variant import NUMBER, as_variant
from tests.report.runs import Page
from tests.variants.points_race import SoloRace

ROWS = """
(game "Rows <i>" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 4) (result Mover Win))))
)
"""
SMALL = ImproveSettings(matches=300, kinds=(NUMBER,), most=24, fresh=12)
ENGLISH = words("en")


@pytest.fixture(scope="module")
def found() -> Improvement:
    return improved(as_variant(ROWS), read_goals(["median length at most 11"]), PlaytestRequest("random"), SMALL)


@pytest.fixture(scope="module")
def page(found: Improvement) -> str:
    return improvement_html(found)


def test_page_has_verdict_trace_front_and_what_was_refused(found: Improvement, page: str) -> None:
    assert found.sentence() in page
    seen = Page(page)
    assert {"verdict", "search", "fixes", "tried", "refused", "fix-1"} <= set(seen.ids)
    assert seen.addresses == []
    assert seen.tags.count("svg") >= 4  # two boards and two charts
    assert len(seen.ids) == len(set(seen.ids))


def test_page_speaks_portuguese_and_tells_edits_in_it(found: Improvement) -> None:
    html = improvement_html(found, "pt-BR")
    assert '<html lang="pt-BR">' in html
    assert "Rows &lt;i&gt;: das metas às correções" in html
    assert "Uma variante com 1 alteração" in html
    assert re.search(r"<li>[^<]*: \d+ passa a \d+", html)
    assert "<li>length of the line" not in html
    assert "ninguém vence nenhuma de" in html
    assert {row[4] for row in fixes(found, words("pt-BR"))[0].goals.rows} <= {"atingida", "não atingida", "em aberto"}
    for left in ("Fresh", "fresh matches", "Distance", "The game as it is", "matches played"):
        assert left not in html


def test_page_calls_players_method_and_goals_in_words(found: Improvement, page: str) -> None:
    assert " · race of variants · random moves · seed " in page
    assert "<li>Turns a match (median): at most 11 turns</li>" in page
    html = improvement_html(found, "pt-BR")
    assert " · corrida de variantes · lances ao acaso · semente " in html
    assert "<li>Turnos por partida (mediana): no máximo 11 turnos</li>" in html
    for spelled in ("uct:iterations", ">random<", "length[median] at most"):
        assert spelled not in html


def test_page_counts_matches_of_the_search_and_others_apart(found: Improvement, page: str) -> None:
    assert f" variants in {found.matches} matches of the search · " in page
    assert f"Matches played beside the search, by other players and fresh ones: {found.other_matches}." in page
    assert "partidas da busca · corrida" in improvement_html(found, "pt-BR")


def test_edits_stand_under_a_heading_of_their_own_before_what_became_worse(found: Improvement, page: str) -> None:
    assert found.chosen is not None
    assert re.search(r"<h3>What changes</h3>\s*<ul><li>[^<]*: \d+ becomes \d+", page)
    assert "<h3>O que muda</h3>" in improvement_html(found, "pt-BR")
    if "has become worse" in page:
        assert page.index("<h3>What changes</h3>") < page.index("has become worse")


def test_names_of_games_are_escaped(page: str) -> None:
    assert "<i>" not in page
    assert "Rows &lt;i&gt;: from goals to fixes" in page


def test_chosen_fix_is_shown_first_as_a_difference_of_rules_with_figures_at_three_strengths(found: Improvement) -> None:
    first = fixes(found, ENGLISH)[0]
    assert first.chosen
    assert first.changes[0].before != first.changes[0].after
    assert [agents for agents, _ in first.figures] == [
        "random moves",
        "tree search, 64 looks ahead",
        "tree search, 256 looks ahead",
    ]
    assert len(first.along.rows) == len(found.goals)
    assert first.along.rows[0][2].startswith(("+", "−", "0"))
    assert first.fresh == 12
    names = [row[0] for row in first.figures[0][1].rows]
    assert {"Score of seat 1", "Turns a match"} <= set(names)
    assert all("n = 12" in cell for row in first.goals.rows for cell in row[2:4])


def test_matches_to_watch_have_their_drawings_in_the_page(found: Improvement, page: str) -> None:
    text = re.search(r'id="replay-data">(.*?)</script>', page, re.DOTALL)
    assert text is not None
    data = json.loads(text[1])
    shown = re.findall(r'data-match="([^"]+)"', page)
    assert shown
    assert set(shown) == set(data["matches"])
    for match in data["matches"].values():
        assert max(max(frame) for frame in match["frames"]) < len(data["parts"])


def test_rows_of_charts_are_those_of_the_search(found: Improvement) -> None:
    assert [row["matches"] for row in trace_rows(found)] == [step.matches for step in found.trace]
    assert [row["label"] for row in front_rows(found, ENGLISH)] == ["0 edits", "1 edit"]
    assert len(tried_table(found, ENGLISH).rows) == len(found.tried)


def test_refused_variants_are_counted_by_reason_with_examples(found: Improvement) -> None:
    table = refused_table(found, ENGLISH)
    assert sum(int(row[1]) for row in table.rows) == len(found.refused)
    assert all("becomes" in row[2] for row in table.rows)


def test_search_without_fresh_matches_says_so(found: Improvement) -> None:
    stopped = replace(found, confirmations=(), interrupted=True)
    html = improvement_html(stopped)
    assert "The search was interrupted" in html
    assert "No fresh matches were played of this one" in html
    assert 'class="replay"' not in html


def test_chosen_fix_that_is_not_on_the_front_is_explained(found: Improvement, page: str) -> None:
    explained = "The chosen fix is not in this table"
    assert explained not in page
    *rest, last = found.tried
    assert last.candidate.size
    tried = (*rest, replace(last, dropped=True))
    assert explained in improvement_html(replace(found, tried=tried, chosen=last.candidate, confirmations=()))


def test_variant_is_shown_once(found: Improvement) -> None:
    assert len({one.key for one in shown_variants(found)}) == len(shown_variants(found))
    assert shown_variants(found)[0] is found.chosen


def test_map_has_a_cell_for_every_kind_and_gaps_between(found: Improvement) -> None:
    ranked = found.tried[0]
    cells = tuple(Cell(place, (8.0, 0.1), ranked) for place in ((4, 0), (6, 2)))
    grid = map_grid(replace(found, map=cells), ENGLISH)
    assert grid is not None
    assert len(grid.columns) == 3
    assert [[cell is not None for cell in row] for _, row in grid.rows] == [
        [False, False, True],
        [False, False, False],
        [True, False, False],
    ]
    assert 0.0 <= cell_depth(cells[0]) <= 1.0
    assert "What kinds of games are near" in improvement_html(replace(found, map=cells))
    assert map_grid(found, ENGLISH) is None


@pytest.mark.parametrize(
    ("metric", "value"), [("length", 1.0), ("length", 37.0), ("drawishness", 0.4), ("balance", 1.0)]
)
def test_figure_lies_in_the_range_of_its_cell(metric: str, value: float) -> None:
    low, high = cell_range(metric, cell_of(metric, value))
    assert low <= value <= high


def test_game_inside_its_goals_and_class_for_one_have_a_page(tmp_path: Path) -> None:
    inside = improved(as_variant(SoloRace), read_goals(["length at least 2"]), PlaytestRequest("random"), SMALL)
    path = write_improvement(inside, tmp_path / "page.html")
    html = path.read_text(encoding="utf-8")
    assert "nothing was changed" in html
    assert "fix-1" not in html
