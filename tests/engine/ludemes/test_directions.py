"""Directions: relative to pieces, of the last move, between sites, combined."""

from __future__ import annotations

import pytest

from tests.engine.region_values import region_values
from tests.engine.small_match import SmallMatch, small_game

FACING = '(piece "Disc" Each) (piece "Pawn" P1 E)'


def test_relative_directions_follow_the_piece_and_its_relation() -> None:
    found = region_values(
        {
            "forward": "(sites Direction from:12 Forward distance:1)",
            "right": "(sites Direction from:12 Rightward distance:1)",
            "forwards": "(sites Direction from:12 Forwards distance:1)",
            "slanted": "(sites Direction from:12 (directions {FR FL}) distance:1)",
            "square": "(sites Direction from:12 (directions {FR FL} of:Orthogonal) distance:1)",
            "back": "(sites Direction from:12 (directions BR) distance:1)",
            "same": "(sites Direction from:12 (directions FRRR) distance:1)",
        },
        pieces=FACING,
        start='(place "Pawn1" 12)',
    )
    assert found == {
        "forward": [13],
        "right": [7],
        "forwards": [8, 13, 18],
        "slanted": [8, 18],
        "square": [7, 17],
        "back": [16],
        "same": [8],
    }


def test_a_site_without_a_piece_faces_north() -> None:
    found = region_values({"forward": "(sites Direction from:12 Forward)", "north": "(sites Direction from:12 N)"})
    assert found == {"forward": [17, 22], "north": [17, 22]}


def test_directions_between_two_sites() -> None:
    found = region_values(
        {
            "towards": "(sites Direction from:2 (directions Cell from:0 to:10))",
            "apart": "(sites Direction from:2 (directions Cell from:0 to:7))",
            "without": "(sites Direction from:12 (difference Orthogonal (directions Cell from:0 to:10)) distance:1)",
            "group": "(sites Direction from:12 (difference Adjacent Orthogonal) distance:1)",
            "both": "(sites Direction from:12 (union N S) distance:1)",
            "chosen": "(sites Direction from:12 (if (is Empty 12) E W) distance:1)",
            "less": "(sites Direction from:12 (difference (if (is Empty 0) E Orthogonal) W) distance:1)",
        }
    )
    assert found == {
        "towards": [7, 12, 17, 22],
        "apart": [],
        "without": [7, 11, 13],
        "group": [6, 8, 16, 18],
        "both": [7, 17],
        "chosen": [13],
        "less": [7, 13, 17],
    }


@pytest.mark.parametrize(("word", "target"), [("SameDirection", 4), ("OppositeDirection", 2)])
def test_the_direction_of_the_last_move(word: str, target: int) -> None:
    play = f"(if (= 0 (count Moves)) (move Step (from 2) E (to)) (move Step (from 3) {word} (to)))"
    match = SmallMatch(small_game(play, start='(start (place "Disc1" 2))'))
    match.move(2, 3)
    assert match.legal() == [(3, target)]


def test_all_but_the_way_back() -> None:
    play = (
        "(if (= 0 (count Moves)) (move Step (from 12) E (to)) "
        "(move Step (from 13) (difference Orthogonal OppositeDirection) (to)))"
    )
    match = SmallMatch(small_game(play, start='(start (place "Disc1" 12))'))
    match.move(12, 13)
    assert sorted(target for _, target in match.legal()) == [8, 14, 18]
