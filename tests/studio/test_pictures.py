"""Pictures are made of every page of the studio, all at once or in parts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from apts.studio.security.middleware import content_policy
from bench.studio_pages import Sample, addresses, needed
from bench.studio_pictures import EVERY_PAGE, chosen_pages, settle
from tests.browser import needs_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SAMPLE = Sample("run", "other", job="1", own="own", training="2", search="3", levels="4", broken="broken")

NO_PAGES = (
    r".*\.(svg|lud|html|pdf|json|onnx|\{ending\})$",  # files and pictures
    r".*/(events|turned|changes|summary|charts|figures|board|tree|place|state)$",  # parts of pages and what scripts ask for
    r"/m/\{key\}.*",  # a player's link, which is made by playing
    r"/games/\{id\}/(best|analysis|matches).*",
    r"/matches/.*",
)
"""Addresses that are asked for by pages and are none themselves."""


def test_list_of_pictures_covers_every_page(client: TestClient) -> None:
    shown = {urlsplit(address).path for address in addresses(SAMPLE).values()}
    for route in client.app.routes:  # type: ignore[attr-defined]
        if not isinstance(route, APIRoute) or "GET" not in (route.methods or ()) or route.path.startswith("/api/"):
            continue
        if any(re.fullmatch(pattern, route.path) for pattern in NO_PAGES):
            continue
        assert any(route.path_regex.fullmatch(path) for path in shown), f"no picture is made of {route.path}"


def test_pictures_can_be_made_in_parts_with_the_samples_that_these_show() -> None:
    assert chosen_pages("") == set(EVERY_PAGE)
    assert chosen_pages("game, search") == {"game", "search"}
    assert needed({"game", "play"}) == set()
    assert needed({"compare"}) == {"run", "other"}
    assert needed({"search-report", "people"}) == {"search", "people"}
    with pytest.raises(SystemExit, match="there is no page 'serach'"):
        chosen_pages("serach")


SLOW = """<!DOCTYPE html><title>Slow</title><p class="htmx-request">Working</p><script src="/slow.js"></script>"""


@pytest.mark.long
@needs_browser
def test_pictures_wait_for_late_parts_without_breaking_the_policy_of_pages(browser: Browser) -> None:
    page = browser.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text))
    policy = {"Content-Security-Policy": content_policy("0123")}
    page.route("**/slow", lambda route: route.fulfill(content_type="text/html", body=SLOW, headers=policy))
    late = "setTimeout(() => document.querySelector('p').removeAttribute('class'), 2500)"
    page.route("**/slow.js", lambda route: route.fulfill(content_type="text/javascript", body=late))
    page.goto("http://localhost/slow")
    settle(page)
    assert page.locator(".htmx-request").count() == 0
    assert complaints == []
    page.close()
