"""Boards whose numbers, labels, neighbours and named sets are known."""

from __future__ import annotations

import pytest

from apts.board import Board
from tests.board.description import board_of


def _labels(board: Board, *sites: int) -> list[str]:
    return [board.labels()[site] for site in sites]


def _counts(board: Board) -> tuple[int, int, int]:
    return board.count("Vertex"), board.count("Edge"), board.count("Cell")


def test_square_cells_are_numbered_row_by_row_from_the_bottom() -> None:
    board = board_of("(board (square 3))")
    assert _counts(board) == (16, 24, 9)
    assert board.labels() == ["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"]
    assert board.sites("top") == (6, 7, 8)
    assert board.sites("bottom") == (0, 1, 2)
    assert board.phases() == [(0, 2, 4, 6, 8), (1, 3, 5, 7)]
    assert board.sides() == {"E": (2, 5, 8), "N": (6, 7, 8), "S": (0, 1, 2), "W": (0, 3, 6)}


def test_square_cell_neighbours_go_clockwise_from_north() -> None:
    board = board_of("(board (square 3))")
    assert board.neighbours("Orthogonal")[4] == (7, 5, 1, 3)
    assert board.neighbours("Adjacent")[4] == (7, 8, 5, 2, 1, 0, 3, 6)
    names = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    assert tuple(board.steps(name)[4] for name in names) == ((7,), (8,), (5,), (2,), (1,), (0,), (3,), (6,))
    assert board.directions("Adjacent") == names
    assert board.directions("Orthogonal") == ("N", "E", "S", "W")


def test_square_vertices_touch_only_along_lines() -> None:
    board = board_of("(board (square 3) use:Vertex)")
    assert _counts(board) == (9, 12, 4)
    assert board.neighbours("Orthogonal")[4] == board.neighbours("Adjacent")[4] == (7, 5, 1, 3)
    assert board.neighbours("Diagonal")[4] == (8, 2, 0, 6)


def test_drawn_diagonals_are_orthogonal_lines() -> None:
    board = board_of("(board (square 3 diagonals:Alternating) use:Vertex)")
    assert _counts(board) == (9, 16, 8)
    assert len(board.neighbours("Orthogonal")[4]) == len(board.neighbours("Adjacent")[4]) == 8
    assert board.neighbours("Diagonal")[4] == ()
    assert board.neighbours("Orthogonal")[1] == (4, 2, 0)
    assert board.phases() == [(0, 2, 6, 8), (1, 3, 5, 7), (4,)]


def test_solid_diagonals_add_a_vertex_in_every_square() -> None:
    board = board_of("(board (square 3 diagonals:Solid) use:Vertex)")
    assert board.labels() == ["A1", "C1", "E1", "B2", "D2", "A3", "C3", "E3", "B4", "D4", "A5", "C5", "E5"]


def test_even_square_has_four_centres() -> None:
    assert board_of("(board (square 4))").sites("centre") == (5, 6, 9, 10)


def test_edge_sites_are_numbered_by_their_middles() -> None:
    board = board_of("(board (square 3) use:Edge)")
    assert board.xy()[:6] == [(0.5, 0), (1.5, 0), (0, 0.5), (1, 0.5), (2, 0.5), (0.5, 1)]
    assert board.count() == 12
    assert board.xy()[11] == (1.5, 2)


def test_turned_square_keeps_numbers_and_labels() -> None:
    board = board_of("(board (rotate 45 (square 3)))")
    assert board.labels() == board_of("(board (square 3))").labels()
    assert (board.sites("bottom"), board.sites("top")) == ((0,), (8,))
    assert (board.sites("left"), board.sites("right")) == ((6,), (2,))
    assert board.directions("Orthogonal") == ("NE", "SE", "SW", "NW")
    assert board.sides() == {"NE": (2, 5, 8), "SE": (0, 1, 2), "SW": (0, 3, 6), "NW": (6, 7, 8)}


def test_turned_rectangle_takes_labels_from_its_new_place() -> None:
    board = board_of("(board (rotate 90 (rectangle 2 3)))")
    assert board.labels() == ["B1", "B2", "B3", "A1", "A2", "A3"]
    assert (board.sites("bottom"), board.sites("top"), board.sites("right")) == ((0, 3), (2, 5), (0, 1, 2))


