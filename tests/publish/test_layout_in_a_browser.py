"""Where things stand on screens of phones, and what the page says and marks there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import apts
from tests.browser import needs_browser
from tests.publish.open_pages import OpenPage, opened, written

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_browser
FROM_HANDS = """(game "From hands" (players 3) (equipment { (board (square 5)) (piece "Stone" Each) (hand Each) })
    (rules (start (place "Stone" "Hand" count:5)) (play (move (from (handSite Mover)) (to (sites Empty))))
        (end (if (is Line 4) (result Mover Win)))))"""


@pytest.fixture(scope="module")
def breakthrough(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("page"), apts.load("breakthrough"), levels=["level:beginner"])


@pytest.fixture(scope="module")
def from_hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("page"), apts.load(FROM_HANDS), levels=["level:beginner"])


def box(shown: OpenPage, selector: str) -> dict[str, Any]:
    """Where an element stands."""
    found = shown.page.locator(selector).first.bounding_box()
    assert found is not None
    return dict(found)


def test_phone_held_sideways_shows_the_whole_board_with_the_buttons_beside_it(
    browser: Browser, breakthrough: Path, from_hands: Path
) -> None:
    for file in (breakthrough, from_hands):
        with opened(browser, file, viewport={"width": 844, "height": 390}) as shown:
            board, tools = box(shown, ".board-place"), box(shown, ".tools")
            assert board["y"] + board["height"] <= 390
            assert box(shown, ".board-drawing")["height"] > 250
            assert tools["x"] >= board["x"] + board["width"]
            assert tools["y"] + tools["height"] <= 390
            assert shown.sideways == 0


def test_buttons_stay_where_they_are_when_something_is_said(browser: Browser, breakthrough: Path) -> None:
    with opened(browser, breakthrough) as shown:
        before = box(shown, ".tools")["y"]
        shown.usable().first.tap()
        said = shown.page.locator(".notice").inner_text()
        assert "where to" in said
        assert "Escape" not in said
        assert box(shown, ".tools")["y"] == before


def test_regions_of_players_are_named_below_the_board_and_at_their_sites(browser: Browser, breakthrough: Path) -> None:
    with opened(browser, breakthrough) as shown:
        legend, board = box(shown, ".legend"), box(shown, ".board-place")
        assert legend["y"] >= board["y"] + board["height"]
        assert shown.page.locator(".legend li").all_inner_texts() == ["Region of Player 1", "Region of Player 2"]
        labels = [shown.page.locator(f'[data-label="{name}"]').get_attribute("aria-label") for name in ("a8", "a2")]
        assert labels == ["a8: Pawn of Player 2, region of Player 1", "a2: Pawn of Player 1, can move"]
        assert shown.page.locator(".board-drawing .tint1").count() == 1
        shown.page.locator(".language").select_option("pt-BR")
        assert shown.page.locator(".legend li").first.inner_text() == "Região de Jogador 1"
        assert shown.problems == []


def test_board_without_regions_has_no_legend(browser: Browser, from_hands: Path) -> None:
    with opened(browser, from_hands) as shown:
        assert shown.page.locator(".legend").is_hidden()


def test_buttons_to_choose_from_move_nothing(browser: Browser, tmp_path: Path) -> None:
    kinds = [f"Kind{letter}" for letter in "ABCDEFGH"]
    pieces = " ".join(f'(piece "{kind}" Each)' for kind in kinds)
    moves = " ".join(f'(move Add (piece "{kind}" Mover) (to (sites Empty)))' for kind in kinds)
    game = f"""(game "Kinds" (players 2) (equipment {{ (board (square 3)) {pieces} }})
        (rules (play (or {{ {moves} }})) (end (if (is Full) (result Mover Win)))))"""
    with opened(browser, written(tmp_path, apts.load(game), levels=["level:beginner"])) as shown:
        tools = "document.querySelector('.tools').getBoundingClientRect().top + scrollY"
        before = shown.page.evaluate(tools)
        shown.page.locator(".board-drawing .usable").first.tap()
        buttons = shown.page.locator(".choices button")
        assert buttons.count() == len(kinds)
        assert shown.page.evaluate(tools) == before
        buttons.last.tap()  # it lies over what is below, in several rows
        shown.page.locator(".move-list li").first.wait_for(state="attached")
        assert shown.page.evaluate(tools) == before


def test_six_people_play_to_the_end_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    game = apts.load("""(game "Six" (players 6) (equipment { (board (hex 3)) (piece "Stone" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (byScore { (score P1 1) (score P2 2) (score P3 3)
            (score P4 4) (score P5 5) (score P6 6) })))))""")
    viewport = {"width": 390, "height": 844}
    with opened(browser, written(tmp_path, game, levels=["level:beginner"]), viewport=viewport) as shown:
        shown.seat("person", "level:beginner", "person")
        rows = shown.page.locator(".seats li")
        assert rows.count() == 6
        places = [rows.nth(index).bounding_box() for index in range(6)]
        corners = {(place["x"], place["y"]) for place in places if place is not None}
        assert len(corners) == 6
        assert all(place is not None and place["x"] + place["width"] <= 390 for place in places)
        while not shown.over:
            shown.wait_for_person()
            if not shown.over:
                shown.tap_move()
        assert shown.made == game.board.count()  # type: ignore[attr-defined]
        assert "1. Player 6" in shown.page.locator(".notice").inner_text()
        assert shown.sideways == 0
        assert shown.problems == []


def test_only_piece_is_chosen_already_and_moves_of_others_are_marked(browser: Browser, from_hands: Path) -> None:
    with opened(browser, from_hands) as shown:
        assert shown.page.locator(".notice").inner_text() == "Now choose where to."
        shown.page.locator(".board-drawing .usable").first.tap()
        shown.page.locator(".move-list li").nth(2).wait_for(state="attached")
        shown.wait_for_person()
        assert shown.page.locator(".board-drawing .last:not(.earlier)").count() == 1
        assert shown.page.locator(".board-drawing .last.earlier").count() == 1
        assert shown.page.locator("[aria-label*='move before it']").count() >= 1


def test_labels_of_a_new_match_stand_above_their_menus_on_a_phone(browser: Browser, breakthrough: Path) -> None:
    with opened(browser, breakthrough, viewport={"width": 320, "height": 640}) as shown:
        shown.page.locator("header button").click()
        widths = "parts => parts.map(part => part.getBoundingClientRect().width)"
        label, menu = shown.page.locator(".set-up label:first-child, .set-up label:first-child select").evaluate_all(
            widths
        )
        assert menu == pytest.approx(label, abs=1)
        assert shown.sideways == 0
