"""Sites along tracks."""

from __future__ import annotations

import pytest

from tests.engine.small_match import SmallMatch, small_game

LOOP = '(track "Ring" {0 1 2 5 8 7 6 3} loop:True)'
OWN = '(track "Way1" {0 1 2} P1) (track "Way2" {8 7 End} P2)'


def reached(expression: str, *, tracks: str, mover: int = 1) -> int:
    """The value of an expression for a player."""
    play = f"(move Add (to (sites Empty)) (then (set Score Mover {expression})))"
    match = SmallMatch(small_game(play, board=f"(board (square 3) {{ {tracks} }})"))
    match.play(*range(3, 3 + mover))
    return match.position.per_player("score")[mover - 1]


@pytest.mark.parametrize(
    ("expression", "site"),
    [
        ('(trackSite Move from:0 "Ring" steps:3)', 5),
        ('(trackSite Move from:6 "Ring" steps:3)', 1),
        ('(trackSite Move from:6 "Ring" steps:-2)', 6),
        ('(trackSite FirstSite "Ring" from:5 if:(< (to) 4))', 3),
        ('(trackSite FirstSite "Ring" if:(= (to) 4))', -1),
        ('(trackSite EndSite "Ring")', 3),
    ],
)
def test_on_a_loop(expression: str, site: int) -> None:
    assert reached(expression, tracks=LOOP) == site


def test_each_player_goes_his_own_way_and_may_reach_the_end() -> None:
    assert reached("(trackSite Move from:0 steps:2)", tracks=OWN) == 2
    assert reached("(trackSite Move from:0 steps:3)", tracks=OWN) == -1
    assert reached("(trackSite Move from:8 steps:2)", tracks=OWN, mover=2) == -2
    assert reached("(trackSite Move from:0 steps:1)", tracks=OWN, mover=2) == -1


def test_on_a_track_that_comes_back_a_piece_knows_how_far_it_is() -> None:
    board = '(board (rectangle 1 4) (track "There and back" {0 1 2 3 2 1 0}))'
    play = "(forEach Piece (move (from (from)) (to (trackSite Move steps:1))))"
    match = SmallMatch(small_game(play, board=board, start='(start (place "Disc" 0))', players=1))
    for step in ((0, 1), (1, 2), (2, 3), (3, 2), (2, 1), (1, 0)):
        assert match.legal() == [step]
        match.move(*step)
