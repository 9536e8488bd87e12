"""Boards with loops around them, on which pieces capture after they have turned a corner."""

from __future__ import annotations

import pytest

import apts
from apts.engine.compiler.ludeme import UnsupportedRule
from apts.engine.lowering.tracks.tracks import read_track
from tests.engine.small_match import SmallMatch, small_game

LOOPS = """
(game "Loops" (players 2)
    (equipment {
        (surakartaBoard (square 6))
        (piece "Disc" Each (or
            (move Step All (to if:(is Empty (to))))
            (move Slide "AllTracks"
                (between if:(or (= (between) (from)) (is Empty (between))))
                (to if:(is Enemy (who at:(to))) (apply if:(is Enemy (who at:(to))) (remove (to)))))))
    })
    (rules
        (start {(place "Disc1" (expand (sites Bottom))) (place "Disc2" (expand (sites Top)))})
        (play (forEach Piece))
        (end (if (no Pieces Next) (result Mover Win)))))
"""


def test_captures_around_the_corners_are_those_of_the_reference() -> None:
    assert [apts.load(LOOPS).perft(depth) for depth in (1, 2, 3)] == [16, 256, 5382]


@pytest.mark.parametrize(
    ("board", "names"),
    [
        ("(square 6)", ["Track1F", "Track1B", "Track2F", "Track2B"]),
        ("(square 6) loops:1 from:2", ["Track2F", "Track2B"]),
        ("(rectangle 4 7)", ["Track1F", "Track1B"]),
        ("(tri 5)", ["Track1F", "Track1B", "Track2F", "Track2B"]),
    ],
)
def test_every_loop_is_a_track_there_and_one_back(board: str, names: list[str]) -> None:
    match = SmallMatch(small_game("(move Add (to (sites Empty)))", board=f"(surakartaBoard {board})"))
    equipment = match.machine.compiled.equipment
    found = [read_track(equipment, clause) for clause in equipment.tracks]
    assert [track.name for track in found] == names
    for there, back in zip(found[::2], found[1::2], strict=True):
        assert there.sites == back.sites[::-1]
        assert sum(there.bumps) == sum(back.bumps) == (3 if "tri" in board else 4)


def test_the_lines_of_a_triangle() -> None:
    match = SmallMatch(small_game("(move Add (to (sites Empty)))", board="(surakartaBoard (tri 5) loops:1)"))
    equipment = match.machine.compiled.equipment
    assert read_track(equipment, equipment.tracks[0]).sites == (5, 6, 7, 8, 3, 7, 10, 12, 13, 10, 6, 1)


@pytest.mark.parametrize("board", ["(hex 4)", "(square 4) loops:4"])
def test_loops_that_cannot_be_are_refused(board: str) -> None:
    with pytest.raises(UnsupportedRule, match="surakartaBoard"):
        SmallMatch(small_game("(move Add (to (sites Empty)))", board=f"(surakartaBoard {board})"))
