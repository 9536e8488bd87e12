"""Published pages in Chromium, opened from a file with the network off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apts.engine.play.game import Game
from apts.publish.game_page import publish_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIZES = {"phone": {"width": 360, "height": 740}, "desktop": {"width": 1280, "height": 860}}
TAPPING = Path(__file__).with_name("tapping.js").read_text(encoding="utf-8")


@dataclass
class OpenPage:
    """A page that is open, and what went wrong on it."""

    page: Page
    problems: list[str] = field(default_factory=list)

    @property
    def made(self) -> int:
        """How many moves were made."""
        return self.page.locator(".move-list li").count()

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.page.locator(".status.over").count() > 0

    def usable(self) -> Any:
        """The sites that can be tapped."""
        return self.page.locator(".board-place .usable, .board-place .origin-slot, .board-place .target-slot")

    def seat(self, *sitters: str) -> None:
        """Begin a match with these sitters, the last one at all seats that are left."""
        self.page.locator("header button").click()
        menus = self.page.locator("dialog select")
        for index in range(menus.count()):
            menus.nth(index).select_option(sitters[min(index, len(sitters) - 1)])
        self.page.locator("dialog button.main").click()

    def wait_for_person(self) -> None:
        """Wait until a person is to move or the match is over."""
        waiting = ".status.over, .board-place .usable, .board-place .origin-slot, .choices button"
        self.page.wait_for_selector(waiting, state="attached", timeout=20_000)

    def make_move(self, place: int = 0) -> None:
        """Tap a place that is a move by itself, and wait until it was made and a person is to move again."""
        self.tap_move(place)
        self.wait_for_person()

    def tap_move(self, place: int = 0) -> None:
        """Tap a place that is a move by itself, or a button where there is none, and wait until it was made."""
        made = self.made
        choices = self.page.locator(".choices button")
        (choices if choices.count() else self.usable()).nth(place).tap()
        self.page.locator(".move-list li").nth(made).wait_for(state="attached")

    def play_out(self, most: int, seed: int = 1) -> dict[str, Any]:
        """Play by taps for all people at the table."""
        found: dict[str, Any] = self.page.evaluate(TAPPING, {"most": most, "seed": seed})
        return found

    @property
    def sideways(self) -> int:
        """By how many pixels the page is wider than its window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def written(folder: Path, game: Game, **wanted: Any) -> Path:
    """The file of a published game."""
    file = folder / "game.html"
    file.write_text(publish_page(game, **wanted), encoding="utf-8")
    return file


@contextmanager
def opened(browser: Browser, file: Path, size: str = "phone", link: str = "", **context: Any) -> Iterator[OpenPage]:
    """The page of a file, without a network."""
    settings = {"viewport": SIZES[size], "has_touch": size == "phone", "offline": True, "locale": "en-US", **context}
    around = browser.new_context(**settings)
    shown = OpenPage(around.new_page())
    shown.page.on("pageerror", lambda error: shown.problems.append(str(error)))
    shown.page.on("console", lambda told: shown.problems.append(told.text) if told.type == "error" else None)
    shown.page.goto(file.as_uri() + link)
    shown.page.wait_for_selector("[data-site]")
    yield shown
    around.close()
