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
