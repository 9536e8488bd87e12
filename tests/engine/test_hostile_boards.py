"""Boards that would take minutes or all memory to make are refused before that, and mistakes in them are told."""

from __future__ import annotations

import pytest

import apts
from apts.board.generators import squares
from apts.board.graph import NO_OUTLINE, Edge, Graph, Point
from apts.board.operators.parts import split_crossings
from apts.errors import InternalError
from tests.engine.test_refusals import refused, rules

POINTS = "a board of more than 21,000 points"
LINES = "a board of more than 84,000 lines between points"
WAYS = "a board with more than 1,000 straight ways from one site in one direction"
CROSSINGS = "a board with too many lines and points to hold against each other"
NEIGHBOURS = "a board whose sites have too many neighbours to look for straight ways"
STEPS = "a board with more than 400,000 steps from one site to another"
FAR = "a board with points further than 1,000,000 from the middle"
POLYGON = " ".join(f"{{{x % 50} {x * 7 % 50}}}" for x in range(3000))


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("(tiling T3464 300)", POINTS),
        ("(tiling T33336 150)", POINTS),
        ("(hex Limping 300)", CROSSINGS),
        ("(tri (poly {{0 0} {290 0} {290 290} {0 290}}))", POINTS),
        ("(square 300 pyramidal:True)", POINTS),
        ("(merge {(square 140) (shift 200 0 (square 140))})", POINTS),
        ("(complete (square 60))", LINES),
        ("(splitCrossings (complete (regular 100)))", CROSSINGS),
        ("(splitCrossings (square 60 diagonals:Radiating))", CROSSINGS),
        ("(scale 0 (square 6))", WAYS),
        ("(scale 0 1 (hex 6))", WAYS),
        ("(makeFaces (complete (square 6)))", NEIGHBOURS),
        ("(subdivide (subdivide (subdivide (hex 5))))", NEIGHBOURS),
        ("(square (poly {{-3 0} {0 3} {3 0}} rotns:1000000))", POINTS),
        ("(square (poly {{0 0} {0 100000} {100000 100000} {100000 0}}))", CROSSINGS),
        ("(hex (poly {{0 0} {0 9000} {9000 9000} {9000 0}}))", CROSSINGS),
        (f"(keep (square 50) (poly {{{POLYGON}}}))", CROSSINGS),
        ("(complete (square 12)) use:Vertex", NEIGHBOURS),
        ("(complete (regular 140)) use:Edge", STEPS),
        ("(scale 1000000 (scale 1000000 (square 3)))", FAR),
        (f"(shift 1{'0' * 300}.0 0 (square 3))", "(shift) of the size 1e+300 (up to 1,000,000)"),
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
        ("(square {})", f"(square): {NO_OUTLINE}"),
        ("(hex {})", f"(hex): {NO_OUTLINE}"),
        ("(square (poly {}))", f"(square): {NO_OUTLINE}"),
        ("(quadhex 0)", "(quadhex): a hexagon without layers"),
        ("(intersect {})", "(intersect): there is no graph in the list"),
        (
            "(repeat 3 3 step:{{1 0}} (poly {{0 0} {0 1} {1 1} {1 0}}))",
            "(repeat): two steps of two numbers each lead to the next",
        ),
        ("(hex (poly {}))", f"(hex): {NO_OUTLINE}"),
        ("(square (poly {{0} {1} {2}}))", "(poly): a corner of a polygon has two coordinates"),
        ("(celtic 2 -2)", "(celtic): there is no knot of 2 rows and -2 columns"),
        ("(concentric sides:0 rings:4)", "(concentric): a ring without sides"),
        ("(add (hex 2) edges:{{0 1 2}})", "(add): an edge joins two vertices, not (0, 1, 2)"),
        ("(add (hex 2) cells:{{}})", "a part of the board without any corner"),
        ("(remove (square 3) cells:{{{0 0 0 0}}})", "(remove): a point has two or three coordinates, not (0, 0, 0, 0)"),
        ("(remove (square 3) cells:{9})", "(remove): there is no cell 9; the graph has 9, counted from 0"),
        ("(graph vertices:{{0} {1}})", "(graph): a point has two or three coordinates, not (0,)"),
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


@pytest.mark.parametrize(
    "fault", [TypeError("of ours"), KeyError("of ours"), ValueError("of ours"), OSError("of ours")]
)
def test_fault_of_the_maker_of_a_board_is_told_as_a_fault_of_apts(
    fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Graph:
        raise fault

    monkeypatch.setattr(squares, "square_lattice", broken)
    with pytest.raises(InternalError, match=r"\(square\): APTS met an error of its own .*of ours"):
        apts.load(rules(board="(board (square 3))"))
