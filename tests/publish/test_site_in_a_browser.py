"""The whole library as a folder, every page of it opened."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from apts.cli.commands import app
from apts.publish.game_page import names_in_rules_text
from tests.browser import chromium, needs_browser


@needs_browser
def test_ways_lead_to_games_and_back_in_the_chosen_language(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["publish", "tic-tac-toe", "--folder", str(tmp_path), "--agents", "level:beginner"])
    assert done.exit_code == 0, done.output
    with chromium() as browser:
        page = browser.new_context(viewport={"width": 390, "height": 844}, offline=True).new_page()
        page.goto((tmp_path / "index.html").as_uri())
        assert page.locator("h1").inner_text() == "Games to play"
        page.get_by_label("Português").check()
        assert page.locator("h1").inner_text() == "Jogos para jogar"
        assert page.locator(".players").inner_text() == "2 jogadores"
        page.locator("li a").click()
        page.wait_for_selector(".board-place [data-site]")
        page.get_by_role("link", name="All games").click()
        page.wait_for_url("**/index.html")


@pytest.mark.long
@needs_browser
def test_every_page_of_the_library_opens(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["publish", "--folder", str(tmp_path), "--agents", "level:beginner"])
    assert done.exit_code == 0, done.output
    problems: list[str] = []
    with chromium() as browser:
        page = browser.new_context(viewport={"width": 360, "height": 740}, offline=True).new_page()
        page.on("pageerror", lambda error: problems.append(f"{page.url}: {error}"))
        page.on("console", lambda told: problems.append(f"{page.url}: {told.text}") if told.type == "error" else None)
        page.goto((tmp_path / "index.html").as_uri())
        assert page.evaluate("[...document.images].every((image) => image.naturalWidth > 0)")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        leads = [link.get_attribute("href") or "" for link in page.locator("li a").all()]
        assert len(leads) == len(names_in_rules_text())
        for lead in leads:
            page.goto((tmp_path / lead).as_uri())
            page.wait_for_selector(".board-place [data-site]", timeout=30_000)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), lead
    assert problems == []
