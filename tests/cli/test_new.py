"""``apts new`` and ``apts games``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from apts.games.catalogue import templates
from tests.cli.command_line import apts


def test_a_new_game_names_the_next_commands(tmp_path: Path) -> None:
    answer = apts("new", tmp_path / "my-game")
    written = tmp_path / "my-game.lud"
    assert answer.code == 0
    assert answer.output.splitlines()[1:] == [f"  apts {word} {written}" for word in ("check", "play", "playtest")]
    assert '(game "My Game"' in written.read_text(encoding="utf-8")


@pytest.mark.parametrize("template", templates())
def test_template_checks_without_a_warning(template: str, tmp_path: Path) -> None:
    assert apts("new", tmp_path / "mine", "--template", template).code == 0
    answer = apts("check", tmp_path / "mine.lud", "--strict")
    assert (answer.code, answer.complaint) == (0, "")
    assert answer.output.startswith("ok: Mine, 2 players")
    assert not re.search(r":\d+:\d+: ", answer.output), "neither warnings nor notes"


def test_list_has_a_line_for_each_template() -> None:
    lines = apts("new", "--list").output.splitlines()
    assert [line.split()[0] for line in lines] == list(templates())
    assert all(len(line.split()) > 4 for line in lines)
    assert [row["template"] for row in apts("new", "--list", "--json").json] == list(templates())


def test_json_tells_what_was_written(tmp_path: Path) -> None:
    told = apts("new", tmp_path / "mine", "--template", "Race", "--json").json
    assert told["file"] == str(tmp_path / "mine.lud")
    assert told["template"] == "race"
    assert len(told["commands"]) == 3


def test_nothing_is_written_over_or_without_a_name(tmp_path: Path) -> None:
    apts("new", tmp_path / "mine")
    again = apts("new", tmp_path / "mine.lud")
    assert again.code == 1
    assert "--force" in again.complaint
    assert apts("new", tmp_path / "mine", "--force").code == 0
    nameless = apts("new")
    assert nameless.code == 1
    assert "apts new my-game.lud" in nameless.complaint


def test_games_are_listed_with_players_kind_and_a_line() -> None:
    (row,) = [line for line in apts("games").output.splitlines() if line.startswith("mail-coaches")]
    assert row.split()[:5] == ["mail-coaches", "2", "to", "4", "race"]
    (told,) = [row for row in apts("games", "--json").json if row["name"] == "tablut"]
    assert (told["players"], told["kind"], told["made_of"]) == ([2], "siege", "text")
