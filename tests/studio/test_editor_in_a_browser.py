"""The editor in Chromium, on a desktop and on a phone: a mistake is marked, mended, and the game saved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.browser import needs_browser
from tests.studio.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = [needs_browser, pytest.mark.long]

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
WAIT = 60_000
"""Milliseconds; compiling takes its time where many things run at once."""


@contextmanager
def opened(browser: Browser, size: str) -> Iterator[tuple[BrowserContext, Page]]:
    """A page of a size; whatever its console complains about is a failure."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=size == "phone", locale="en-GB", accept_downloads=True
    )
    page = context.new_page()
    page.set_default_timeout(WAIT)
    complaints: list[str] = []
    page.on(
        "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield context, page
    assert complaints == []
    context.close()


def begun(page: Page, served: Served, name: str) -> None:
    """Begin a game from a template by hand, and wait for its editor."""
    page.goto(f"{served.address}/")
    page.get_by_role("link", name="New game").first.click()
    page.get_by_text("Placement", exact=True).click()
    page.get_by_label("Name", exact=True).first.fill(name)
    page.get_by_role("button", name="Begin").click()
    page.locator(".cm-editor").wait_for()
    page.locator("#preview-told", has_text="No mistakes.").wait_for(state="attached")


def written(page: Page) -> str:
    """The text in the editor, without what is folded or out of sight."""
    return page.locator(".cm-content").inner_text()


def no_wider_than_the_screen(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def put_cursor_behind(page: Page, words: str) -> None:
    """Find words with the editor's own search, and put the cursor behind them."""
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+f")
    page.locator(".cm-search [name=search]").press("Control+a")
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.locator(".cm-content").focus()
    page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("size", list(SIZES))
def test_mistake_is_marked_mended_and_the_game_saved(browser: Browser, served: Served, size: str) -> None:
    with opened(browser, size) as (_, page):
        begun(page, served, f"Row on a {size}")
        assert no_wider_than_the_screen(page)
        put_cursor_behind(page, "(is Line")
        page.keyboard.press("Backspace")
        page.keyboard.press("Escape")
        page.locator(".cm-lintRange-error").wait_for()
        assert page.locator(".cm-lintRange-error").inner_text() == "Lin"
        assert page.locator("#saved-state").inner_text() == "Not saved yet"
        if size == "phone":
            assert page.locator("#problem-count").inner_text() == "1"
            assert not page.locator("#problems").is_visible()
            page.get_by_role("tab", name=re.compile("Problems")).tap()
        assert "has no form Lin" in page.locator("#problems").inner_text()
        page.get_by_role("button", name="Write Line").click()
        page.locator("#problems li").wait_for(state="detached")
        assert page.locator(".cm-lintRange-error").count() == 0
        before = page.locator("#preview").get_attribute("src")
        if size == "phone":
            page.get_by_role("tab", name="Text").tap()
        put_cursor_behind(page, "(board (square 6")
        page.keyboard.press("Backspace")
        page.keyboard.type("5")
        page.locator("#preview-told", has_text="25 first moves").wait_for(state="attached")
        assert page.locator("#preview").get_attribute("src") != before
        if size == "phone":
            page.get_by_role("tab", name="Board").tap()
        assert page.locator("#preview").is_visible()
        page.get_by_placeholder("What changed?").fill("a smaller board")
        page.keyboard.press("Control+s")
        page.locator("#version-tag", has_text="Version 2").wait_for()
        assert page.locator("#saved-state").inner_text() == "Everything is saved"
        page.locator("#version-tag").click()
        page.get_by_text("size of the board: 6 becomes 5").wait_for()
        assert page.get_by_text("a smaller board").is_visible()
        assert no_wider_than_the_screen(page)


def test_words_are_offered_with_their_meaning(browser: Browser, served: Served) -> None:
    with opened(browser, "desktop") as (_, page):
        begun(page, served, "Offered words")
        put_cursor_behind(page, "(play ")
        page.keyboard.type("(forEa")
        offered = page.locator(".cm-tooltip-autocomplete")
        offered.wait_for()
        assert "forEach" in offered.inner_text()
        info = page.locator(".cm-completionInfo")
        info.wait_for()
        assert "(forEach" in info.inner_text()
        page.keyboard.press("Escape")


def test_text_that_was_not_saved_is_offered_again(browser: Browser, served: Served) -> None:
    with opened(browser, "desktop") as (_, page):
        begun(page, served, "Forgotten")
        put_cursor_behind(page, "(board (square ")
        page.keyboard.type("1")
        page.locator("#saved-state", has_text="Not saved yet").wait_for()
        page.reload()
        page.locator("#draft").wait_for()
        assert "(board (square 6))" in written(page)
        page.get_by_role("button", name="Go on with it").click()
        assert "(board (square 16))" in written(page)
        assert page.locator("#saved-state").inner_text() == "Not saved yet"
        page.keyboard.press("Control+s")
        page.locator("#version-tag", has_text="Version 2").wait_for()
        page.reload()
        page.locator(".cm-editor").wait_for()
        assert not page.locator("#draft").is_visible()


@pytest.mark.parametrize("size", list(SIZES))
def test_board_and_words_follow_a_slider(browser: Browser, served: Served, size: str) -> None:
    with opened(browser, size) as (_, page):
        page.goto(f"{served.address}/games/connect-four")
        page.get_by_text("A line of four is made").wait_for()
        slider = page.get_by_label("length of the line that wins")
        slider.focus()
        page.keyboard.press("ArrowRight")
        page.get_by_text("A line of five is made").wait_for()
        assert page.evaluate("document.activeElement.type") == "range", "the slider keeps the focus"
        assert "length=5" in page.url
        page.locator("select[name='set.Grid']").select_option("8x7")
        page.get_by_text("1 × 8").wait_for()
        page.get_by_text("A line of four is made").wait_for()
        assert page.locator("#turned-board img").evaluate("image => image.complete && image.naturalWidth > 0")
        assert no_wider_than_the_screen(page)


def test_games_are_found_while_one_types(browser: Browser, served: Served) -> None:
    with opened(browser, "phone") as (_, page):
        page.goto(f"{served.address}/")
        page.get_by_placeholder("Search games").fill("sow")
        page.get_by_role("heading", name="Connect Four").wait_for(state="detached")
        assert page.get_by_role("heading", name="Kalah").is_visible()
        assert "q=sow" in page.url
        assert no_wider_than_the_screen(page)
