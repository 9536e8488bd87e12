"""Several games as a folder: a page for each, and one that leads to them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import apts
from apts.cli.commands import app
from apts.errors import AptsError
from apts.publish.game_page import index_page, library_games, names_in_rules_text, site_entry
from tests.report.runs import Page

HOSTILE = """(game "<script>alert(1)</script>" (players 2)
    (equipment { (board (square 3)) (piece "Ball" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
(metadata (info { (description "<img src=x onerror=alert(2)>") }))"""


def command(*words: str) -> Any:
    """Publish, in this process."""
    return CliRunner().invoke(app, ["publish", *words])


def test_folder_has_a_page_for_each_game_and_one_that_leads_to_them(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    done = command("tic-tac-toe", "hex", "--folder", str(folder), "--agents", "level:casual")
    assert done.exit_code == 0, done.output
    assert sorted(file.name for file in folder.iterdir()) == ["hex.html", "index.html", "tic-tac-toe.html"]
    index = (folder / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'<a href="([^"]+)"', index) == ["tic-tac-toe.html", "hex.html"]
    assert "<script" not in index
    assert index.count("data:image/svg+xml") == 2
    assert '"home":"index.html"' in (folder / "hex.html").read_text(encoding="utf-8")


def test_index_tells_names_and_lines_as_texts_in_two_languages() -> None:
    hostile = apts.load(HOSTILE)
    entries = [site_entry(hostile, []), site_entry(hostile, ["script-alert-1-script.html"])]
    assert [entry.file for entry in entries] == ["script-alert-1-script.html", "script-alert-1-script-2.html"]
    index = index_page(entries)
    assert "<script" not in index
    assert "onerror=alert(2)&gt;" in index
    assert [tag for tag in Page(index).tags if tag == "img"] == ["img", "img"]
    for language in ("en", "pt-BR"):
        index = index_page(entries, language)
        assert re.findall(r'id="in-([\w-]+)" checked', index) == [language]
        assert "2 players" in index
        assert "2 jogadores" in index


def test_library_without_names_is_all_games_in_rules_text() -> None:
    names = names_in_rules_text()
    assert {"connect-four", "hex", "kalah"} <= set(names)
    assert "snowball-class" not in names
    assert next(library_games()).name == apts.load(names[0]).name


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["hex", "tic-tac-toe"], "for several, or the whole library, add --folder"),
        ([], "for several, or the whole library, add --folder"),
        (["hex", "--folder", "x", "--out", "y.html"], "give one of the two"),
        (["hex", "go", "--folder", "x", "--set", "square.dim=5"], "are for one game"),
        (["hex", "snowball-class", "--folder", "x"], "written in Python"),
        (["hexx", "--folder", "x"], "there is no game called 'hexx'"),
    ],
)
def test_what_cannot_be_published_so_is_told(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = command(*words)
    assert isinstance(refused.exception, AptsError)
    assert told in str(refused.exception)
    assert list(tmp_path.iterdir()) == []
