"""``apts parameters`` and ``apts diff`` on the command line, and notes of a text about its parameters."""

from __future__ import annotations

from pathlib import Path

import pytest

from apts.errors import AptsError
from apts.variants.tunables import tunable
from tests.cli.command_line import apts
from tests.variants.test_difference import GAME
from tests.wording.golden import Wording


@pytest.mark.long
def test_parameters_lists_names_values_and_ranges() -> None:
    answer = apts("parameters", "tic-tac-toe")
    assert answer.code == 0, answer.complaint
    assert "length of the line that wins" in answer.output
    found = {one["path"]: one for one in apts("parameters", "tic-tac-toe", "--json").json}
    assert found["Grid"]["labels"] == ["3x3", "4x4", "5x5"]
    assert found["rules.end.if.is Line.length"]["line"] > 0


@pytest.mark.long
def test_what_makes_no_sense_to_turn_is_hidden_unless_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "turned.lud"
    path.write_text(GAME.replace("(square 4)", "(rotate 45 (square 4))"), encoding="utf-8")
    assert "2 more values are fixed" in apts("parameters", path).output
    assert "fixed: it turns" in apts("parameters", path, "--all").output


def test_pins_and_bounds_are_given_on_the_command_line() -> None:
    words = ("--pin", "square.dim", "--bounds", "is Line.length=3..4", "--all", "--json")
    found = {one["path"]: one for one in apts("parameters", "tic-tac-toe", *words).json}
    assert found["equipment.board.square.dim"]["fixed"] == "you pinned it"
    assert found["rules.end.if.is Line.length"]["high"] == 4


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--bounds", "length"], "PATH=LOW..HIGH"),
        (["--bounds", "length=6..3"], "the lower one comes first"),
        (["--bounds", "Grid=1..2"], "is not a number"),
        (["--pin", "lenght"], "did you mean"),
    ],
)
def test_wrong_pins_and_bounds_are_told_in_a_sentence(words: list[str], said: str) -> None:
    answer = apts("parameters", "tic-tac-toe", *words)
    assert answer.code == 1
    assert said in answer.complaint
    assert "Traceback" not in answer.complaint


def noted(line: str) -> str:
    """The game with a line of metadata."""
    return f"{GAME}(metadata {{ {line} }})"


def test_text_names_bounds_and_pins_its_parameters(wording: Wording) -> None:
    text = noted('(parameter "is Line.length" "Line to win" 2 4) (parameter "square.dim" Fixed)')
    found = {one.name: one for one in tunable(text)}
    assert (found["Line to win"].low, found["Line to win"].high) == (2, 4)
    wording(found["size of the board"].fixed)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('(parameter "square.dim")', "nothing about a parameter"),
        ("(parameter square.dim Fixed)", "nothing about a parameter"),
        ('(parameter "square.dim" 9 2)', "the lower one comes first"),
        ('(parameter "square.dmi" Fixed)', "did you mean"),
    ],
)
def test_wrong_notes_are_told_with_their_place(line: str, said: str) -> None:
    with pytest.raises(AptsError, match=said) as caught:
        tunable(noted(line))
    assert "<rules>:12:" in str(caught.value)


@pytest.mark.long
def test_diff_tells_rules_and_says_when_they_are_the_same(tmp_path: Path, wording: Wording) -> None:
    first, second = tmp_path / "a.lud", tmp_path / "b.lud"
    first.write_text(GAME, encoding="utf-8")
    second.write_text(GAME.replace("(is Line 3)", "(is Line 4)"), encoding="utf-8")
    answer = apts("diff", first, second)
    assert "* length of the line that wins: 3 becomes 4" in answer.output
    assert "  - a.lud, line 1: (is Line 3)" in answer.output
    wording(apts("diff", first, second, "--set-a", "is Line.length=4").output)
    assert apts("diff", first, second, "--json").json[0]["after"]["rule"] == "(is Line 4)"
    refused = apts("diff", first, "snowball-class")
    assert (refused.code, "no rules text" in refused.complaint) == (1, True)
    missing = apts("diff", first, tmp_path / "c.lud")
    assert missing.code == 1
    assert "no such file" in missing.complaint


@pytest.mark.long
def test_values_are_pinned_and_bounded_by_their_names_in_words() -> None:
    words = ("--pin", "Size of the board", "--bounds", "length of the line that wins=3..4", "--all", "--json")
    found = {one["path"]: one for one in apts("parameters", "tic-tac-toe", *words).json}
    assert found["equipment.board.square.dim"]["fixed"] == "you pinned it"
    assert found["rules.end.if.is Line.length"]["high"] == 4
