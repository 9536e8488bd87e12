"""The page of a game: one file that runs what is in it and nothing else."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import apts
from apts.cli.commands import app
from apts.errors import AptsError
from apts.publish.game_page import menus_of_options, number_menu, publish_page

HOSTILE = "</script><script>document.title='harmed'</script>"
HOSTILE_GAME = f"""(game "{HOSTILE}" (players 2)
    (equipment {{ (board (square 3)) (piece "<img src=x onerror=alert(1)>" Each) }})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


def data_of(page: str) -> dict[str, Any]:
    """What the page carries for its script."""
    found = re.search(r'<script type="application/json" id="published-game">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_page_of_connect_four_is_small_and_whole() -> None:
    page = publish_page(apts.load("connect-four"))
    assert len(page.encode()) <= 300_000
    assert not re.search(r'(?:src|href)="', page)
    data = data_of(page)
    assert data["variants"][0]["description"]["name"] == "Connect Four"
    assert base64.b64decode(data["programs"][0])[:4] == b"\0asm"
    assert "level:master" in [one["spec"] for one in data["variants"][0]["opponents"]]


def test_policy_allows_the_script_and_the_style_of_the_page_alone() -> None:
    page = publish_page(apts.load("tic-tac-toe"))
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src &#x27;none&#x27;")
    assert "unsafe-inline" not in policy[1]
    for tag in ("script", "style"):
        text = re.search(rf"<{tag}(?: id=\"page-script\")?>(.*?)</{tag}>", page, re.DOTALL)
        assert text is not None
        digest = base64.b64encode(hashlib.sha256(text[1].encode()).digest()).decode()
        assert f"sha256-{digest}" in policy[1]


def test_names_that_look_like_markup_stay_names() -> None:
    page = publish_page(apts.load(HOSTILE_GAME))
    assert page.count("<script") == 2
    assert page.count("</script") == 2
    assert "<img" not in page
    assert data_of(page)["variants"][0]["description"]["name"] == HOSTILE


def test_options_and_numbers_are_chosen_on_the_page_and_share_programs() -> None:
    game = apts.load("tic-tac-toe")
    data = data_of(publish_page(game, menus=menus_of_options(game)))
    assert [menu["values"] for menu in data["menus"]] == [["3x3", "4x4", "5x5"], ["Win", "Avoid"]]
    assert len(data["variants"]) == 6
    slider = number_menu(apts.load("connect-four"), "length", range(3, 6))
    assert (slider.values, slider.usual) == ((3, 4, 5), 1)
    numbers = data_of(publish_page(apts.load("connect-four"), levels=["uct:iterations=100"], menus=[slider]))
    assert [one["choice"] for one in numbers["variants"]] == [[1], [0], [2]]
    assert len(numbers["programs"]) == 1


def test_page_opens_at_a_position_that_was_asked_for() -> None:
    game = apts.load("connect-four")
    assert data_of(publish_page(game, start=["D", "d"]))["start"] == {"seed": "0", "moves": ["d", "d"]}
    with pytest.raises(AptsError, match="'z' is not a legal move"):
        publish_page(game, start=["d", "z"])


def test_what_cannot_be_published_is_refused_in_a_sentence() -> None:
    with pytest.raises(AptsError, match="written in Python"):
        publish_page(apts.load("snowball-class"))
    with pytest.raises(AptsError, match=r"no language 'fr' .*en, pt-BR"):
        publish_page(apts.load("tic-tac-toe"), language="fr")
    game = apts.load("hex")
    with pytest.raises(AptsError, match=r"24 combinations|make \d+ combinations"):
        publish_page(game, menus=[*menus_of_options(game), number_menu(game, "hex.dim", range(3, 9))])


def test_hidden_information_is_not_published() -> None:
    hidden = """(game "Veil" (players 2) (equipment { (board (square 3)) (piece "Stone" Each) })
        (rules (start (set Hidden (sites Board) to:P1)) (play (move Add (to (sites Empty))))
            (end (if (is Line 3) (result Mover Win)))))"""
    with pytest.raises(AptsError, match=r"Veil has hidden information .* show everything to everybody"):
        publish_page(apts.load(hidden))


def test_command_writes_the_file_and_tells_its_size(tmp_path: Path) -> None:
    target = tmp_path / "game.html"
    done = CliRunner().invoke(app, ["publish", "tic-tac-toe", "--option", "Grid/4x4", "-o", str(target), "--json"])
    told = json.loads(done.output)
    assert told == {"name": "Tic-Tac-Toe", "file": str(target), "bytes": target.stat().st_size}
    assert len(data_of(target.read_text(encoding="utf-8"))["variants"][0]["description"]["sites"]) == 16


def test_page_is_not_written_over_a_report_that_has_the_name_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    report = tmp_path / "tic-tac-toe.html"
    report.write_text("<title>Play-test of Tic-Tac-Toe</title>", encoding="utf-8")
    refused = CliRunner().invoke(app, ["publish", "tic-tac-toe"])
    assert refused.exit_code != 0
    assert "is not a page to play on" in str(refused.exception)
    assert "Play-test" in report.read_text(encoding="utf-8")
    for _ in range(2):  # named, it is written over, and then it is a page that may be made anew
        named = ["-o", "tic-tac-toe.html"] if "Play-test" in report.read_text(encoding="utf-8") else []
        assert CliRunner().invoke(app, ["publish", "tic-tac-toe", *named]).exit_code == 0
