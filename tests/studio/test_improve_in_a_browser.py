"""Improving and teaching in a browser: from goals to an adopted variant, from a training to a network that can be played,
also after the studio was killed in the middle."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from apts.studio.store.database import Database
from apts.studio.store.game_store import GameStore
from apts.studio.store.jobs import Job, Jobs
from apts.studio.store.matches import Models
from tests.browser import needs_browser
from tests.studio.served import Served
from tests.studio.test_improve import ORDERS, RULES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

pytestmark = [needs_browser, pytest.mark.long]

WAIT = 240_000
PHONE = {"width": 390, "height": 844}


def is_wrong(told: ConsoleMessage) -> bool:
    """Whether a page complains; a form that is answered with its mistakes, which browsers note, is in order."""
    answered = "status of 400" in told.text and told.location["url"].endswith("/improve")
    return told.type == "error" and not answered


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page on a phone; whatever its console complains of fails the test."""
    context = browser.new_context(viewport=PHONE, locale="en")
    opened = context.new_page()
    opened.set_default_timeout(60_000)
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda told: wrong.append(told.text) if is_wrong(told) else None)
    yield opened
    context.close()
    assert wrong == []


def own_game(served: Served, name: str) -> str:
    """An own game, put on the shelf beside the server."""
    database = Database(served.folder / "studio.db")
    id = GameStore(database).add(name, RULES).id
    database.close()
    return id


def fits(page: Page) -> bool:
    """Whether nothing scrolls sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def ended(served: Served, id: str, seconds: float = 240.0) -> Job:
    """A job when it has ended."""
    database = Database(served.folder / "studio.db")
    try:
        ends = time.monotonic() + seconds
        while not (job := Jobs(database).job(id)).over:
            assert time.monotonic() < ends, f"the job did not end: {job.progress}"
            time.sleep(0.5)
        return job
    finally:
        database.close()


def test_game_is_improved_from_goals_to_an_adopted_candidate(page: Page, served: Served) -> None:
    id = own_game(served, "Long Row")
    page.goto(f"{served.address}/games/{id}/improve")
    assert fits(page)
    for question in ("fair-seats", "few-draws"):
        page.locator(f"input[value={question}]").uncheck()
    page.locator("textarea[name=own]").fill("length at moost 6")
    page.get_by_role("button", name="Start the search").click()
    assert "cannot be read" in page.locator("#wrong-own").inner_text()
    page.locator("textarea[name=own]").fill("length at most 6")
    for kind in ("truth", "option", "remove", "add", "swap", "crossover"):
        page.locator(f"input[value={kind}]").uncheck()
    page.locator("summary", has_text="More").click()
    page.locator("select[name=agents]").select_option("random")
    for name, number in (("budget", 200), ("most", 24), ("fresh", 20)):
        page.locator(f"input[name={name}]").fill(str(number))
    page.get_by_role("button", name="Start the search").click()
    page.wait_for_url("**/improve/*")
    page.locator(".verdict", has_text="Fresh matches confirm it.").wait_for(timeout=WAIT)
    assert fits(page)
    assert page.locator("svg.chart").count() == 1
    board = page.locator("#candidate-1 img.board")
    board.scroll_into_view_if_needed()
    assert board.evaluate("async (shown) => (await shown.decode(), shown.naturalWidth)") > 0
    search = page.url
    page.goto(f"{search}/report")
    assert "from goals to fixes" in page.locator("h1").inner_text()
    page.goto(search)
    with page.expect_response("**/candidates/1/adopt"):
        page.get_by_role("button", name="Adopt as a new version").first.click(no_wait_after=True)
    database = Database(served.folder / "studio.db")
    newest = GameStore(database).versions(id)[0]
    database.close()
    assert newest.number == 2
    assert "3 becomes 2" in newest.note


def test_training_is_begun_and_its_network_can_be_played(page: Page, served: Served) -> None:
    pytest.importorskip("torch")
    id = own_game(served, "Row to learn")
    page.goto(f"{served.address}/games/{id}/learn")
    assert fits(page)
    page.locator("input[name=minutes]").fill("0.2")
    page.locator("input[value=glance]").check()
    page.get_by_role("button", name="Start the training").click()
    page.wait_for_url("**/learn/*")
    job = page.url.rsplit("/", 1)[1]
    page.get_by_role("button", name="Delete").wait_for(timeout=WAIT)
    assert fits(page)
    assert page.locator("svg.chart").count() >= 2
    link = page.get_by_role("link", name="Play against it")
    assert link.get_attribute("href") == f"/games/{id}/play?opponent=model:{job}"
    assert [model.job for model in Models(served.folder).of(id)] == [job]
    page.goto(f"{served.address}/learn")
    assert page.locator(f'a[href="/learn/{job}"]').count() == 1
    assert fits(page)


def test_search_goes_on_after_the_studio_was_killed(own_folder_served: Served) -> None:
    served = own_folder_served
    id = own_game(served, "Long Row")
    job_request = {**ORDERS, "agents": "uct:iterations=400", "matches": 1500, "most": 200, "fresh": 100}
    database = Database(served.folder / "studio.db")
    jobs = Jobs(database)
    job = jobs.add("improve", id, "To be killed", job_request)
    served.kill()
    served.start()  # what waits is taken up
    ends = time.monotonic() + 120.0
    while not jobs.job(job.id).progress.get("trace"):
        assert time.monotonic() < ends
        time.sleep(0.2)
    before = jobs.job(job.id).progress["trace"]
    served.kill()
    assert jobs.job(job.id).state == "running"
    served.start()
    done = ended(served, job.id)
    database.close()
    assert done.state == "done", done.error
    assert done.result["trace"][: len(before)] == before
    assert done.result["verdict"] in ("met", "open", "missed")


@pytest.fixture
def own_folder_served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A studio that a test may kill."""
    with Served(tmp_path_factory.mktemp("killed")) as serving:
        yield serving
