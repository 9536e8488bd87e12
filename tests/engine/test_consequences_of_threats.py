"""A consequence that asks about threats is played as it is written, also where threats looked at the same move first."""

from __future__ import annotations

from apts.engine.rules_game import RulesGame

TEXT = """
(game "Watchful" (players 2)
    (equipment {
        (board (square 4))
        (piece "Man" Each
            (move Step Orthogonal
                (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))
                (then (if (is Threatened (id "Man" Mover) at:(last To)) (addScore Mover 1)))))
    })
    (rules
        (start { (place "Man1" {0}) (place "Man2" {2}) (set Score Each 0) })
        (play (if (is Threatened (id "Man" Mover) at:(where "Man" Mover))
            (do (forEach Piece) ifAfterwards:(>= (count Pieces Mover) 1))
            (do (forEach Piece) ifAfterwards:(>= (count Pieces Mover) 1))))
        (end (if (no Pieces Next) (result Mover Win)))
    )
)"""


def test_consequence_sees_the_threat_that_the_move_walks_into() -> None:
    state = RulesGame(TEXT).start()
    assert tuple(state.play("a1-b1").scores) == (1, 0)
    assert tuple(state.play("a1-a2").scores) == (0, 0)
