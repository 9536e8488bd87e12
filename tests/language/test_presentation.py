"""What the metadata of a text says about how its game is shown."""

from __future__ import annotations

import pytest

import apts
from apts.errors import AptsError
from apts.language.mistakes.problems import RulesError
from apts.language.presentation import LONGEST_NAME, presentation_of

RAID = """
(game "Raid"
    (players 2)
    (equipment {{ (board (rectangle 3 2)) (piece "Disc" Each) }})
    (rules
        (start (place "Disc1" {{ "A1" }}))
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
(metadata
    (info {{ (description "Hills ({{ player Name )") }})
    (graphics {{ {lines} (board Style Go) }})
)
"""


def raid(lines: str) -> apts.Game:
    return apts.load(RAID.format(lines=lines))


def test_seats_have_the_names_of_the_metadata_and_others_have_none() -> None:
    game = raid('(player Name P2 "The  Raiders")')
    assert game.seat_names == ("", "The Raiders")
    assert game.seat_called(2) == "The Raiders (seat 2)"
    assert (game.seat_called(1), game.seat_called(1, "player")) == ("seat 1", "player 1")
    assert raid("").seat_names == ("", "")


def test_rows_from_the_top_change_labels_in_rules_moves_and_pictures_and_nothing_else() -> None:
    usual, turned = raid(""), raid("(board Rows FromTop)")
    assert [str(move) for move in usual.start().moves()] == ["b1", "a2", "b2", "a3", "b3"]
    assert [str(move) for move in turned.start().moves()] == ["a3", "b3", "a2", "b2", "b1"]
    assert str(turned.start()).split()[0] == "X1/2/2"
    assert turned.board is not None
    assert turned.board.row_of() == (0, 0, 1, 1, 2, 2)
    lines = turned.start().board_text().splitlines()
    assert [line.split()[:2] for line in lines[:3]] == [["1", "X"], ["2", "."], ["3", "."]]
    state = turned.start().play("B1")
    assert turned.state(str(state)) == state
    assert "last=b1" in str(state)


def test_library_plays_othello_in_the_notation_of_its_players() -> None:
    assert {str(move) for move in apts.load("othello").start().moves()} == {"d3", "c4", "f5", "e6"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('(player Name P3 "Owls")', "there is no seat 3 to be named: the game has 2"),
        ('(player Name "Owls")', "does not name a seat"),
        ("(player Name P1 Owls)", "does not name a seat"),
        ('(player Name P1 " ")', "1 to 40 characters, not 0"),
        (f'(player Name P1 "{"x" * (LONGEST_NAME + 1)}")', "not 41"),
        ('(player Name P1 "A") (player Name P1 "B")', "seat 1 has a name already, 'A'"),
        ('(player Name P1 "Owls") (player Name P2 "owls")', "two seats cannot both be called 'owls'"),
        ('(player Name P1 "\x1b[31mOwls")', "the sign U+001B cannot be shown"),
        ("(board Rows Up)", "expected: (board Rows FromTop), (board Rows FromBottom)"),
    ],
)
def test_what_cannot_be_meant_is_told_with_its_place(line: str, said: str) -> None:
    with pytest.raises(RulesError) as caught:
        raid(line)
    assert said in str(caught.value)
    assert "^" in str(caught.value)


VARYING = """(game "Owls" (players <Seats:number>) (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
(option "Seats" <Seats> args:{ <number> } { (item "Two" <2> "")* (item "Three" <3> "") })
(metadata (graphics { (player Name P1 "Barn") (player Name P2 "Snow") (player Name P3 "Hawk") }))"""


def test_seats_that_another_option_has_can_be_named() -> None:
    assert apts.load(VARYING).seat_names == ("Barn", "Snow")
    assert apts.load(VARYING, seats="Three").seat_names == ("Barn", "Snow", "Hawk")
    with pytest.raises(RulesError, match="there is no seat 4 to be named"):
        apts.load(VARYING.replace("P3", "P4"))


def test_named_seat_may_be_left_out_by_a_parameter() -> None:
    fixed = VARYING.replace("<Seats:number>", "3")
    assert apts.load(fixed, players_count=2).seat_names == ("Barn", "Snow")


def test_pieces_are_called_what_the_metadata_says_in_moves_and_drawings() -> None:
    game = raid('(piece Rename piece:"Disc" "Warrior") (piece Rename piece:"Disc2" "Wolf")')
    assert game.piece_names == ("Warrior", "Wolf")
    assert "W Warrior1, w Wolf2" in game.start().play("b1").play("a2").board_text()
    with pytest.raises(AptsError, match="no piece of the equipment is called so; did you mean Disc"):
        raid('(piece Rename piece:"Dics" "Warrior")')
    with pytest.raises(AptsError, match="one word"):
        raid('(piece Rename piece:"Disc" "1@a")')


def test_metadata_of_other_programs_is_passed_over() -> None:
    assert presentation_of('(metadata (ai "x_ai") (graphics { (player Colour P9 (colour Red)) }))', 2).seat_names == {}


class Raiders(apts.PythonGame[int]):
    """Who takes the last stone wins."""

    name = "Nim"

    def start(self) -> int:
        return 3

    def mover(self, position: int) -> int:
        return 1 + position % 2

    def moves(self, position: int) -> list[str]:
        return ["take"]

    def play(self, position: int, move: str) -> int:
        return position - 1

    def outcome(self, position: int) -> apts.Outcome | None:
        return None if position else apts.Outcome.won_by(1, 2, "the last stone")

    def write(self, position: int) -> str:
        return str(position)

    def read(self, text: str) -> int:
        return int(text)


def class_game(names: object) -> apts.Game:
    return apts.load(type("Named", (Raiders,), {"seat_names": names}))


def test_class_names_its_seats_by_an_attribute() -> None:
    game = class_game(["Defenders", "Raiders"])
    assert game.seat_called(2) == "Raiders (seat 2)"
    outcome = apts.Outcome.won_by(2, 2, "the gate fell")
    assert outcome.describe(game.seat_names) == "Raiders (seat 2) wins: the gate fell"
    assert apts.load(Raiders).seat_called(2) == "seat 2"


@pytest.mark.parametrize(
    ("names", "said"),
    [("AB", "one name for each of the 2 seats"), (["A"], "one name for each"), (["A", "\x1b"], "one line of 1 to 40"),
     (["A", "a"], "cannot have one name"), (["A", 3], "one line"), (7, "one name for each")],
)  # fmt: skip
def test_class_with_names_that_fit_no_seats_is_told_so(names: object, said: str) -> None:
    with pytest.raises(AptsError, match=said):
        class_game(names)


def test_word_that_is_one_slip_off_is_told_and_other_metadata_passed_over() -> None:
    rules = '(game "X" (players 2)) (metadata (graphics {{ (player {} P1 "Salt") (player Colour P1 (colour Red)) }}))'
    with pytest.raises(RulesError) as refusal:
        presentation_of(rules.format("Nmae"), 2)
    assert [(problem.nearest, problem.position.column) for problem in refusal.value.problems] == [(("Name",), 54)]
    assert presentation_of(rules.format("Name"), 2).seat_names == {1: "Salt"}
    assert presentation_of(rules.format("Style"), 2).seat_names == {}
