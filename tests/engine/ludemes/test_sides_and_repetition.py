"""Changing sides: beside a rule against repetition, and as a move among others."""

from __future__ import annotations

import pytest

from apts import State, load
from apts.engine.compiler.ludeme import UnsupportedRule
from apts.engine.runtime.layout import MOVER, MOVES_THIS_TURN, SWAPPED, TURN
from tests.engine.small_match import SmallMatch, small_game

PLAIN = small_game(
    "(or (move Add (to (sites Empty))) (move Remove (sites Occupied by:Next)))", board="(board (square 2))"
)


def with_meta(text: str, meta: str) -> str:
    return text.replace("(rules ", f"(rules (meta {meta}) ")


@pytest.mark.parametrize("kind", ["", "Positional", "Situational", "PositionalInTurn", "SituationalInTurn"])
def test_the_swap_is_offered_beside_a_rule_against_repetition(kind: str) -> None:
    match = SmallMatch(with_meta(PLAIN, f"{{(swap) (no Repeat {kind})}}"))
    match.play(0)
    assert match.legal().count((-1, -1)) == 1
    match.move(-1, -1)
    assert match.state[SWAPPED] == 1
    assert match.state[MOVER] == 2


def test_after_the_swap_the_positions_before_it_are_other_positions() -> None:
    match = SmallMatch(with_meta(PLAIN, "{(swap) (no Repeat)}"))
    match.play(0)
    assert (0, 0) not in match.legal()  # it would bring back the empty board
    match.move(-1, -1)
    assert (0, 0) in match.legal()


def test_the_unnamed_variable_belongs_to_the_position() -> None:
    play = "(or (move Add (to (sites Empty)) {then}) (move Remove (sites Occupied by:Next) {then}))"
    silent = SmallMatch(with_meta(small_game(play.format(then=""), board="(board (square 2))"), "(no Repeat)"))
    silent.play(0)
    assert (0, 0) not in silent.legal()
    counted = play.format(then="(then (set Var (count Moves)))")
    marked = SmallMatch(with_meta(small_game(counted, board="(board (square 2))"), "(no Repeat)"))
    marked.play(0)
    assert (0, 0) in marked.legal()


def test_changing_sides_among_other_moves_begins_a_turn() -> None:
    play = "(or (move Add (to (sites Empty))) (if (= (count Moves) 1) (move Swap Players P1 P2)))"
    match = SmallMatch(small_game(play, board="(board (square 2))"))
    assert (-1, -1) not in match.legal()
    match.play(0)
    assert match.legal().count((-1, -1)) == 1
    match.move(-1, -1)
    assert (match.state[SWAPPED], match.state[MOVER], match.state[TURN], match.state[MOVES_THIS_TURN]) == (1, 2, 3, 0)
    assert sorted(match.legal()) == [(1, 1), (2, 2), (3, 3)]


def test_changing_sides_as_an_effect_goes_on_with_the_turn() -> None:
    play = "(move Add (to (sites Empty)) (then (if (= (count Moves) 1) (swap Players P1 P2))))"
    match = SmallMatch(small_game(play, board="(board (square 2))"))
    match.play(0)
    assert (match.state[SWAPPED], match.state[MOVER], match.state[TURN], match.state[MOVES_THIS_TURN]) == (1, 1, 1, 1)


@pytest.mark.parametrize(
    ("sides", "swapped"), [("P1 P2", 1), ("2 1", 1), ("Mover Next", 1), ("P1 P1", 0), ("1 Mover", 0)]
)
def test_two_players_change_sides_and_one_alone_does_not(sides: str, swapped: int) -> None:
    match = SmallMatch(small_game(f"(move Swap Players {sides})"))
    match.move(-1, -1)
    assert (match.state[SWAPPED], match.state[MOVER]) == (swapped, 1)


def test_changes_of_sides_among_three_are_refused() -> None:
    with pytest.raises(UnsupportedRule, match="more than two"):
        SmallMatch(small_game("(move Swap Players P1 P2)", players=3))


