"""The pages on which people play keep the rules of accessible content (WCAG A and AA), as axe-core checks them: before,
during and after a match, at a table with a link, among people's matches, and when a match is looked at again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.studio.served import Served
from tests.studio.tapping import tap_to_the_end
from tests.studio.test_accessible_games import pytestmark as needs_axe
from tests.studio.test_accessible_games import violations
from tests.studio.test_play_in_a_browser import opened, visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = needs_axe
LOOKS = [("light", 1280, 800), ("dark", 390, 844)]


@contextmanager
def looked_at(browser: Browser, look: str, width: int, height: int) -> Iterator[Page]:
    """A page that is checked from inside, which the studio's own policy would not allow."""
    size = {"width": width, "height": height}
    with opened(browser, viewport=size, color_scheme=look, bypass_csp=True, reduced_motion="reduce") as (
        page,
        problems,
    ):
        yield page
        assert problems == []


@pytest.mark.parametrize(("look", "width", "height"), LOOKS)
def test_own_match_is_accessible_from_its_first_question_to_its_replay(
    browser: Browser, served: Served, look: str, width: int, height: int
) -> None:
    with looked_at(browser, look, width, height) as page:
        visit(page, f"{served.address}/games/gobblet-gobblers/play?seed=1&opponent=level:beginner", "#board-more")
        page.locator("dialog #nickname").wait_for()
        assert violations(page) == []
        page.get_by_role("button", name="Yes, keep them").click()
        page.locator("dialog").wait_for(state="detached")
        assert violations(page) == []
        page.locator("#board-more").click()
        assert violations(page) == []
        page.keyboard.press("Escape")
        page.locator(".board-place .origin-slot").first.click()
        page.locator(".board-place .usable").first.click()
        page.wait_for_url("**/play?match=*")
        page.get_by_text("Your turn", exact=True).wait_for()
        page.locator(".tools button", has_text="Analysis").click()
        page.locator(".analysis tbody tr").first.wait_for()
        assert violations(page) == []
        page.locator(".tools button", has_text="Analysis").click()
        tap_to_the_end(page, 1, touch=True)
        page.get_by_role("button", name="4", exact=True).wait_for()
        assert violations(page) == []
        page.get_by_role("button", name="4", exact=True).click()
        page.wait_for_timeout(200)
        page.reload()
        page.locator(".board-drawing").wait_for()
        page.get_by_role("button", name="To the start").click()
        assert violations(page) == []
        for address in ("/people", "/games/gobblet-gobblers/people", "/m/me"):
            page.goto(served.address + address)
            page.wait_for_load_state("networkidle")
            page.locator(".match-table").first.wait_for()
            assert violations(page) == [], address
        page.locator(".match-table a").first.click()
        page.locator(".board-drawing").wait_for()
        assert violations(page) == []


@pytest.mark.parametrize(("look", "width", "height"), LOOKS)
@pytest.mark.parametrize("game", ["tic-tac-toe", "snowball-class"])
def test_table_with_a_link_is_accessible_for_both_sides(
    browser: Browser, served: Served, game: str, look: str, width: int, height: int
) -> None:
    with looked_at(browser, look, width, height) as one, looked_at(browser, look, width, height) as other:
        visit(one, f"{served.address}/games/{game}/invite", "form.card")
        assert violations(one) == []
        one.get_by_role("button", name="Start").click()
        link = one.locator(".invitation input").input_value()
        assert violations(one) == []
        other.goto(link)
        assert violations(other) == []
        other.get_by_role("button", name="Sit down and play").click()
        one.get_by_text("Waiting for").or_(one.get_by_text("Your turn")).first.wait_for()
        for page in (one, other):
            page.locator(".move-list, .replay").first.wait_for()
            assert violations(page) == []
        one.locator(".tools button", has_text="Resign").click()
        assert violations(one) == []
        one.locator("dialog button.main").click()
        other.get_by_text("You win").wait_for()
        for page in (one, other):
            page.locator(".questions button").first.wait_for()
            assert violations(page) == []


@pytest.mark.parametrize(("look", "width", "height"), LOOKS)
def test_links_to_hand_out_are_accessible(browser: Browser, served: Served, look: str, width: int, height: int) -> None:
    with looked_at(browser, look, width, height) as page:
        visit(page, f"{served.address}/games/tic-tac-toe/invite", "form.card")
        page.get_by_label("Player 1").select_option("link")
        page.get_by_role("button", name="Start").click()
        page.locator("input[data-seat]").first.wait_for()
        assert violations(page) == []
