"""A designer sends a prototype to a friend, who plays three matches in a browser; they come back into the report."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import BROWSER, needs_browser
from tests.cli.command_line import Answer
from tests.cli.command_line import apts_process as apts

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = [pytest.mark.long, needs_browser]

PROTOTYPE = """(game "Three <b>Stones</b>" (players 2)
    (equipment { (board (square 4)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
WORD = "<script>document.title='harmed'</script> & more"
CAN_MOVE = ".status.over, .board-place .usable"


def play_out(page: Page) -> None:
    """Tap the first place that can be tapped until the match is over."""
    for _ in range(20):
        page.wait_for_selector(CAN_MOVE, state="attached", timeout=30_000)
        if page.locator(".status.over").count():
            return
        made = page.locator(".move-list li").count()
        page.locator(".board-place .usable").first.click()
        page.wait_for_function("made => document.querySelectorAll('.move-list li').length > made", arg=made)
    raise AssertionError("the match did not end")


def answer(page: Page) -> None:
    """Answer all questions."""
    page.locator(".questions button", has_text="5").click()
    page.locator(".questions button", has_text="Too long").click()
    page.locator(".questions button", has_text="Yes").click()
    page.locator(".questions input").fill(WORD)
    page.locator(".questions input").blur()


def open_sending(page: Page) -> str:
    """Open what is sent; gives the sentence that says how much it is."""
    page.get_by_role("button", name="Send to the designer").click()
    told = page.locator("dialog p").first.text_content()
    return told or ""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("friends")
    (made / "stones.lud").write_text(PROTOTYPE, encoding="utf-8")
    published = apts("publish", "stones.lud", "--out", "stones.html", "--agents", "level:beginner", folder=made)
    assert published.code == 0, published.complaint
    return made


@pytest.fixture(scope="module")
def friend(folder: Path) -> Iterator[BrowserContext]:
    """The browser of a friend, without a network; it keeps what pages keep."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            str(folder / "profile"),
            executable_path=BROWSER,
            args=["--no-sandbox"],
            viewport={"width": 360, "height": 740},
            offline=True,
            locale="en-US",
            accept_downloads=True,
        )
        yield context
        context.close()


@pytest.fixture(scope="module")
def sent(folder: Path, friend: BrowserContext) -> tuple[Path, Path]:
    """The file and the text that the friend sends after three matches."""
    page = friend.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda told: problems.append(told.text) if told.type == "error" else None)
    page.goto((folder / "stones.html").as_uri())
    for number in range(3):
        play_out(page)
        if number == 0:
            answer(page)
        elif number == 1:
            page.get_by_role("button", name="Do not ask again").click()
        else:
            assert page.locator(".questions").count() == 0
        if number < 2:
            page.get_by_role("button", name="Play again").first.click()
    page.reload()
    assert open_sending(page) == "3 matches of this game are kept on this device."
    with page.expect_download() as saving:
        page.locator("dialog .send-file").click()
    saving.value.save_as(folder / "sent.json")
    (folder / "mail.txt").write_text(
        f"Hello!\n\n> {page.locator('dialog textarea').input_value()}\n\nBye", encoding="utf-8"
    )
    assert problems == []
    page.close()
    return folder / "sent.json", folder / "mail.txt"


@pytest.fixture(scope="module")
def reported(folder: Path, sent: tuple[Path, Path]) -> Answer:
    taken = apts("import", sent[0], "stones.lud", folder=folder)
    assert "3 new matches of people" in taken.output, taken.complaint
    assert "0 new matches of people; 3 were there before" in apts("import", sent[1], "stones.lud", folder=folder).output
    return apts(
        "playtest", "stones.lud", "--agents", "random", "--matches", "30", "--report", "stones-report.html", "--play",
        folder=folder,
    )  # fmt: skip


def test_matches_of_the_friend_are_in_the_report(folder: Path, reported: Answer) -> None:
    assert "People: 3 matches on a published page" in reported.output
    assert "people against level:beginner: score" in reported.output
    html = (folder / "stones-report.html").read_text(encoding="utf-8")
    assert "What people did" in html
    assert "&lt;script&gt;document.title=" in html
    assert WORD not in html


def test_report_leads_back_to_the_board(folder: Path, friend: BrowserContext, reported: Answer) -> None:
    page = friend.new_page()
    page.goto((folder / "stones-report.html").as_uri())
    assert page.title() == "Play-test of Three <b>Stones</b>"
    first = page.locator(".replay").first
    first.locator('[data-go="first"]').click()
    first.locator('[data-go="forward"]').click()
    first.locator('[data-go="forward"]').click()
    first.locator("a.go-on").click()
    page.wait_for_selector(".board-place [data-site]")
    assert page.locator(".move-list li").count() == 2
    assert page.locator(".status.over").count() == 0
    page.close()


def test_friend_can_delete_what_was_played(folder: Path, friend: BrowserContext, reported: Answer) -> None:
    page = friend.new_page()
    page.goto((folder / "stones.html").as_uri())
    open_sending(page)
    forget = page.locator("dialog .forget")
    forget.click()
    forget.click()
    page.get_by_text("Your matches are deleted from this device.").wait_for()
    page.reload()
    assert "No match of yours has ended yet" in open_sending(page)
    page.close()