def test_a_position_that_was_there_is_known() -> None:
    play = "(or (move Add (to (sites Empty)) {then}) (move Remove (sites Occupied by:All) {then}))"
    asked = '(then (set Var "seen" (toInt (is Repeat))))'
    match = SmallMatch(small_game(play.format(then=asked), board="(board (square 2))"))
    match.play(0)
    assert match.position.field("variable seen", 0) == 0
    match.play(0)  # the empty board of the start is there again
    assert match.position.field("variable seen", 0) == 1
    match.play(1)
    assert match.position.field("variable seen", 0) == 0


def test_repetition_in_a_turn_forgets_earlier_turns() -> None:
    play = (
        "(do (or (move Add (to (sites Empty)) (then (moveAgain))) (move Remove (sites Occupied by:All) (then (moveAgain))))"
        " ifAfterwards:(not (is Repeat PositionalInTurn)))"
    )
    match = SmallMatch(small_game(f"(or {play} (move Pass))", board="(board (square 2))"))
    match.play(0, 1)
    assert (1, 1) not in match.legal()
    match.move(-1, -1)
    match.play(2)
    assert (2, 2) in match.legal()  # two pieces stood there in the turn before


def test_two_kinds_of_repetition_are_refused() -> None:
    text = small_game("(if (is Repeat Situational) (move Pass) (move Add (to (sites Empty))))")
    with pytest.raises(UnsupportedRule, match="beside"):
        SmallMatch(with_meta(text, "(no Repeat)"))


TO_AND_FRO = ("a1-b1", "a2-b2", "b1-a1", "b2-a2") * 2


def walkers(meta: str = "", condition: str = "(no Moves Next)", then: str = "") -> State:
    """The start of a game in which two pieces walk."""
    walk = '(piece "Walker" Each (move Step Orthogonal (to if:(is Empty (to)))))'
    start = '(start {(place "Walker1" 0) (place "Walker2" 3)})'
    equipment = f"(equipment {{ (board (rectangle 2 3)) {walk} }})"
    rules = f"(rules {meta} {start} (play (forEach Piece {then})) (end (if {condition} (result Mover Loss))))"
    return load(f'(game "Walkers" (players 2) {equipment} {rules})').start()


def moves_to_and_fro(state: State) -> int:
    """How many moves can be made before the match is over or the next one is not legal."""
    for made, text in enumerate(TO_AND_FRO):
        if text not in [move.text for move in state.moves()]:
            return made
        state = state.play(text)
    return len(TO_AND_FRO)


@pytest.mark.parametrize(
    ("kind", "noticed"), [("Positional", 4), ("Situational", 6), ("PositionalInTurn", 9), ("SituationalInTurn", 9)]
)
def test_going_to_and_fro_is_noticed_when_the_language_says_so(kind: str, noticed: int) -> None:
    # The start is a position, but no situation; and after the first move nobody had moved before, as after the fifth.
    assert moves_to_and_fro(walkers(condition=f"(is Repeat {kind})")) == min(noticed, 8)
    assert moves_to_and_fro(walkers(f"(meta (no Repeat {kind}))")) == noticed - 1


@pytest.mark.parametrize(
    ("kind", "effect", "noticed"),
    [
        ("Positional", "(bet Mover (exact (count Moves)))", 4),
        ("Situational", "(bet Mover (exact (count Moves)))", 9),
        ("Situational", "(bet Mover (exact 1))", 6),
        ("Positional", "(if (not (is Hidden at:2 to:P1)) (set Hidden at:2 to:P1))", 5),
    ],
)
def test_amounts_and_what_is_hidden_tell_positions_apart(kind: str, effect: str, noticed: int) -> None:
    assert moves_to_and_fro(walkers(f"(meta (no Repeat {kind}))", then=f"(then {effect})")) == noticed - 1
