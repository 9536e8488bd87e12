"""A play-test in a real browser: from the form to the report, and from a finding to its match."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser import needs_browser
from tests.studio.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [needs_browser, pytest.mark.long]

SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
WAIT = 150_000


def fits(page: Page) -> bool:
    """Whether nothing scrolls sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


@pytest.mark.parametrize("size", SIZES)
def test_play_test_from_the_form_to_its_report_and_from_a_finding_to_its_match(
    served: Served, browser: Browser, size: str
) -> None:
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height}, locale="en-US")
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda problem: problems.append(str(problem)))

    page.goto(f"{served.address}/games/tic-tac-toe/playtest")
    assert fits(page)
    page.get_by_text("Players of my own choice").click()
    page.get_by_label("Players", exact=True).fill("random")
    page.get_by_text("A number of matches").click()
    page.get_by_label("Number of matches", exact=True).fill("300" if size == "phone" else "320")
    page.get_by_text("Does every seat have the same chance?").click()
    page.get_by_role("button", name="Start the play-test").click()

    page.wait_for_url(re.compile("/jobs/"))
    see = page.get_by_role("link", name="See all that was found")
    see.wait_for(timeout=WAIT)
    assert fits(page)
    see.click()
    page.locator(".charts img").first.wait_for(timeout=WAIT)
    assert page.locator(".findings > li").count() >= 1
    assert fits(page)
    run = page.url

    page.locator(".watch-links a").first.click()
    picture = page.locator(".replay-picture[src]")
    picture.wait_for(timeout=WAIT)
    assert picture.evaluate("async (shown) => (await shown.decode(), shown.naturalWidth)") > 0
    assert fits(page)
    last = picture.get_attribute("src")
    page.get_by_role("button", name="To the start").click()
    assert page.locator(".replay-now").inner_text() == "The start"
    assert picture.get_attribute("src") != last
    page.get_by_role("button", name="One move on").click()
    assert page.locator(".replay-now").inner_text().startswith("1 / ")
    assert (page.locator(".go-on").get_attribute("href") or "").endswith("ply=1")
    page.locator("input[type=range]").focus()
    page.keyboard.press("End")
    assert picture.get_attribute("src") == last

    page.goto(f"{run}/report")
    page.get_by_role("heading", name="Play-test of Tic-Tac-Toe").wait_for()
    page.locator(".replay .controls button").first.click()
    assert "Start" in page.locator(".replay output").first.inner_text()
    page.get_by_role("link", name="Back to the run").click()
    page.get_by_role("heading", name="What was found").wait_for()

    for address in ("/runs", "/jobs", f"/runs/compare?a={run.rsplit('/', 1)[1]}"):
        page.goto(f"{served.address}{address}")
        assert fits(page)
    assert problems == []
    page.close()
