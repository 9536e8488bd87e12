"""Dice: rolls, moves by dice, questions about dice, and rolls that were decided beforehand."""

from __future__ import annotations

import pytest

from apts.engine.native.jit import words
from apts.engine.play.chance import stream_giving
from apts.engine.runtime.layout import VARIABLE
from apts.engine.runtime.sets_and_chance import random_below
from tests.engine.small_match import SmallMatch, small_game

LINE = '(board (rectangle 1 20) {(track "Line" "0,E" P1) (track "Back" "19,W" P2)})'
PIECES = '(piece "Man" Each) (dice d:6 num:2)'
START = '(start {(place "Man1" 0) (place "Man2" 19)})'
MOVE = "(move (from (from)) (to (trackSite Move steps:(pips)) if:(is Empty (to))))"


def racing(after: str = "", arguments: str = "") -> SmallMatch:
    """A race in which both dice are played one after the other."""
    dice = f"(forEach Die {arguments} if:(!= 0 (pips)) (forEach Piece {MOVE}))"
    then = f"(then (and {{ (if (not (all DiceUsed)) (moveAgain)) {after} }}))"
    play = f"(do (if (not (is Prev Mover)) (roll)) next:{dice} {then})"
    return SmallMatch(small_game(play, board=LINE, pieces=PIECES, start=START))


def decide(match: SmallMatch, *values: int) -> None:
    """Decide the next roll of two ordinary dice."""
    match.position.force_roll([[20 + die, value - 1, value] for die, value in enumerate(values)])


def dice(match: SmallMatch) -> list[int]:
    """The present values of the dice."""
    return [match.position.field("dice", die) for die in range(2)]


@pytest.mark.parametrize("bound", [2, 6, 36, 46656, 2**31])
def test_a_stream_can_be_made_to_begin_with_any_number(bound: int) -> None:
    for number in (0, 1, bound // 3, bound - 1):
        stream = words(1)
        stream[0] = stream_giving(number, bound)
        assert random_below(stream, bound) == number


def test_dice_come_before_pieces_and_stand_on_sites_of_their_own() -> None:
    match = racing()
    names = [piece.name for piece in match.machine.compiled.equipment.components]
    assert names == ["Die1", "Die2", "Man1", "Man2"]
    assert match.occupied() == {0: 3, 19: 4, 20: 1, 21: 2}
    assert dice(match) == [1, 1]


def test_moves_are_those_that_the_dice_allow_and_a_used_die_is_gone() -> None:
    match = racing()
    decide(match, 2, 5)
    assert sorted(match.legal()) == [(0, 2), (0, 5)]
    match.move(0, 5)
    assert dice(match) == [2, 0]
    assert match.position.field("state", 21) == 4
    assert match.mover == 1
    assert match.legal() == [(5, 7)]
    match.move(5, 7)
    assert match.mover == 2


def test_the_same_position_rolls_the_same_dice() -> None:
    match = racing()
    first = match.legal()
    assert match.legal() == first
    match.move(*first[0])
    assert {value for value in dice(match) if value} | {first[0][1]} == {target for _, target in first}


def test_another_seed_rolls_other_dice() -> None:
    lists = set()
    match = racing()
    for seed in range(8):
        match.state = match.machine.start(seed)
        lists.add(tuple(sorted(match.legal())))
    assert len(lists) > 1


def test_a_roll_that_allows_nothing_is_a_pass_that_carries_the_roll() -> None:
    play = "(do (roll) next:(if (is AnyDie 6) (forEach Piece (move (from (from)) (to 10)))))"
    match = SmallMatch(small_game(play, board=LINE, pieces=PIECES, start=START))
    decide(match, 2, 3)
    assert match.legal() == [(-1, -1)]
    match.move(-1, -1)
    assert dice(match) == [2, 3]
    decide(match, 6, 3)
    assert match.legal() == [(19, 10)]


def test_pips_are_counted_on_the_faces_even_when_the_dice_are_used() -> None:
    match = racing("(set Score Mover (+ (count Pips) (* 100 (face 21))))")
    decide(match, 2, 5)
    match.move(0, 2)
    match.move(2, 7)
    assert match.position.per_player("score") == [507, 0]


def test_equal_dice_are_noticed() -> None:
    match = racing("(if (all DiceEqual) (addScore Mover 1))")
    decide(match, 4, 4)
    match.move(0, 4)
    assert match.position.per_player("score") == [1, 0]


def test_a_double_is_played_twice() -> None:
    match = racing(arguments="replayDouble:True")
    decide(match, 3, 3)
    match.move(0, 3)
    assert (dice(match), match.word(VARIABLE)) == ([0, 3], 3)
    match.move(3, 6)
    assert dice(match) == [3, 3]
    match.move(6, 9)
    assert match.word(VARIABLE) == -1
    match.move(9, 12)
    assert dice(match) == [0, 0]
    assert match.mover == 2


def test_dice_may_have_faces_of_their_own() -> None:
    pieces = '(piece "Man" Each) (dice d:2 facesByDie:{{0 4} {0 6}} num:2)'
    play = "(do (roll) next:(move Pass) (then (set Score Mover (count Pips))))"
    match = SmallMatch(small_game(play, board=LINE, pieces=pieces))
    match.position.force_roll([[20, 1, 4], [21, 1, 6]])
    match.move(-1, -1)
    assert match.position.per_player("score") == [10, 0]
