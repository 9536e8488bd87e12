"""The pages of games keep the rules of accessible content (WCAG A and AA), as axe-core checks them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser import needs_browser
from tests.publish.test_accessible_pages import AXE, RULES
from tests.studio.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [
    needs_browser,
    pytest.mark.long,
    pytest.mark.skipif(
        not AXE.is_file(), reason="axe-core is not there; APTS_NODE_MODULES names the folder that has it"
    ),
]
LIBRARY_PAGES = (
    "/",
    "/?q=nothing+like+it",
    "/games/new",
    "/games/tic-tac-toe",
    "/games/connect-four?set.Grid=8x7",
    "/games/hex/versions",
    "/games/tic-tac-toe/edit",
)


def violations(page: Page) -> list[str]:
    """What axe-core has to say about the page as it is."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    told = "found => found.violations.map(one => one.id + one.nodes[0].html)"
    found: list[str] = page.evaluate(f"rules => axe.run(document, {{runOnly: rules}}).then({told})", RULES)
    return found


@pytest.mark.parametrize(("look", "width"), [("light", 1280), ("dark", 390)])
def test_pages_of_games_are_accessible(browser: Browser, served: Served, look: str, width: int) -> None:
    context = browser.new_context(  # what is checked runs in the page, which the studio's own policy would not allow
        viewport={"width": width, "height": 844}, color_scheme=look, locale="en-GB", bypass_csp=True
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(f"{served.address}/games/new")
    page.get_by_role("button", name="Begin").click()
    page.locator(".cm-editor").wait_for()
    own = page.url.removesuffix("/edit").removeprefix(served.address)
    for address in (*LIBRARY_PAGES, own, f"{own}/edit", f"{own}/versions", f"{own}/versions/1"):
        page.goto(served.address + address)
        page.wait_for_load_state("networkidle")
        if address.endswith("/edit"):
            page.locator(".cm-editor").wait_for()
        assert violations(page) == [], address
    context.close()
