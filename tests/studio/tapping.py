"""Playing on a page by taps on whatever it offers, without knowing the game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

NEXT_TAP = Path(__file__).with_name("next_tap.js").read_text(encoding="utf-8")
PATIENCE = 40_000
MOST_TAPS = 400


def tap_to_the_end(page: Page, seed: int = 1, *, touch: bool = True) -> None:
    """Play a match by real taps or clicks until it is over."""
    page.locator(".board-drawing").wait_for()
    tap = page.touchscreen.tap if touch else page.mouse.click
    for _ in range(MOST_TAPS):
        found = page.evaluate(NEXT_TAP, {"seed": seed, "wanted": ["pass", "swap"], "patience": PATIENCE})
        if found["over"]:
            return
        assert found["place"] is not None, f"nothing can be tapped after move {found['made']}: {found}"
        tap(found["place"]["x"], found["place"]["y"])
    raise AssertionError(f"the match is not over after {MOST_TAPS} taps")
