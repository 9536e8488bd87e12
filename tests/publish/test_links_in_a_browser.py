"""Links and reloads in Chromium: what a link opens, what it says where it cannot, and that no match is lost by either."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import apts
from apts.publish.game_page import menus_of_options
from tests.browser import needs_browser
from tests.publish.open_pages import OpenPage, opened, written

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_browser


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = apts.load("tic-tac-toe")
    return written(tmp_path_factory.mktemp("page"), game, menus=menus_of_options(game), levels=["level:beginner"])


def notice(shown: OpenPage) -> str:
    """What the page says beside the board."""
    return shown.page.locator(".notice").inner_text()


def paste(shown: OpenPage, link: str) -> str:
    """The sentence of the dialog about a link."""
    shown.page.locator("dialog input").last.fill(link)
    shown.page.locator("dialog [role=status]").evaluate("told => (told.textContent = '')")
    shown.page.locator("dialog button", has_text="Open").click()
    return shown.page.locator("dialog [role=status]:not(:empty)").inner_text(timeout=5000)


def test_links_of_other_games_rules_and_moves_leave_the_match_alone(browser: Browser, page: Path) -> None:
    with opened(browser, page, link="#seed=0&moves=a1,b2&rules=Grid:4x4") as shown:
        assert "A shared position: move 2." in notice(shown)
        shown.page.locator("header button").click()
        shown.page.locator("dialog select").nth(1).select_option("person")
        shown.page.locator("dialog button.main").click()
        shown.usable().first.tap()
        shown.page.locator(".tools button", has_text="Share").click()
        link = shown.page.locator("dialog input").first.input_value().split("#")[1]
        assert link.startswith("seed=")
        assert "&game=Tic-Tac-Toe&rules=Grid:4x4;" in link
        assert "(Hex)" in paste(shown, "#seed=0&moves=a1&game=Hex&hash=01234567")
        assert "other rules" in paste(shown, "#" + link.split("&hash=")[0] + "&hash=01234567")
        assert "other rules" in paste(shown, "#seed=0&moves=a1&rules=Grid:9x9")
        assert "“a1” (move 2) is not a legal move" in paste(shown, "#seed=0&moves=a1,a1")
        assert "cannot be read" in paste(shown, "#seed=0&moves=a1&rules=1")
        assert shown.made == 1
        shown.page.locator("dialog input").last.fill("#seed=0&moves=c3,c2,c1")
        shown.page.locator("dialog button", has_text="Open").click()
        shown.page.locator("dialog h2", has_text="Leave this match?").wait_for()
        assert shown.made == 1
        shown.page.locator("dialog button.main").click()
        shown.page.locator(".notice", has_text="A shared position: move 3").wait_for()
        assert shown.made == 3
        assert shown.problems == []


@pytest.mark.parametrize("link", ["#seed=foo&moves=", "#moves=zz", "#rubbish"])
def test_link_that_cannot_be_read_says_so(browser: Browser, page: Path, link: str) -> None:
    with opened(browser, page, link=link) as shown:
        assert "cannot be read" in notice(shown)
        assert shown.made == 0


def test_match_goes_on_after_a_reload_and_a_new_one_asks_first(browser: Browser, page: Path) -> None:
    with opened(browser, page) as shown:
        shown.page.locator("header button").click()
        shown.page.get_by_label("Grid").select_option("1")
        shown.page.locator("dialog select").nth(1).select_option("person")
        shown.page.locator("dialog button.main").click()
        for _ in range(3):
            shown.tap_move()
        shown.page.reload()
        shown.page.wait_for_selector("[data-site='15']", state="attached")
        assert shown.made == 3
        assert shown.page.locator(".status").inner_text() == "Player 2 to move"
        shown.page.locator("header button").click()
        shown.page.locator("dialog button.main").click()
        shown.page.locator("dialog h2", has_text="Leave this match?").wait_for()
        shown.page.get_by_role("button", name="Cancel").click()
        assert shown.made == 3
        shown.page.evaluate("location.hash = '#seed=0&moves=a1'")
        shown.page.locator("dialog h2", has_text="Leave this match?").wait_for()
        shown.page.get_by_role("button", name="Cancel").click()
        shown.page.locator(".tools button", has_text="Resign").click()
        shown.page.locator("dialog button.main").click()
        shown.page.evaluate("location.hash = ''")
        shown.page.reload()
        shown.page.wait_for_selector("[data-site='15']", state="attached")
        assert shown.made == 0
        assert shown.page.locator(".status").inner_text() == "Player 1 to move"
        assert shown.problems == []


def test_nobody_here_has_won_a_match_that_was_over_when_it_was_opened(browser: Browser, page: Path) -> None:
    with opened(browser, page, link="#seed=0&moves=a1,b1,a2,b2,a3") as shown:
        assert shown.page.locator(".status").inner_text() == "Player 1 wins"
        assert "You" not in shown.page.locator(".seats").inner_text()
