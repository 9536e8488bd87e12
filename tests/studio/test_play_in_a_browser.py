"""Playing in Chromium: against an agent to the end, with somebody by a link on two phones, a game that the server draws."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from apts.studio.store.database import Database
from apts.studio.store.game_store import GameStore
from apts.studio.store.matches import Matches
from tests.browser import needs_browser
from tests.studio.served import Served
from tests.studio.tapping import tap_to_the_end

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [needs_browser, pytest.mark.long]
PHONE = {"width": 390, "height": 844}
WAIT = 60_000
WON = ("a1", "b1", "a2", "b2", "a3")


@contextmanager
def opened(browser: Browser, **context: Any) -> Iterator[tuple[Page, list[str]]]:
    """A phone, and what went wrong on it."""
    settings = {"viewport": PHONE, "has_touch": True, "locale": "en-US", **context}
    around = browser.new_context(**settings)
    page, problems = around.new_page(), list[str]()
    page.set_default_timeout(WAIT)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda told: problems.append(told.text) if told.type == "error" else None)
    yield page, problems
    around.close()


def visit(page: Page, address: str, wanted: str) -> None:
    """Open a page; where workers are busy with the first look at all games it says so, and one comes again."""
    for _ in range(6):
        page.goto(address)
        if page.locator(f"{wanted}, p.sentence").first.text_content() is not None and page.locator(wanted).count():
            return
    raise AssertionError(page.locator("p.sentence").inner_text())


def sit_down(page: Page, designer: Page, served: Served, agent: str) -> None:
    """Let a designer invite somebody to play an agent, and that somebody sit down."""
    visit(designer, f"{served.address}/games/tic-tac-toe/invite", "form.card")
    designer.get_by_label("Player 1").select_option("link")
    designer.get_by_label("Player 2").select_option(agent)
    designer.get_by_role("button", name="Start").tap()
    page.goto(designer.locator("input[data-seat]").input_value())
    page.get_by_role("button", name="Sit down and play").tap()


def sideways(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.fixture
def matches(served: Served) -> Iterator[Matches]:
    database = Database(served.folder / "studio.db")
    yield Matches(database)
    database.close()


def test_match_against_an_agent_is_played_by_taps_and_kept(browser: Browser, served: Served, matches: Matches) -> None:
    with opened(browser) as (page, problems):
        visit(page, f"{served.address}/games/tic-tac-toe/play", "#board-more")
        page.locator("dialog #nickname").fill("Ana")
        page.get_by_role("button", name="Yes, keep them").tap()
        page.locator("dialog").wait_for(state="detached")
        board = page.locator(".board-drawing").bounding_box()
        assert board is not None
        assert board["width"] > 0.85 * PHONE["width"]
        page.locator(".board-place .usable").first.tap()
        page.wait_for_url("**/play?match=*")
        page.locator(".board-place .usable").first.wait_for(state="attached")
        page.reload()
        tap_to_the_end(page)
        page.get_by_role("button", name="4", exact=True).tap()
        assert page.locator(".status").inner_text() in ("You win", "You lose", "A draw")
        assert sideways(page) == 0
        page.goto(f"{served.address}/games/tic-tac-toe/people")
        page.get_by_text("fun 4 of 5").wait_for()
        page.get_by_text("Score of people").wait_for()
        assert sideways(page) == 0
        assert problems == []
    (kept,) = matches.listed(game="tic-tac-toe")
    assert (kept.status, kept.seats) == ("finished", ("person", "level:club"))
    assert kept.archived


@pytest.fixture
def steady(tmp_path: Path) -> Iterator[Served]:
    """A studio that has the same address when it is started again."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with Served(tmp_path, port) as serving:
        yield serving


def test_two_play_each_other_by_a_link_over_a_power_cut(browser: Browser, steady: Served) -> None:
    with opened(browser) as (one, problems), opened(browser) as (other, theirs):
        visit(one, f"{steady.address}/games/tic-tac-toe/invite", "form.card")
        one.get_by_label("Nickname").fill("Bea")
        one.get_by_role("button", name="Start").tap()
        link = one.locator(".invitation input").input_value()
        other.goto(link)
        other.get_by_label("Nickname").fill("Carl")
        other.get_by_role("button", name="Sit down and play").tap()
        one.get_by_text("Carl is here").wait_for()
        assert one.locator(".invitations").is_hidden()
        assert sideways(one) == 0
        for made, site in enumerate(WON):
            if made == 3:
                steady.kill()
                one.get_by_text("The connection is lost").wait_for()
                steady.start()
                for page in (one, other):
                    page.get_by_text("The connection is lost").wait_for(state="hidden")
            moving, waiting = (one, other) if made % 2 == 0 else (other, one)
            moving.locator(f'.board-place .usable[data-label="{site}"]').tap()
            waiting.locator(".move-list li").nth(made).wait_for()
        assert one.locator(".status").inner_text() == "You win"
        assert other.locator(".status").inner_text() == "You lose"
        with other.expect_response("**/answers"):
            other.get_by_role("button", name="5", exact=True).tap()
        network = [told for told in (*problems, *theirs) if "net::ERR" not in told and "Failed to load" not in told]
        assert network == []
    database = Database(steady.folder / "studio.db")
    (kept,) = Matches(database).listed()
    database.close()
    assert (kept.status, kept.moves, kept.record["answers"]) == ("finished", WON, {"2": {"fun": 5}})


