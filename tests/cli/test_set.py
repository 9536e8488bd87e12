"""``--set`` on the command line takes what keywords of ``apts.load`` take: parameters, options, rulesets, arguments."""

from __future__ import annotations

from pathlib import Path

import pytest

from apts.games.shelf import library_files
from tests.cli.command_line import apts
from tests.engine import small_games

FIVE = ("--set", "line=Five")
QUICK = ("--agents", "random", "--matches", "4", "--json")


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rules file with an option of two sizes."""
    file = tmp_path_factory.mktemp("rules") / "noughts.lud"
    file.write_text(small_games.NOUGHTS, encoding="utf-8")
    return file


def test_set_chooses_an_item_of_an_option() -> None:
    for words in (FIVE, ("--set", "Line=five"), ("--option", "Line/Five")):
        shown = apts("show", "connect-four", *words, "--json").json
        assert {option["heading"]: option["chosen"] for option in shown["options"]}["Line"] == "Five"


@pytest.mark.parametrize(
    "words",
    [
        ("playouts", "connect-four", *FIVE, "--matches", "5"),
        ("perft", "connect-four", *FIVE, "--depth", "1"),
        ("check", "connect-four", *FIVE, "--matches", "5"),
        ("parameters", "connect-four", *FIVE),
        ("rules", "connect-four", *FIVE),
        ("diff", "connect-four", "connect-four", "--set-b", "line=Five"),
        ("playtest", "connect-four", *FIVE, *QUICK),
        ("playtest", "connect-four", "--set", "line=Four,Five", *QUICK),
        ("compare", "connect-four", "connect-four", "--set-a", "line=Five", *QUICK),
        ("compare", "connect-four", "--set", "line=Four,Five", *QUICK),
        ("sensitivity", "connect-four", *FIVE, "--only", "length", *QUICK),
        ("analyze", "connect-four", *FIVE, "--agent", "random"),
        ("publish", "connect-four", *FIVE),
        ("publish", "connect-four", "--set", "line=Four,Five"),
    ],
    ids=" ".join,
)
def test_every_command_takes_an_option_by_set(words: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "connect-four.lud"
    file.write_bytes(library_files()["connect-four"].read_bytes())
    words = tuple(str(file) if word == "connect-four" and words[0] == "check" else word for word in words)
    answer = apts(*words, folder=tmp_path)
    assert answer.code == 0, answer.complaint


def test_play_goes_by_the_option_that_was_set(four: Path, tmp_path: Path) -> None:
    answer = apts(
        "play", four, "--set", "board_size=4x4", "--agents", "human,random", typed="a4\nquit\n", folder=tmp_path
    )
    assert "a4" in answer.output
    assert "Traceback" not in answer.complaint


def test_wrong_item_lists_those_there_are() -> None:
    answer = apts("show", "connect-four", "--set", "line=Nine")
    assert answer.code == 1
    assert "there is no item of the option 'Line' 'Nine' (there are: 'Four', 'Five', 'Three')" in answer.complaint


def test_text_is_no_value_of_a_parameter() -> None:
    answer = apts("show", "connect-four", "--set", "length=Five")
    assert answer.code == 1
    assert "is Line.length' is an integer, so it cannot be 'Five'" in answer.complaint
    assert "cannot be read" in apts("show", "connect-four", "--set", "length=").complaint
    assert "ranges are LOW..HIGH" in apts("show", "connect-four", "--set", "length=3..5").complaint


def test_text_is_no_number_of_a_class() -> None:
    answer = apts("show", "snowball-class", "--set", "goal=many")
    assert answer.code == 1
    assert "the setting 'goal' of Snowball is a number, so it cannot be 'many'" in answer.complaint


def test_option_that_is_chosen_twice_is_refused() -> None:
    answer = apts("show", "connect-four", "--option", "Line/Five", "--set", "line=Three")
    assert answer.code == 1
    assert "line is given twice, as --option Line/Five and as --set line=Three; give it once" in answer.complaint


def test_slider_of_words_that_are_no_items_is_refused(tmp_path: Path) -> None:
    answer = apts("publish", "connect-four", "--set", "length=few,many", folder=tmp_path)
    assert answer.code == 1
    assert "a slider has whole numbers" in answer.complaint


def test_published_menu_has_the_items_that_were_named(tmp_path: Path) -> None:
    apts(
        "publish", "connect-four", "--set", "line=Five,Three", "--option-menus", "--option", "Grid/5x4", folder=tmp_path
    )
    page = (tmp_path / "connect-four.html").read_text(encoding="utf-8")
    assert '"values":["Five","Three"]' in page.replace('", "', '","').replace('": [', '":[')
