"""What is pending may be a number that is no site, such as the sum of two."""

from __future__ import annotations

import pytest

from apts import load
from apts.errors import AptsError

PAIRS = """
(game "Pairs" (players 2)
  (equipment { (board (square 5)) (piece "Stone" Each) })
  (rules
    (play
      (move Add (to (sites Empty) if:(not (is In (+ (to) 20) (sites Pending))))
        (then (set Pending (+ (last To) 20)))))
    (end (if (is Line 5) (result Mover Win)))))
"""


def test_numbers_beyond_the_board_are_kept_and_asked_for() -> None:
    game = load(PAIRS.replace("(+ (to) 20)", "(+ (to) 19)"))
    state = game.start().play("e5")  # makes 44 pending, which no site and 19 are
    assert len(state.moves()) == 24
    state = game.start().play("d5")  # makes 43 pending: 24 + 19, so the site e5 is not allowed now
    assert "e5" not in {move.text for move in state.moves()}
    assert len(state.moves()) == 23
    assert game.state(str(state)) == state
    assert "e5" in {move.text for move in state.play("a1").moves()}


def test_sites_beyond_the_board_are_refused_in_a_position_as_before() -> None:
    game = load(PAIRS)
    text = str(game.start().play("e5"))
    with pytest.raises(AptsError):
        game.state(text.replace("pending=", "pending=9:1,"))


def test_playing_stays_inside_the_position() -> None:
    assert load(PAIRS).playouts(200, seed=1).count == 200