def test_hexagon_numbers_labels_and_directions() -> None:
    board = board_of("(board (hex 3))")
    assert board.rows() == [(0, 1, 2), (3, 4, 5, 6), (7, 8, 9, 10, 11), (12, 13, 14, 15), (16, 17, 18)]
    assert _labels(board, 0, 3, 7, 12, 16, 18) == ["A1", "A2", "A3", "B4", "C5", "E5"]
    assert board.columns()[2] == (2, 5, 9, 13, 16)
    names = ("E", "NNE", "NNW", "W", "SSW", "SSE")
    assert [board.steps(name)[9] for name in names] == [(10,), (14,), (13,), (8,), (4,), (5,)]
    far = ("N", "ENE", "ESE", "S", "WSW", "WNW")
    assert [board.steps(name)[9] for name in far] == [(17,), (15,), (6,), (1,), (3,), (12,)]
    assert board.directions("Adjacent") == ("NNE", "E", "SSE", "SSW", "W", "NNW")
    assert board.steps("NE")[9] == ()


def test_hexagon_sets() -> None:
    board = board_of("(board (hex 3))")
    assert board.sites("corners") == (0, 2, 7, 11, 16, 18)
    assert board.phases()[0] == (0, 5, 8, 11, 14, 16)
    assert board.phases()[1] == (1, 3, 6, 9, 12, 15, 17)
    assert board.sides() == {
        "S": (0, 1, 2),
        "SE": (2, 6, 11),
        "NE": (11, 15, 18),
        "N": (16, 17, 18),
        "NW": (7, 12, 16),
        "SW": (0, 3, 7),
        "E": (11,),
        "W": (7,),
    }


def test_larger_hexagon_labels() -> None:
    board = board_of("(board (hex 5))")
    assert _labels(board, 0, 4, 26, 30, 34, 56, 60) == ["A1", "E1", "A5", "E5", "I5", "E9", "I9"]


def test_hexagonal_diamond() -> None:
    board = board_of("(board (hex Diamond 3))")
    assert board.labels() == ["A1", "A2", "B1", "A3", "B2", "C1", "B3", "C2", "C3"]
    names = ("N", "ENE", "ESE", "S", "WSW", "WNW", "E", "W")
    assert [board.steps(name)[4] for name in names] == [(8,), (7,), (2,), (0,), (1,), (6,), (5,), (3,)]
    sides = board.sides()
    assert [sides[name] for name in ("SE", "NE", "NW", "SW", "N", "S")] == [
        (0, 2, 5),
        (5, 7, 8),
        (3, 6, 8),
        (0, 1, 3),
        (8,),
        (0,),
    ]


@pytest.mark.parametrize(
    ("shape", "rows"),
    [
        ("(hex Triangle 3)", [3, 2, 1]),
        ("(hex Rectangle 2 3)", [3, 2]),
        ("(hex Square 3)", [3, 2, 3]),
        ("(hex 2 3)", [3, 4, 3, 2]),
        ("(hex Limping 2)", [3, 4, 3, 2]),
    ],
)
def test_rows_of_hexagonal_shapes(shape: str, rows: list[int]) -> None:
    assert [len(row) for row in board_of(f"(board {shape})").rows()] == rows


@pytest.mark.parametrize(("shape", "count"), [("(hex Prism 2 3)", 10), ("(hex Star 2)", 37), ("(square Diamond 2)", 5)])
def test_number_of_cells_of_a_shape(shape: str, count: int) -> None:
    assert board_of(f"(board {shape})").count() == count


def test_turned_hexagon() -> None:
    board = board_of("(board (rotate 90 (hex 3)))")
    assert (board.sites("bottom"), board.sites("top"), board.sites("right")) == ((7,), (11,), (0, 1, 2))
    assert _labels(board, 7, 3, 0, 9) == ["A1", "B1", "C1", "C3"]
    assert board.directions("Orthogonal") == ("N", "ENE", "ESE", "S", "WSW", "WNW")


def test_triangle_vertices_and_cells() -> None:
    board = board_of("(board (tri 3) use:Vertex)")
    assert [len(row) for row in board.rows()] == [3, 2, 1]
    assert board.directions("All") == ("NNE", "E", "SSE", "SSW", "W", "NNW")
    cells = board_of("(board (tri 3))")
    places = [
        (0.5, 0.29),
        (1.5, 0.29),
        (2.5, 0.29),
        (1, 0.58),
        (2, 0.58),
        (1, 1.15),
        (2, 1.15),
        (1.5, 1.44),
        (1.5, 2.02),
    ]
    assert [(round(x, 2), round(y, 2)) for x, y in cells.xy()] == places


