"""Relative directions of pieces that face somewhere."""

from __future__ import annotations

import pytest

from apts.board import relations
from apts.board.relations import relative_directions
from tests.board.description import board_of

EIGHT = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
FOUR = ("N", "E", "S", "W")
POINTED_HEX = ("NNE", "E", "SSE", "SSW", "W", "NNW")


@pytest.mark.parametrize(
    ("name", "supported", "expected"),
    [
        ("Forward", EIGHT, ("N",)),
        ("Backward", EIGHT, ("S",)),
        ("Rightward", EIGHT, ("E",)),
        ("Leftward", EIGHT, ("W",)),
        ("Forwards", EIGHT, ("NW", "N", "NE")),
        ("Rightwards", EIGHT, ("NE", "E", "SE")),
        ("Backwards", EIGHT, ("SE", "S", "SW")),
        ("Leftwards", EIGHT, ("SW", "W", "NW")),
        ("FR", EIGHT, ("NE",)),
        ("FR", FOUR, ("E",)),
        ("FL", FOUR, ("W",)),
        ("BR", EIGHT, ("SW",)),
        ("BL", EIGHT, ("SE",)),
        ("FRR", EIGHT, ("NE",)),
        ("Forward", POINTED_HEX, ()),
        ("FR", POINTED_HEX, ("NNE",)),
        ("Forwards", POINTED_HEX, ("NNW", "NNE")),
    ],
)
def test_piece_facing_north(name: str, supported: tuple[str, ...], expected: tuple[str, ...]) -> None:
    assert relative_directions(name, "N", supported) == expected


def test_directions_turn_with_the_facing() -> None:
    assert relative_directions("FR", "S", EIGHT) == ("SW",)
    assert relative_directions("Forwards", "E", EIGHT) == ("NE", "E", "SE")


def test_rotation_turns_clockwise_over_supported_directions() -> None:
    assert relations.facing("N", 1, FOUR) == "E"
    assert relations.facing("N", 3, EIGHT) == "SE"


@pytest.mark.parametrize(
    ("name", "back"), [("N", "S"), ("NNE", "SSW"), ("CW", "CCW"), ("In", "Out"), ("UNE", "DSW"), ("U", "D")]
)
def test_opposites(name: str, back: str) -> None:
    assert relations.opposite(name) == back
    assert relations.opposite(back) == name


def test_vertices_without_drawn_diagonals_offer_four_directions() -> None:
    board = board_of("(board (square 5) use:Vertex)")
    assert relative_directions("FR", "N", board.directions("Adjacent")) == ("E",)
    assert relative_directions("FR", "N", board.directions("All")) == ("NE",)
    assert relative_directions("FR", "N", board.site_directions("Adjacent", 24)) == ("S",)
