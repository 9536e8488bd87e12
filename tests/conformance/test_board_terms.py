"""A real board says of itself what the records say."""

from __future__ import annotations

from apts.board.board import Board
from apts.board.generators.squares import rectangle_graph
from bench.conformance.board_terms import in_record_terms
from bench.conformance.geometry import geometry_difference
from tests.conformance.two_cells import trace


def board_of_cells(rows: int, columns: int) -> Board:
    return Board(rectangle_graph(rows + 1, columns + 1, "Implied"), "Cell")


def test_board_of_two_cells_is_as_recorded() -> None:
    assert geometry_difference(in_record_terms(board_of_cells(1, 2)), trace()) is None


def test_board_of_three_cells_is_not() -> None:
    difference = geometry_difference(in_record_terms(board_of_cells(1, 3)), trace())
    assert difference == "board: sites is 3, recorded 2"


def test_boardless_game_has_no_geometry_to_compare() -> None:
    board = Board(rectangle_graph(2, 3, "Implied"), "Cell", boardless=True)
    assert geometry_difference(in_record_terms(board), trace()) is None