def test_merels_board() -> None:
    board = board_of("(board (concentric Square rings:3) use:Vertex)")
    assert _counts(board) == (24, 32, 0)
    expected = "A1 D1 G1 B2 D2 F2 C3 D3 E3 A4 B4 C4 E4 F4 G4 C5 D5 E5 B6 D6 F6 A7 D7 G7"
    assert board.labels() == expected.split()
    assert [board.steps(name)[4] for name in "NESW"] == [(7,), (5,), (1,), (3,)]
    assert [board.steps(name)[7] for name in "NESW"] == [(), (8,), (4,), (6,)]


def test_rings_turn_around_their_centre() -> None:
    board = board_of("(board (concentric {1 4 4}) use:Vertex)")
    assert [(round(x), round(y)) for x, y in board.xy()[:6]] == [(0, 0), (-1, 0), (0, -1), (1, 0), (0, 1), (-2, 0)]
    assert [board.steps(name)[1] for name in ("CW", "CCW", "In", "Out")] == [(4,), (2,), (0,), (5,)]
    assert board.steps("Out")[0] == (4, 3, 2, 1)
    assert board.rays("CW")[1] == ((4, 3, 2),)


def test_single_ring_is_a_polygon_numbered_upward() -> None:
    board = board_of("(board (concentric {8}) use:Vertex)")
    around = [0]
    while len(around) < 8:
        around.append(next(n for n in board.neighbours("Adjacent")[around[-1]] if n not in around or len(around) == 8))
    assert around in ([0, 2, 4, 6, 7, 5, 3, 1], [0, 1, 3, 5, 7, 6, 4, 2])
    assert board.steps("CW")[0] == ()


def test_centre_of_ring_cells_is_not_the_first_cell() -> None:
    board = board_of("(board (concentric {1 8 8}))")
    assert board.count() == 17
    assert max(abs(value) for value in board.xy()[1]) < 1e-6


def test_wedge_counts_from_its_tip_downward() -> None:
    board = board_of("(board (wedge 3) use:Vertex)")
    assert board.xy() == [(2, 2), (1, 1), (2, 1), (3, 1), (0, 0), (2, 0), (4, 0)]
    turned = board_of("(board (rotate 180 (wedge 3)) use:Vertex)")
    assert [(round(x), round(y)) for x, y in turned.xy()][:5:1] == [(2, 0), (3, 1), (2, 1), (1, 1), (4, 2)]


def test_merged_vertices_follow_the_first_graph() -> None:
    board = board_of("(board (merge (wedge 3) (shift 0 2 (square 3 diagonals:Alternating))) use:Vertex)")
    assert board.count() == 15
    assert board.xy()[7:10] == [(0, 2), (1, 2), (0, 3)]


def test_merged_cells_are_numbered_as_they_are_found() -> None:
    merged = "(merge (shift 0 1 (rectangle 1 2)) (rectangle 1 2))"
    assert board_of(f"(board {merged})").labels() == ["A1", "A2", "B1", "B2"]


def test_pits_and_stores() -> None:
    board = board_of("(mancalaBoard 2 3)")
    assert [tuple(round(v, 2) for v in place) for place in board.xy()[:2]] == [(-0.85, 0.5), (0, 0)]
    assert board.count() == 8
    assert board.neighbours("Adjacent")[0] == (4, 1)


def test_rays_go_straight_on_and_leave_out_their_start() -> None:
    board = board_of("(board (square 5))")
    assert board.rays("N")[12] == ((17, 22),)
    assert board.rays("Diagonal")[12] == ((18, 24), (8, 4), (6, 0), (16, 20))
    assert board.ray_names("Diagonal")[12] == ("NE", "SE", "SW", "NW")
    assert board.ray_pairs("Orthogonal")[12] == (((17, 22), (7, 2)), ((13, 14), (11, 10)))
    assert board.ray_pairs("Orthogonal")[0] == (((5, 10, 15, 20), ()), ((1, 2, 3, 4), ()))


def test_distances_count_steps() -> None:
    board = board_of("(board (square 5))")
    assert board.distances("Adjacent")[0, 24] == 4
    assert board.distances("Orthogonal")[0, 24] == 8


def test_incidence() -> None:
    board = board_of("(board (square 5))")
    assert board.incident("Vertex", "Cell", 0) == (0, 1, 6, 7)
    assert board.incident("Cell", "Cell", 0) == (1, 5)
