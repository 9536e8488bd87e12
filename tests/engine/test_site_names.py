"""Sites have one name everywhere; what is typed may have the other one."""

from __future__ import annotations

import re

import pytest

from apts.engine.play.game import IllegalMove, PositionError
from apts.games.checking import check_text
from apts.games.library import load
from apts.telling.rules_in_words import rules_as_text, rules_in_words

ROW = """
(game "Row" (players 2)
    (equipment {{ (board (rectangle {rows} 6)) (piece "Disc" Each (move Step (to if:(is Empty (to)))))
        (map {{ (pair "{b}" "{c}") }})
        (regions "Home" P1 (sites {{ "{f}" }})) }})
    (rules
        (start {{ (place "Disc1" coord:"{a}") (place "Disc2" {{ "{f}" }}) }})
        (play (forEach Piece))
        (end (if (or (= (last To) (coord "{c}")) (is In (mapEntry (last To)) (sites {{ "{d}" }}))) (result Mover Win)))))
"""
SHORT = dict(zip("abcdef", "AbcdeF", strict=True))
LONG = {letter: f"{letter}1" for letter in "abcdef"}


def test_columns_alone_name_the_sites_of_a_board_of_one_row_in_rules() -> None:
    short, long = (load(ROW.format(rows=1, **names)) for names in (SHORT, LONG))
    assert str(short.start()) == str(long.start()) == "X4O 1 moves=0"
    for game in (short, long):
        assert game.start().play("a-b").play("f-e").play("b-c").outcome is not None


def test_words_drawings_moves_and_positions_call_a_site_of_one_row_alike() -> None:
    for names in (SHORT, LONG):
        game = load(ROW.format(rows=1, **names))
        told = rules_as_text(rules_in_words(game), "")
        assert "Put a Disc of player 1 on a." in told
        assert "Put a Disc of player 2 on f." in told
        assert not re.search(r"\b[a-f]1\b", re.sub("`[^`]*`", "", told))
        state = game.start().play("a-b")
        assert "last=a-b" in str(state)
        assert [found for found in re.findall(r">([a-f]\d?)<", state.svg()) if len(found) > 1] == []


@pytest.mark.parametrize("typed", ["a-b", "a1-b1", "A1-B1", "a1b1", "a-b1", "ab"])
def test_moves_of_one_row_are_typed_with_and_without_the_row(typed: str) -> None:
    state = load(ROW.format(rows=1, **LONG)).start()
    assert str(state.play(typed)) == str(state.play("a-b"))


@pytest.mark.parametrize("typed", ["a2-b2", "a11-b1", "a1", "1"])
def test_other_rows_are_not_those_of_a_board_of_one_row(typed: str) -> None:
    with pytest.raises(IllegalMove):
        load(ROW.format(rows=1, **LONG)).start().play(typed)


def test_positions_of_one_row_are_read_with_and_without_the_row() -> None:
    game = load(ROW.format(rows=1, **LONG))
    assert game.state("1X3O 2 moves=1 last=a1-b1") == game.state("1X3O 2 moves=1 last=a-b")
    with pytest.raises(PositionError, match="no site 'a2'"):
        game.state("1X3O 2 moves=1 last=a2-b1")


def test_a_column_alone_names_no_site_of_several_rows() -> None:
    with pytest.raises(Exception, match="coordinate 'A', which the board does not have"):
        load(ROW.format(rows=2, **SHORT))


def test_columns_of_connect_four_may_be_typed_with_the_row() -> None:
    start = load("connect-four").start()
    assert [move.text for move in start.moves()] == list("abcdefg")
    assert start.play("d1") == start.play("d")


@pytest.mark.parametrize(
    ("board", "ranges"),
    [
        ("(square 8)", ["a1 to h8"]),
        ("(square 30)", ["a1 to ad30"]),
        ("(rectangle 1 7)", ["a to g"]),
        ("(hex 3)", ["a1 to a3", "b1 to b4", "c1 to c5", "d2 to d5", "e3 to e5"]),
        ("(hex Triangle 3)", ["a1", "b1 to b2", "c1 to c3"]),
        ("(square Diamond 2)", ["a2", "b1 to b3", "c2"]),
        ("(remove (square 3) cells:{4})", ["a1 to a3", "b1", "b3", "c1 to c3"]),
    ],
)
def test_coordinates_of_a_board_are_told_without_any_that_it_has_not(board: str, ranges: list[str]) -> None:
    text = (
        f'(game "Board" (players 2) (equipment {{ (board {board}) (piece "Disc" Each) }}) (rules '
        '(play (move Add (to (sites Empty)))) (end (if (is In (last To) (sites {"z99"})) (result Mover Win)))))'
    )
    (doubt,) = (one for one in check_text(text, "x.lud", matches=0).warnings if one.kind == "unknown-name")
    assert list(doubt.problem.expected) == ranges
