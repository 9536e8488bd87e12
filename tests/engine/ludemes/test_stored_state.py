"""A position that moves must not bring back."""

from __future__ import annotations

from tests.engine.small_match import SmallMatch, small_game


def test_a_move_back_to_the_remembered_position_is_not_offered() -> None:
    step = "(forEach Piece (move Step (directions {E W}) (to if:(is Empty (to)))) (then (moveAgain)))"
    play = f"(if (is Prev Mover) (avoidStoredState {step}) (do (remember State) next:{step}))"
    board = "(board (rectangle 1 4))"
    match = SmallMatch(small_game(play, board=board, start='(start (place "Disc1" 1))'))
    match.move(1, 2)
    assert match.legal() == [(2, 3)]