def test_game_that_browsers_cannot_play_is_played_on_the_server(browser: Browser, served: Served) -> None:
    with opened(browser) as (page, problems):
        visit(page, f"{served.address}/games/snowball-class/play", "form.card")
        page.get_by_label("Player 2").select_option("level:beginner")
        page.get_by_role("button", name="Start").tap()
        for made in (1, 3):
            page.locator(".choices button").nth(40).tap()
            page.locator(".move-list li").nth(made).wait_for()
            page.locator(".choices button").first.wait_for()
        page.locator(".tools button", has_text="Undo").tap()
        page.locator(".move-list li").nth(2).wait_for(state="detached")
        page.locator(".tools button", has_text="Resign").tap()
        page.locator("dialog button.main").tap()
        page.get_by_text("You lose").wait_for()
        page.get_by_role("button", name="To the start").tap()
        page.get_by_text("You look at an earlier position.").wait_for()
        assert page.locator(".board-place img").count() == 1
        assert sideways(page) == 0
        assert problems == []


HIDING = """(game "Secret" (players 2)
  (equipment { (board (square 4)) (piece "Disc" Each) })
  (rules (start (set Hidden (sites Board) to:P2)) (play (move Add (to (sites Empty))))
  (end (if (is Line 4) (result Mover Win)))))"""


def test_game_that_hides_something_is_drawn_by_the_server_and_played_by_taps(browser: Browser, served: Served) -> None:
    database = Database(served.folder / "studio.db")
    game = GameStore(database).add("Secret", HIDING)
    database.close()
    with opened(browser) as (page, problems):
        visit(page, f"{served.address}/games/{game.id}/play", "form.card")
        assert "has hidden information" in page.locator(".notice.warn").inner_text()
        assert page.locator('option[value="link"]').count() == 0
        page.get_by_role("button", name="Start").tap()
        page.locator('.tap-site[aria-label="b2"]').tap()
        page.locator(".move-list li").nth(1).wait_for()
        page.locator(".tap-site").first.wait_for()
        assert page.locator(".tap-site").count() == 14
        assert problems == []


def test_tester_with_a_link_plays_an_agent_that_thinks_on_the_phone(browser: Browser, served: Served) -> None:
    with opened(browser) as (designer, _), opened(browser) as (page, problems):
        sit_down(page, designer, served, "level:beginner")
        for _ in range(2):
            tap_to_the_end(page)
            with page.expect_navigation():
                page.get_by_role("button", name="Play again").tap()
        page.locator(".board-place .usable").first.wait_for(state="attached")
        page.locator(".seats", has_text="Beginner").wait_for()
        assert problems == []


def declined(page: Page) -> None:
    """Play without being kept."""
    page.locator("dialog.consent button:not(.main)").tap()
    page.locator("dialog").wait_for(state="detached")


def test_link_to_a_position_shows_it_and_nothing_of_who_shared_it(browser: Browser, served: Served) -> None:
    with opened(browser) as (page, problems), opened(browser) as (other, theirs):
        visit(page, f"{served.address}/games/tic-tac-toe/play", "#board-more")
        page.locator("dialog #nickname").fill("Dora")
        page.get_by_role("button", name="Yes, keep them").tap()
        page.wait_for_selector("dialog", state="detached")
        tap_to_the_end(page)
        page.wait_for_url("**/play?match=*")
        page.reload()
        page.locator(".status", has_text=re.compile("^(You win|You lose|A draw)$")).wait_for()
        assert page.locator(".who").first.inner_text().endswith("You")
        with page.expect_response("**/matches/*"):
            page.get_by_role("button", name="4", exact=True).tap()
        made = page.locator(".move-list li").count()
        page.locator(".step").nth(1).tap()
        assert page.locator(".status").inner_text() == "You look at an earlier position."
        page.get_by_role("button", name="Share").tap()
        link = page.locator("dialog input").first.input_value()
        assert "match=" not in link
        other.goto(link)
        declined(other)
        assert other.locator(".notice").inner_text().startswith(f"A shared position: move {made - 1}.")
        assert other.locator(".move-list li").count() == made - 1
        assert "Dora" not in other.content()
        assert problems == theirs == []


def test_moves_that_the_studio_has_not_heard_of_are_there_after_a_reload(browser: Browser, served: Served) -> None:
    with opened(browser) as (page, _):
        visit(page, f"{served.address}/games/tic-tac-toe/play", "#board-more")
        page.get_by_role("button", name="Yes, keep them").tap()
        page.wait_for_selector("dialog", state="detached")
        page.locator(".board-place .usable").first.tap()
        page.wait_for_url("**/play?match=*")
        page.route("**/matches/*", lambda route: route.abort())
        tap_to_the_end(page)
        ended = page.locator(".status").inner_text()
        made = page.locator(".move-list li").count()
        page.unroute("**/matches/*")
        with page.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
            page.reload()
        for _ in range(2):  # as the tab knows it, then as the studio does
            assert page.locator(".status").inner_text() == ended
            assert page.locator(".move-list li").count() == made
            page.reload()


def test_match_that_is_not_kept_goes_on_after_a_reload(browser: Browser, served: Served) -> None:
    with opened(browser) as (page, problems):
        visit(page, f"{served.address}/games/tic-tac-toe/play?opponent=level:beginner", "#board-more")
        declined(page)
        page.locator(".board-place .usable").first.tap()
        page.locator(".move-list li").nth(1).wait_for(state="attached")
        page.reload()
        page.locator(".move-list li").nth(1).wait_for(state="attached")
        assert page.locator(".notice").inner_text() == "Your match goes on."
        page.goto(f"{served.address}/games/tic-tac-toe/play?opponent=level:expert")
        page.locator(".board-place .usable").first.wait_for(state="attached")
        assert page.locator(".move-list li").count() == 0
        assert problems == []
