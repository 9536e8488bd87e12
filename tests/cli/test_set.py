"""``--set`` on the command line takes what keywords of ``apts.load`` take: parameters, options, rulesets, arguments."""

from __future__ import annotations

from pathlib import Path

import pytest

from apts.games.catalogue import library_files
from tests.cli.command_line import apts
from tests.engine import small_games
from tests.wording.golden import Wording

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


FAR = ("--set", "dim=7")
TOLD = "Note: equipment.board.square.dim (size of the board) is set to 7, outside of the range that is shown for it, 1 to 6."


@pytest.mark.parametrize(
    "words",
    [
        ("show", "tic-tac-toe", *FAR),
        ("parameters", "tic-tac-toe", *FAR),
        ("check", "tic-tac-toe.lud", *FAR, "--matches", "5"),
        ("diff", "tic-tac-toe", "tic-tac-toe", "--set-b", "dim=7"),
        ("playouts", "tic-tac-toe", *FAR, "--matches", "5"),
        ("playtest", "tic-tac-toe", *FAR, *QUICK),
        ("playtest", "tic-tac-toe", "--set", "dim=6..7", "--set", "length=3,4", *QUICK),
        ("compare", "tic-tac-toe", "tic-tac-toe", "--set-a", "dim=7", "--set-b", "dim=7", *QUICK),
        ("sensitivity", "tic-tac-toe", *FAR, "--only", "length", *QUICK),
    ],
    ids=" ".join,
)
def test_value_outside_of_the_range_that_is_shown_is_told_once_and_taken(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "tic-tac-toe.lud").write_bytes(library_files()["tic-tac-toe"].read_bytes())
    answer = apts(*words, folder=tmp_path)
    assert answer.code == 0, answer.complaint
    assert answer.complaint.count("Note: ") == 1
    assert TOLD in answer.complaint


def test_slider_that_goes_beyond_the_range_that_is_shown_is_told(tmp_path: Path) -> None:
    answer = apts("publish", "tic-tac-toe", "--set", "dim=5..7", folder=tmp_path)
    assert answer.code == 0
    assert answer.complaint.count("Note: ") == 1
    assert TOLD in answer.complaint


def test_argument_of_a_class_outside_of_the_range_that_is_shown_is_told(wording: Wording) -> None:
    answer = apts("show", "snowball-class", "--set", "goal=99", "--json")
    wording(answer.complaint)


def test_values_inside_of_the_range_options_and_fixed_numbers_are_taken_in_silence() -> None:
    for words in (("dim=6",), ("grid=5x5", "dim=9"), ("aim=Avoid",)):
        answer = apts("show", "tic-tac-toe", *(word for text in words for word in ("--set", text)))
        assert (answer.code, answer.complaint) == (0, "")
    answer = apts("show", "connect-four", "--set", "players.count=3")
    assert "Note" not in answer.complaint


def test_bounds_of_the_text_itself_are_the_range_that_is_shown(tmp_path: Path) -> None:
    rules = library_files()["tic-tac-toe"].read_text(encoding="utf-8")
    note = '(metadata (info {\n    (parameter "is Line.length" "Line to win" 3 4)'
    (tmp_path / "noted.lud").write_text(rules.replace("(metadata (info {", note), encoding="utf-8")
    answer = apts("show", "noted.lud", "--set", "length=5", folder=tmp_path)
    assert "length (Line to win) is set to 5, outside of the range that is shown for it, 3 to 4." in answer.complaint
