"""Boards that would take minutes or all memory to make are refused before that, and mistakes in them are told."""

from __future__ import annotations

import pytest

from apts.board.graph import Edge, Graph, Point
from apts.board.operators.add import split_crossings
from tests.engine.test_refusals import refused, rules

POINTS = "a board of more than 21,000 points"
LINES = "a board of more than 84,000 lines between points"
WAYS = "a board with more than 1,000 straight ways from one site in one direction"
CROSSINGS = "a board with too many lines to look for crossings"


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("(tiling T3464 300)", POINTS),
        ("(tiling T33336 150)", POINTS),
        ("(hex Limping 300)", POINTS),
        ("(tri (poly {{0 0} {290 0} {290 290} {0 290}}))", POINTS),
        ("(square 300 pyramidal:True)", POINTS),
        ("(merge {(square 140) (shift 200 0 (square 140))})", POINTS),
        ("(complete (square 60))", LINES),
        ("(splitCrossings (complete (regular 100)))", CROSSINGS),
        ("(splitCrossings (square 60 diagonals:Radiating))", CROSSINGS),
        ("(scale 0 (square 6))", WAYS),
        ("(scale 0 1 (hex 6))", WAYS),
        ("(makeFaces (complete (square 6)))", WAYS),
        ("(subdivide (subdivide (subdivide (hex 5))))", WAYS),
    ],
)
def test_board_that_is_too_large_is_refused_while_it_is_made(board: str, told: str) -> None:
    assert f"not supported yet: {told}" in refused(rules(board=f"(board {board})"))


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("(add (square 3) edges:{{0 99}})", "(add): there is no vertex 99; the graph has 16, counted from 0"),
        ("(add (square 3) cells:{{0 1 -5}})", "(add): there is no vertex -5; the graph has 16, counted from 0"),
        ("(remove (square 2) cells:{0 1 2 3})", "a board without sites"),
        ("(square -5)", "a board without sites"),
    ],
)
def test_board_that_cannot_be_is_told_with_its_place(board: str, told: str) -> None:
    assert f"impossible in this game: {told}" in refused(rules(board=f"(board {board})"))


def test_crossings_are_split_in_the_order_of_the_edges() -> None:
    corners = ((0, 0), (2, 2), (0, 2), (2, 0), (1, 3), (1, -1))
    points = tuple(Point(float(x), float(y)) for x, y in corners)
    star = Graph(points, (Edge(0, 1), Edge(2, 3), Edge(4, 5)))
    crossed = split_crossings({"graph": star}, "Vertex")
    assert crossed.points[6:] == (Point(1.0, 1.0),)
    assert [edge[:2] for edge in crossed.edges] == [(4, 6), (6, 5), (0, 6), (6, 1), (2, 6), (6, 3)]
