"""Pages keep the rules of accessible content (WCAG A and AA), as axe-core checks them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import apts
from apts.publish.game_page import index_page, site_entry
from tests.browser import needs_browser
from tests.publish.node_modules import NODE_MODULES
from tests.publish.open_pages import OpenPage, opened, written

if TYPE_CHECKING:
    from playwright.sync_api import Browser

AXE = NODE_MODULES / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
pytestmark = [
    needs_browser,
    pytest.mark.long,
    pytest.mark.skipif(
        not AXE.is_file(), reason="axe-core is not there; APTS_NODE_MODULES names the folder that has it"
    ),
]


def violations(shown: OpenPage) -> list[str]:
    """What axe-core has to say about the page as it is."""
    shown.page.evaluate(AXE.read_text(encoding="utf-8"))
    told = "found => found.violations.map(one => one.id + one.nodes[0].html)"
    found: list[str] = shown.page.evaluate(f"rules => axe.run(document, {{runOnly: rules}}).then({told})", RULES)
    return found


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("name", ["connect-four", "gobblet-gobblers", "backgammon"])
def test_page_is_accessible_before_during_and_after_a_match(
    browser: Browser, tmp_path: Path, name: str, look: str
) -> None:
    file = written(tmp_path, apts.load(name))
    size = "phone" if look == "dark" else "desktop"
    with opened(browser, file, size, color_scheme=look, reduced_motion="reduce") as shown:
        assert violations(shown) == []
        shown.page.locator("header button").click()
        assert violations(shown) == []
        shown.page.keyboard.press("Escape")
        shown.seat("person")
        shown.play_out(6)
        shown.page.locator(".tools button", has_text="Analysis").click()
        shown.page.wait_for_selector(".analysis tbody tr")
        assert violations(shown) == []
        shown.page.locator(".tools button", has_text="Share").click()
        assert violations(shown) == []
        shown.page.keyboard.press("Escape")
        shown.page.locator(".tools button", has_text="Resign").click()
        shown.page.locator("dialog button.main").click()
        assert shown.over
        assert violations(shown) == []
        shown.page.get_by_role("button", name="Send to the designer").click()
        assert violations(shown) == []


@pytest.mark.parametrize("look", ["light", "dark"])
def test_page_with_a_larger_board_and_a_decided_match_is_accessible(
    browser: Browser, tmp_path: Path, look: str
) -> None:
    file = written(tmp_path, apts.load("breakthrough"), levels=["level:beginner"])
    with opened(browser, file, color_scheme=look, reduced_motion="reduce") as shown:
        shown.page.get_by_role("button", name="Larger board").tap()
        assert violations(shown) == []
        shown.seat("person")
        shown.play_out(300)
        assert shown.over
        assert shown.page.locator(".board-drawing .win").count() == 1
        assert violations(shown) == []
        assert shown.problems == []


@pytest.mark.parametrize("look", ["light", "dark"])
def test_page_that_leads_to_games_is_accessible(browser: Browser, tmp_path: Path, look: str) -> None:
    (tmp_path / "index.html").write_text(index_page([site_entry(apts.load("hex"), [])]), encoding="utf-8")
    page = browser.new_context(color_scheme=look).new_page()
    page.goto((tmp_path / "index.html").as_uri())
    assert violations(OpenPage(page)) == []
