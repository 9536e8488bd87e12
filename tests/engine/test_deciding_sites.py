"""The pieces that decided a match: found as the kernel found them, and nothing where the rules do not tell."""

from __future__ import annotations

import pytest

import apts
from apts.engine.play.positions.deciding_sites import decided_by

_BOARD = '(game "Test" (players 2) (equipment {{(board (square 4)) (piece "Disc" Each) {more}}})'
_PLAY = "(rules (play (move Add (to (sites Empty)))) (end {end})))"


def decided(text: str, moves: str) -> list[tuple[str, list[str]]]:
    """What decided a match: each kind with the names of its sites."""
    game = apts.load(text)
    state = game.start()
    for move in moves.split():
        state = state.play(move)
    rules = state.from_rules
    assert rules is not None
    found = decided_by(rules.game.compiled, rules.position)
    return [(one.kind, [game.site_names[site] for site, _ in one.spots]) for one in found]


def game_with(end: str, more: str = "") -> str:
    return _BOARD.format(more=more) + _PLAY.format(end=end)


def test_a_line_is_found_only_when_the_match_is_over() -> None:
    line = game_with("(if (is Line 3) (result Mover Win))")
    assert decided(line, "a1 a2 b1 b2") == []
    assert decided(line, "a1 a2 b1 b2 c1") == [("line", ["a1", "b1", "c1"])]


def test_all_lines_through_the_last_move_are_found_in_their_whole_length() -> None:
    line = game_with("(if (is Line 3) (result Mover Win))")
    assert decided(line, "a1 b2 b1 c2 d1 a4 c1") == [("line", ["a1", "b1", "c1", "d1"])]
    assert decided(line, "a1 d4 b1 d3 c3 b2 c2 a2 c1") == [("line", ["a1", "b1", "c1", "c2", "c3"])]


def test_of_alternatives_those_that_hold_are_found() -> None:
    either = game_with("(if (or (is Line 4) (is Line 3 Orthogonal)) (result Mover Win))")
    assert decided(either, "a1 a2 b1 b2 c1") == [("line", ["a1", "b1", "c1"])]


def test_a_group_that_joins_the_sides_of_its_owner_is_found_without_other_pieces() -> None:
    sides = "(regions P1 {(sites Side W) (sites Side E)}) (regions P2 {(sites Side N) (sites Side S)})"
    joined = game_with("(if (is Connected Orthogonal Mover) (result Mover Win))", sides)
    assert decided(joined, "a1 a3 b1 a4 d4 b3 c1 b4 d1") == [("group", ["a1", "b1", "c1", "d1"])]


def test_a_piece_that_arrived_is_found_unless_something_else_may_have_ended_the_match() -> None:
    goal = "(regions P1 (sites Top)) (regions P2 (sites Bottom))"
    assert decided(game_with("(if (is In (last To) (sites Mover)) (result Mover Win))", goal), "a4") == [
        ("arrival", ["a4"])
    ]
    either = "(if (or (is In (last To) (sites Mover)) (= (count Pieces) 1)) (result Mover Win))"
    assert decided(game_with(either, goal), "a1") == []


@pytest.mark.parametrize(
    "end",
    [
        "(if (is Full) (result Mover Win))",
        "(if (not (is Line 5)) (result Mover Win))",
        "(if (is Line (+ 0 (count Pieces))) (result Mover Win))",
        "(if (is Line 1 if:True) (result Mover Win))",
    ],
)
def test_nothing_is_guessed(end: str) -> None:
    assert decided(game_with(end), "a1") == []


def test_a_picture_marks_what_decided_the_match_and_tells_it() -> None:
    state = apts.load(game_with("(if (is Line 3) (result Mover Win))")).start()
    for move in ["a1", "a2", "b1", "b2"]:
        state = state.play(move)
    assert 'class="win"' not in state.svg()
    drawn = state.play("c1").svg()
    assert drawn.count('class="win"') == 3
    assert drawn.count('class="last"') == 1
    assert "decided by a1, b1, c1" in drawn
