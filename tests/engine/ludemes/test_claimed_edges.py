"""Shapes of claimed edges on a square of two by two points: its edges are 0 below, 1 left, 2 right and 3 above."""

from __future__ import annotations

import pytest

from apts.engine.compiler.compiling import compile_rules
from apts.engine.compiler.kernel import UnsupportedRule
from apts.language.reading import build
from tests.engine.answers import numbers, truths
from tests.engine.small_match import SmallMatch, small_game

BOARD = "(board (square 2) use:Edge)"
ALONE = '(piece "Line" Each)'


def _after(question: str, *edges: int, board: str = BOARD) -> bool:
    """The answer after one player alone has claimed these edges."""
    return truths({"answer": question}, *edges, board=board, pieces=ALONE, players=1)["answer"]


def test_three_edges_of_a_square_are_a_tree_and_four_are_not() -> None:
    assert _after("(is Tree Mover)", 0, 1, 2)
    assert not _after("(is Tree Mover)", 0, 1, 2, 3)


def test_a_spanning_tree_joins_every_vertex() -> None:
    assert not _after("(is SpanningTree Mover)", 0, 1)
    assert _after("(is SpanningTree Mover)", 0, 1, 2)


def test_a_graph_is_regular_when_all_vertices_have_as_many_edges() -> None:
    assert _after("(is RegularGraph Mover)", 0, 3)
    assert not _after("(is RegularGraph Mover)", 0, 1)
    assert _after("(is RegularGraph Mover k:2)", 0, 1, 2, 3)
    assert not _after("(is RegularGraph Mover odd:True)", 0, 1, 2, 3)


def test_a_path_is_a_single_line_of_that_length() -> None:
    assert _after("(is Path Edge Mover length:(exact 3))", 1, 0, 2)
    assert not _after("(is Path Edge Mover length:(exact 3))", 0, 3, 1, 2)
    assert _after("(is Path Edge Mover length:(range 1 3))", 0, 1)


def test_a_ring_is_a_closed_path() -> None:
    assert _after("(is Path Edge Mover length:(exact 4) closed:True)", 0, 1, 2, 3)
    assert not _after("(is Path Edge Mover length:(exact 4) closed:True)", 0, 1, 2)


def test_edges_that_cross_are_found_and_those_that_touch_are_not() -> None:
    board = "(board (square 2 diagonals:SolidNoSplit) use:Edge)"
    crossed = {
        edge: numbers(
            {"found": "(count Sites in:(sites Crossing at:(last To) All))"},
            *[other for other in range(6) if other != edge],
            edge,
            board=board,
            pieces=ALONE,
            players=1,
        )["found"]
        for edge in range(6)
    }
    assert sorted(crossed.values()) == [0, 0, 0, 0, 1, 1]


def test_crossings_of_thousands_of_edges_are_refused_at_once() -> None:
    crossed = "(if (= 1 (count Sites in:(sites Crossing at:(last To) All))) (result Mover Win))"
    text = f"""(game "Crossed" (players 2) (equipment {{ (board (square 69) use:Edge) (piece "Line" Each) }})
        (rules (play (move Add (to (sites Empty)))) (end {crossed})))"""
    with pytest.raises(UnsupportedRule, match="too many lines and points to hold against each other"):
        compile_rules(build(text))


@pytest.mark.parametrize(
    ("claimed", "centres"),
    [
        ("0 1 2 3", [1]),  # a way of three edges with a branch at its second vertex
        ("0 1", [1]),
        ("2", [2, 3]),  # both ends of one edge
        ("0 1 2 3 4", []),  # a ring
    ],
)
def test_the_centre_of_a_tree_has_no_more_than_half_of_it_on_any_side(claimed: str, centres: list[int]) -> None:
    board = (
        """(board (graph vertices:{{0 0} {1 0} {2 0} {3 0} {1 1}} edges:{{0 1} {1 2} {2 3} {1 4} {0 4}}) use:Vertex)"""
    )
    play = '(move Add (to (sites Empty)) (then (set Var "answer" (toInt (is TreeCentre P1)))))'
    start = f'(start (place "Line1" Edge {{{claimed}}}))'
    found = []
    for vertex in range(1, 5):
        match = SmallMatch(small_game(play, board=board, pieces=ALONE, start=start))
        match.play(vertex)
        if match.position.field("variable answer", 0):
            found.append(vertex)
    assert found == centres
