"""Cells and their neighbours: square and hexagonal grids, graphs, unrolled stacks, hands."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from apts.engine.rules_game import RulesGame
from apts.games.library import load
from apts.learning.encodings.encoding import encoding_of
from apts.learning.encodings.geometry import HEX_KERNEL, KERNEL, Layout


def layout(name: str, **settings: Any) -> Layout:
    game = load(name, **settings)
    assert isinstance(game, RulesGame)
    return encoding_of(game).layout


def board_layout(board: str) -> Layout:
    game = RulesGame(
        f'(game "Board" (players 2) (equipment {{ {board} (piece "Stone" Each) }})'
        " (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
    )
    return encoding_of(game).layout


@pytest.mark.parametrize(
    ("name", "form", "rows", "columns"),
    [
        ("tic-tac-toe", "square", 3, 3),
        ("connect-four", "square", 6, 7),
        ("othello", "square", 8, 8),
        ("go", "square", 19, 19),
        ("hex", "hex", 11, 11),
        ("yavalath", "hex", 9, 9),
        ("alquerque", "graph", 1, 25),
        ("nine-mens-morris", "graph", 1, 26),
        ("kalah", "graph", 1, 14),
        ("gobblet-gobblers", "square", 6, 3),
    ],
)
def test_boards_have_the_form_of_their_steps(name: str, form: str, rows: int, columns: int) -> None:
    found = layout(name)
    assert (found.form, found.rows, found.columns) == (form, rows, columns)
    assert found.neighbours.shape == (found.cells, 6 if form == "hex" else 8)


@pytest.mark.parametrize("name", ["othello", "yavalath", "hex", "alquerque", "kalah"])
def test_cells_are_sites_and_neighbours_are_neighbours_of_the_board(name: str) -> None:
    game = load(name)
    assert isinstance(game, RulesGame)
    found, board = encoding_of(game).layout, game.compiled.equipment.board
    assert len(set(found.site_cells.tolist())) == board.count() == found.mask.sum()
    site_of = {int(cell): site for site, cell in enumerate(found.site_cells)}
    for site, others in enumerate(board.neighbours("Adjacent")):
        near = {site_of[int(cell)] for cell in found.neighbours[found.site_cells[site]] if cell >= 0}
        assert near == set(others)


def test_neighbours_of_a_grid_are_in_the_order_of_the_kernel() -> None:
    for name, kernel in (("othello", KERNEL), ("yavalath", HEX_KERNEL)):
        found = layout(name)
        for cell in np.flatnonzero(found.mask).tolist():
            for direction, (row, column) in enumerate(kernel):
                other = found.neighbours[cell, direction]
                assert other == -1 or divmod(int(other), found.columns) == (
                    cell // found.columns + row,
                    cell % found.columns + column,
                )


def test_neighbours_of_a_graph_lie_in_the_sector_of_their_direction() -> None:
    found = layout("alquerque")
    for cell in range(found.cells):
        for sector, other in enumerate(found.neighbours[cell]):
            if other >= 0:
                right, up = found.points[other] - found.points[cell]
                assert round(np.degrees(np.arctan2(up, right)) / 45) % 8 == sector


def test_a_row_of_stacks_is_unrolled_to_its_full_height() -> None:
    for grid, (columns, height) in {"7x6": (7, 6), "5x4": (5, 4), "9x7": (9, 7)}.items():
        found = layout("connect-four", grid=grid)
        assert (found.rows, found.columns, found.levels, found.level_step) == (height, columns, height, columns)
        assert found.site_cells.tolist() == list(range(columns))


def test_hands_lie_below_an_empty_row() -> None:
    found = layout("gobblet-gobblers")
    grid = found.mask.reshape(found.rows, found.columns)
    assert grid[:3].all()
    assert not grid[3].any()
    assert grid[4:].all()
    assert np.isnan(found.points[found.site_cells[9:]]).all()


def test_a_hand_of_a_graph_has_no_neighbours() -> None:
    found = layout("nine-mens-morris")
    assert (found.neighbours[24:] == -1).all()
    assert not (found.neighbours >= 24).any()


def test_square_board_on_its_tip_is_a_square_grid() -> None:
    assert board_layout("(board (rotate 45 (square 5)))").form == "square"


def test_points_without_diagonals_are_a_square_grid_and_with_some_a_graph() -> None:
    assert board_layout("(board (square 5) use:Vertex)").form == "square"
    assert board_layout("(board (square 5 diagonals:Alternating) use:Vertex)").form == "graph"


def test_triangle_of_hexagons_is_a_hexagonal_grid_with_cells_that_are_no_sites() -> None:
    found = board_layout("(board (hex Triangle 4))")
    assert found.form == "hex"
    assert found.mask.sum() < found.cells
