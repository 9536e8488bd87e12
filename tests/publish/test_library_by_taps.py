"""Every game of the library is played on its page by taps, at the size of a phone and of a desk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import apts
from tests.browser import needs_browser
from tests.publish.node_matches import compiled_games
from tests.publish.open_pages import SIZES, opened, written

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [needs_browser, pytest.mark.long]
LONGEST = 100
"""Moves after which a match is given up: random ones of some games go on for hours."""


@pytest.mark.parametrize("name", compiled_games())
def test_game_is_played_to_its_end_by_taps(browser: Browser, tmp_path: Path, name: str) -> None:
    file = written(tmp_path, apts.load(name))
    for seed, size in enumerate(SIZES, 1):
        with opened(browser, file, size) as shown:
            shown.seat("person")
            board = shown.page.locator(".board-drawing").bounding_box()
            assert board is not None
            window = SIZES[size]
            assert board["width"] >= 0.6 * min(window["width"], 800) or board["height"] >= 0.5 * window["height"]
            found = shown.play_out(LONGEST, seed)
            assert found["problems"] == []
            assert not found["stuck"]
            if not found["over"]:
                shown.page.locator(".tools button", has_text="Resign").click()
                shown.page.locator("dialog button.main").click()
            assert shown.over
            assert shown.sideways == 0
            assert shown.problems == []
