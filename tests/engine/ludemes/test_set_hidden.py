"""What is hidden, where rules ask about it."""

from __future__ import annotations

from tests.engine.small_match import SmallMatch, small_game

START = '(start {(place "Disc1" {0 1}) (set Hidden What (sites {0 1}) to:P2)})'


def test_hidden_pieces_can_be_asked_for_and_shown() -> None:
    play = """(if (is Mover P1) (move Pass)
        (move Select (from (sites Hidden What to:Mover)) (then (set Hidden What at:(last To) False to:Mover))))"""
    match = SmallMatch(small_game(play, start=START))
    match.move(-1, -1)
    assert match.legal() == [(0, 0), (1, 1)]
    match.play(0)
    match.move(-1, -1)
    assert match.legal() == [(1, 1)]


def test_what_is_hidden_about_a_piece_moves_with_it() -> None:
    play = """(if (is Mover P1) (forEach Piece (move Step N (to if:(is Empty (to)))))
        (move Select (from (sites Board) if:(is Hidden What at:(from) to:Mover))))"""
    match = SmallMatch(small_game(play, start=START))
    match.move(0, 5)
    assert match.legal() == [(1, 1), (5, 5)]
