"""Questions about moves that contain themselves come to an end."""

from __future__ import annotations

import apts

LEAVES_A_MOVE = """
(game "Leave a move" (players 2)
    (equipment { (board (square 5)) (piece "Stone" Each) })
    (rules
        (start { (place "Stone1" {"A1" "B1" "C1"}) (place "Stone2" {"A5" "B5" "C5"}) })
        (play
            (do
                (forEach Piece (move Step (from (from)) (directions Adjacent) (to if:(is Empty (to)))))
                ifAfterwards:(not (no Moves Next))
            )
        )
        (end (if (no Moves Next) (result Mover Win)))
    )
)"""


def test_moves_that_must_leave_the_next_player_a_move_are_found() -> None:
    game = apts.load(LEAVES_A_MOVE)
    assert len(game.start().moves()) == 9
    assert game.playouts(20, seed=1, limit=60).shortest > 0
