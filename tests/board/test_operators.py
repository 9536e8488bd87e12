"""What operators do to the numbers, places and cells of a graph."""

from __future__ import annotations

import pytest

from apts.board import BoardError, Graph, Point
from apts.board.operators.parts import split_crossings
from apts.language.signatures.signature import LUDEMES
from tests.board.description import board_of


def test_renumbered_cells_follow_their_places() -> None:
    merged = "(merge (shift 0 1 (rectangle 1 2)) (rectangle 1 2))"
    assert board_of(f"(board (renumber {merged}))").labels() == ["A1", "B1", "A2", "B2"]


def test_removed_cells_close_up_the_numbers() -> None:
    board = board_of("(board (remove (square 3) cells:{0 4}))")
    assert board.labels() == ["B1", "C1", "A2", "C2", "A3", "B3", "C3"]


def test_removed_edges_take_their_cells_with_them() -> None:
    board = board_of("(board (remove (square 3) edges:{{0 1} {1 2}}) use:Vertex)")
    assert (board.count("Vertex"), board.count("Edge"), board.count("Cell")) == (9, 10, 2)
    assert board.neighbours("Adjacent")[1] == (4,)


def test_hole_takes_the_cells_inside_a_polygon() -> None:
    board = board_of("(board (hole (square 4) (poly {{1 1} {1 3} {3 3} {3 1}})))")
    assert board.count() == 12
    assert [len(row) for row in board.rows()] == [4, 2, 2, 4]


def test_dual_of_a_square_is_a_smaller_square() -> None:
    board = board_of("(board (dual (square 4)) use:Vertex)")
    assert board.count() == 9
    assert board.neighbours("Orthogonal")[4] == (7, 5, 1, 3)


def test_pyramid_lists_no_direction_down_to_the_north_west_though_it_has_such_steps() -> None:
    board = board_of("(board (square 3 pyramidal:True) use:Vertex)")
    assert "DNE" in board.directions()
    assert "DNW" not in board.directions()
    assert any(board.steps("DNW"))


def test_pyramid_is_numbered_by_place_and_labelled_by_layer() -> None:
    board = board_of("(board (square 2 pyramidal:True) use:Vertex)")
    assert board.labels() == ["A1/0", "C1/0", "B2/1", "A3/0", "C3/0"]
    assert board.layers() == [(0, 1, 3, 4), (2,)]
    assert board.steps("UNE")[0] == (2,)
    assert board.neighbours("Downward")[2] == (4, 1, 0, 3)


def test_crossing_edges_are_split_at_a_new_vertex() -> None:
    board = board_of(
        "(board (splitCrossings (graph vertices:{{0 0} {2 2} {0 2} {2 0}} edges:{{0 1} {2 3}})) use:Vertex)"
    )
    assert board.xy()[4] == (1, 1)
    assert board.neighbours("Adjacent")[4] == (1, 3, 0, 2)


def test_subdivided_cells_gain_a_middle() -> None:
    board = board_of("(board (subdivide (square 2)) use:Vertex)")
    assert board.count() == 5
    assert len(board.neighbours("Adjacent")[4]) == 4


def test_added_cells_bring_their_corners() -> None:
    board = board_of("(board (add (square 1) cells:{{{1 0} {1 1} {2 1} {2 0}}}))")
    assert board.xy() == [(0.5, 0.5), (1.5, 0.5)]
    assert board.neighbours("Orthogonal")[0] == (1,)


def test_complete_graph_joins_all() -> None:
    board = board_of("(board (complete (regular 5)) use:Vertex)")
    assert {len(around) for around in board.neighbours("Adjacent")} == {4}


def test_trim_drops_loose_ends() -> None:
    graph = "(graph vertices:{{0 0} {1 0} {1 1} {2 1} {5 5}} edges:{{0 1} {1 2} {2 0} {2 3}})"
    assert board_of(f"(board (trim {graph}) use:Vertex)").count() == 3


def test_union_leaves_what_coincides_apart_and_intersect_keeps_it() -> None:
    assert board_of("(board (union (square 2) (square 2)) use:Vertex)").count() == 8
    assert board_of("(board (intersect (square 2) (shift 1 0 (square 2))) use:Vertex)").xy() == [(1, 0), (1, 1)]


def test_layers_are_joined_by_vertical_steps() -> None:
    board = board_of("(board (layers 2 (square 2)) use:Vertex)")
    assert board.count() == 8
    assert [len(layer) for layer in board.layers()] == [4, 4]
    assert all(board.steps("U")[site] for site in board.layers()[0])


def test_keep_and_clip_divide_a_board() -> None:
    outline = "(poly {{0 0} {0 2} {2 2} {2 0}})"
    assert board_of(f"(board (keep (square 4) {outline}))").count() == 4
    assert board_of(f"(board (clip (square 4) {outline}) use:Vertex)").count() == 16 - 9


def test_skew_pushes_upper_rows_to_the_right() -> None:
    assert board_of("(board (skew 0.5 (square 2)) use:Vertex)").xy() == [(0, 0), (1, 0), (0.5, 1), (1.5, 1)]


def test_crossing_without_a_common_point_is_left_alone() -> None:
    line = Graph((Point(0, 0), Point(1, 0)))
    assert split_crossings({"graph": line}, "Vertex").points == line.points


@pytest.mark.parametrize(
    ("clause", "cells"),
    [
        ("(tiling T33434 2)", None),
        ("(tiling T3464 1)", 13),
        ("(tiling T33336 1)", 19),
        ("(tiling T3636 1)", 1),
        ("(tiling T488 2)", 5),
        ("(celtic 2)", 4 + 1 + 4 + 4),
        ("(quadhex 2)", 24),
        ("(brick 2 3)", 6),
        ("(brick 2 3 trim:True)", 5),
        ("(repeat 2 3 step:{{1 0} {0 1}} (poly {{0 0} {0 1} {1 1} {1 0}}))", 6),
    ],
)
def test_tilings_have_the_expected_cells(clause: str, cells: int | None) -> None:
    board = board_of(f"(board {clause})")
    assert board.count() > 1 if cells is None else board.count() == cells


def test_spiral_is_a_chain_that_turns_around_its_first_site() -> None:
    board = board_of("(board (spiral turns:3 sites:20) use:Vertex)")
    assert board.steps("Out")[0] == (1,)
    assert board.rays("CW")[1] == (tuple(range(2, 20)),)
    assert board.steps("CCW")[5] == (4,)


def test_unknown_tiling_names_those_there_are() -> None:
    with pytest.raises(BoardError, match="T33434"):
        board_of("(board (tiling T4612 2))")


def test_every_graph_ludeme_is_documented() -> None:
    ours = [signature for signature in LUDEMES.signatures() if signature.result in ("graph", "poly")]
    assert len(ours) > 30
    assert all(signature.documentation.endswith(".") for signature in ours)


def test_spiral_has_its_radius_for_an_angle_and_evened_distances() -> None:
    board = board_of("(board (spiral turns:5 sites:86) use:Vertex)")
    places = [(round(x, 3), round(y, 3)) for x, y in board.xy()]
    assert places[:6] == [(0, 0), (-3.358, -4.211), (-6.065, 2.921), (-1.698, 7.438), (5.317, 6.667), (9.425, 0)]
    assert places[-1] == (-3.661, 32.671)
