"""A board whose sites are too small for fingers can be made larger; it scrolls in its frame, and the page does not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import apts
from tests.browser import needs_browser
from tests.publish.open_pages import OpenPage, opened, written

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_browser
FINGER = 44
FRAME = "document.querySelector('.board-scroll')"


@pytest.fixture(scope="module")
def gomoku(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("page"), apts.load("gomoku"), levels=["level:beginner"])


def site_width(shown: OpenPage) -> float:
    found = shown.page.locator("[data-site]").first.bounding_box()
    assert found is not None
    return found["width"]


def test_small_sites_grow_to_what_a_finger_needs_and_the_page_stays_as_wide(browser: Browser, gomoku: Path) -> None:
    with opened(browser, gomoku) as shown:
        button = shown.page.get_by_role("button", name="Larger board")
        assert site_width(shown) < FINGER
        assert button.get_attribute("aria-pressed") == "false"
        button.tap()
        assert button.get_attribute("aria-pressed") == "true"
        assert site_width(shown) >= FINGER
        assert shown.sideways == 0
        assert shown.page.evaluate(f"{FRAME}.scrollWidth > {FRAME}.clientWidth + 100")
        frame = shown.page.locator(".board-scroll").bounding_box()
        assert frame is not None
        assert frame["y"] + frame["height"] < 740  # the button that makes it smaller is on the screen
        button.tap()
        assert site_width(shown) < FINGER
        assert shown.problems == []


def test_larger_board_is_remembered_for_its_game_and_played_by_taps_and_keys(browser: Browser, gomoku: Path) -> None:
    with opened(browser, gomoku) as shown:
        shown.page.get_by_role("button", name="Larger board").tap()
        shown.page.reload()
        shown.page.wait_for_selector(".zoomed [data-site]")
        shown.seat("person")
        shown.page.locator('[data-label="o15"]').tap()
        assert shown.page.locator(".move-list li").all_inner_texts() == ["o15"]
        shown.page.locator('[data-label="o15"]').focus()
        shown.page.keyboard.press("Home")
        seen = f"""() => {{
            const [site, frame] = [document.activeElement, {FRAME}].map((part) => part.getBoundingClientRect());
            return site.right > frame.left && site.left < frame.right && site.bottom > frame.top && site.top < frame.bottom;
        }}"""
        assert shown.page.evaluate("document.activeElement.dataset.label") == "a1"
        assert shown.page.evaluate(seen)
        shown.page.keyboard.press("Enter")
        assert shown.made == 2
        assert shown.problems == []


def test_last_move_of_another_is_scrolled_into_sight(browser: Browser, gomoku: Path) -> None:
    with opened(browser, gomoku) as shown:
        shown.seat("person")
        shown.page.get_by_role("button", name="Larger board").tap()
        shown.page.locator('[data-label="a1"]').tap()
        shown.page.locator('[data-label="o15"]').tap()
        shown.page.locator(".step").first.tap()
        shown.page.locator(".step").nth(2).tap()
        shown.page.evaluate("scrollTo(0, 0)")
        box = shown.page.locator('[data-label="a1"]').bounding_box()
        frame = shown.page.locator(".board-scroll").bounding_box()
        assert box is not None
        assert frame is not None
        assert frame["x"] - 1 <= box["x"] <= frame["x"] + frame["width"] - box["width"] + 1
        assert frame["y"] - 1 <= box["y"] <= frame["y"] + frame["height"] - box["height"] + 1


def test_sites_that_are_large_enough_offer_nothing(browser: Browser, gomoku: Path, tmp_path: Path) -> None:
    with opened(browser, gomoku, "desktop") as shown:
        assert shown.page.locator(".zoom").is_hidden()
    with opened(browser, written(tmp_path, apts.load("tic-tac-toe"), levels=["level:beginner"])) as shown:
        assert shown.page.locator(".zoom").is_hidden()
