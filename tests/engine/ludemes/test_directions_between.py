"""``(directions Cell from:.. to:..)``: the directions in which one site is seen from another."""

from __future__ import annotations

import pytest

from apts.engine.compiler.ludeme import UnsupportedRule
from tests.engine.small_match import PLACING, SmallMatch, small_game

BOTH = '(start {(place "Disc1" 12) (place "Disc1" 6)})'


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        ("from:0 to:6", 18),  # north-east
        ("from:0 to:12", 18),  # the same from further away
        ("from:24 to:23", 11),  # west
        ("from:0 to:7", 12),  # seen in no direction: the site itself
        ("from:0 to:0", 12),
        ("from:-1 to:0", 12),
        ("from:0 to:99", 12),
    ],
)
def test_the_site_ahead_in_the_direction_between_two_sites(between: str, expected: int) -> None:
    then = f"(then (set Score Mover (ahead (last To) (directions Cell {between}))))"
    match = SmallMatch(small_game(PLACING.format(then=then)))
    match.play(12)
    assert match.position.per_player("score")[0] == expected


def test_a_slide_knows_its_origin_when_it_looks_for_directions() -> None:
    slide = "(move Slide (from 12) (directions Cell from:(from) to:13))"
    assert SmallMatch(small_game(slide, start=BOTH)).legal() == [(12, 13), (12, 14)]


@pytest.mark.parametrize("kind", ["Step", "Hop"])
def test_a_step_or_hop_looks_for_directions_before_its_origin_is_known(kind: str) -> None:
    between = "(between if:True)" if kind == "Hop" else ""
    target = "(to if:(is Empty (to)))"
    alone = f"(move {kind} (from 12) (directions Cell from:(from) to:13) {between} {target})"
    assert SmallMatch(small_game(alone, start=BOTH)).legal() == [(-1, -1)]
    move = f"(move {kind} (from 12) (directions Cell from:(from) to:7) {between} {target})"
    inside = f"(forEach Piece (if (= (from) 6) {move}))"
    ahead = 14 if kind == "Hop" else 13
    assert SmallMatch(small_game(inside, start=BOTH)).legal() == [(12, ahead)]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("(count Sites in:(sites Around Cell (last To)))", 3),
        ("(- (ahead (last To) (directions Cell from:0 to:1)) (last To))", 1),
        ("(size Group Cell at:(last To))", 4),
        ("(count Sites in:(sites Direction from:0 N Cell))", 1),
    ],
)
def test_the_cells_of_a_board_of_vertices_are_not_its_vertices_even_beside_a_hand(asked: str, found: int) -> None:
    board = "(board (square 3) use:Vertex) (hand Each)"
    match = SmallMatch(small_game(PLACING.format(then=f"(then (set Score Mover {asked}))"), board=board))
    match.play(0)
    assert match.position.per_player("score")[0] == found
    hands = PLACING.format(then="(then (set Score Mover (count Cell at:(handSite Mover))))")
    SmallMatch(small_game(hands, board=board)).play(0)


@pytest.mark.parametrize(
    "move",
    [
        "(move Step (from (sites Occupied by:Mover)) (to if:(is Empty (to))))",
        "(move Hop (from (sites Occupied by:Mover)) (between if:True) (to if:(is Empty (to))))",
        "(move Slide (from (sites Occupied by:Mover)))",
        "(move Leap (from (sites Occupied by:Mover)) {{F F R F}} (to if:(is Empty (to))))",
    ],
)
def test_moves_that_start_from_one_site_refuse_a_region(move: str) -> None:
    with pytest.raises(UnsupportedRule, match="starts from one site"):
        SmallMatch(small_game(move, start=BOTH))
