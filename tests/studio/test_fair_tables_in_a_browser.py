"""Tables in Chromium: dice that the studio throws for two phones, help that waits until people are done, addresses that
give nothing away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from apts.studio.store.database import Database
from apts.studio.store.matches import Matches
from tests.browser import needs_browser
from tests.studio.served import Served
from tests.studio.tapping import NEXT_TAP, tap_to_the_end
from tests.studio.test_play_in_a_browser import opened, sideways, sit_down, visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [needs_browser, pytest.mark.long]

FAIR = "Other people play here, so hints and analysis have to wait until the match is over."
SOON, MOST_WAITING = 150, 200


@contextmanager
def two_at_a_table(browser: Browser, served: Served, game: str) -> Iterator[tuple[Page, Page]]:
    """Two phones at a table, on which nothing goes wrong."""
    with opened(browser) as (one, problems), opened(browser) as (other, theirs):
        visit(one, f"{served.address}/games/{game}/invite", "form.card")
        one.get_by_role("button", name="Start").tap()
        other.goto(one.locator(".invitation input").input_value())
        other.get_by_role("button", name="Sit down and play").tap()
        one.locator(".invitations").wait_for(state="hidden")
        other.locator(".board-drawing").wait_for()
        yield one, other
        assert (problems, theirs) == ([], [])


def tap_in_turn(*pages: Page) -> None:
    """Play a match on several pages until it is over; whoever has nothing to tap waits for another."""
    page, waited = pages[0], 0
    while waited < MOST_WAITING:
        found = page.evaluate(NEXT_TAP, {"seed": 1, "wanted": ["pass"], "patience": SOON})
        if found["over"]:
            return
        if found["place"] is None:
            page, waited = pages[(pages.index(page) + 1) % len(pages)], waited + 1
        else:
            page.touchscreen.tap(found["place"]["x"], found["place"]["y"])
            waited = 0
    raise AssertionError("nobody can tap anything")


def test_two_phones_play_with_dice_that_the_studio_throws(browser: Browser, served: Served) -> None:
    with two_at_a_table(browser, served, "mail-coaches") as (one, other):
        tap_in_turn(one, other)
        for page in (one, other):
            page.locator(".status.over").wait_for()
        shown = [page.locator(".move-list li").all_inner_texts() for page in (one, other)]
        assert sorted(page.locator(".status").inner_text() for page in (one, other)) == ["You lose", "You win"]
        one.locator(".tools button", has_text="Analysis").tap()
        one.get_by_role("button", name="One move back").tap()
        one.locator(".analysis tbody tr").first.wait_for()
        other.reload()
        other.locator(".status.over").wait_for()
        assert sideways(one) == 0
    database = Database(served.folder / "studio.db")
    (kept,) = Matches(database).listed(game="mail-coaches")
    database.close()
    assert kept.status == "finished"
    assert [[text.partition("#")[0] for text in moves] for moves in shown] == [
        [text.partition("#")[0] for text in kept.moves]
    ] * 2


def test_help_waits_until_other_people_are_done(browser: Browser, served: Served) -> None:
    with two_at_a_table(browser, served, "tic-tac-toe") as (one, other):
        for tool in ("Hint", "Analysis"):
            one.locator(".tools button", has_text=tool).tap()
            one.get_by_text(FAIR).wait_for()
            assert one.locator(".analysis").is_hidden()
            one.locator('.board-place .usable[data-label="a1"]').wait_for(state="attached")
        other.locator(".tools button", has_text="Hint").tap()  # whose turn it is not
        other.get_by_text(FAIR).wait_for()
        one.locator('.board-place .usable[data-label="a1"]').tap()
        other.locator(".move-list li").first.wait_for()
        other.locator(".tools button", has_text="Resign").tap()
        other.locator("dialog button.main").tap()
        one.get_by_text("You win").wait_for()
        one.locator(".tools button", has_text="Analysis").tap()
        one.get_by_role("button", name="To the start").tap()
        one.locator(".analysis tbody tr").first.wait_for()


def test_address_in_the_bar_hands_over_no_seat(browser: Browser, served: Served) -> None:
    with two_at_a_table(browser, served, "connect-four") as (one, other), opened(browser) as (third, _):
        for page, seat in ((one, 1), (other, 2)):
            assert page.url.startswith(f"{served.address}/m/at/")
            assert page.url.endswith(f"/{seat}")
            third.goto(page.url)
            third.get_by_text("No seat for this browser").wait_for()
        one.locator("#board-more").tap()
        one.get_by_role("button", name="Play on from another device").tap()
        link = one.locator("dialog input[readonly]").input_value()
        one.reload()
        one.locator(".board-place .usable").first.wait_for(state="attached")
        third.goto(link)
        third.locator(".board-place .usable").first.wait_for(state="attached")
        assert third.url == one.url


def test_who_plays_an_agent_on_the_server_is_helped_there(browser: Browser, served: Served) -> None:
    with opened(browser) as (page, problems):
        visit(page, f"{served.address}/games/snowball-class/play", "form.card")
        page.get_by_label("Player 2").select_option("level:beginner")
        page.get_by_role("button", name="Start").tap()
        page.locator(".choices button").first.wait_for()
        page.locator(".tools button", has_text="Hint").tap()
        page.locator(".notice", has_text="%").wait_for()
        page.locator(".tools button", has_text="Analysis").tap()
        page.locator(".analysis tbody tr").first.wait_for()
        assert sideways(page) == 0
        assert problems == []


def test_tester_plays_an_agent_that_adapts_by_a_link(browser: Browser, served: Served) -> None:
    with opened(browser) as (designer, _), opened(browser) as (page, problems):
        sit_down(page, designer, served, "adaptive")
        page.locator(".tools button", has_text="Hint").tap()
        page.locator(".notice", has_text="%").wait_for()
        tap_to_the_end(page)
        page.locator(".seats", has_text="Adaptive").wait_for()
        assert problems == []
