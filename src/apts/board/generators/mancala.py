"""The pits and stores of mancala boards."""

from __future__ import annotations

from apts.board.generators.square import rectangle_graph
from apts.board.graph import Graph, Point, connected_nearby
from apts.board.room import BoardError

# How far the stores stand off from the pits, by the number of rows.
_STAND_OFF = {2: 0.85}


def mancala_graph(rows: int, columns: int, store: str = "Outer", stores: int = 2) -> Graph:
    """Rows of pits numbered from the bottom left, between a left and a right store unless ``store`` is ``None``."""
    if rows < 1 or columns < 1:
        raise BoardError(f"a mancala board has at least one row and one column of pits, not {rows} and {columns}")
    if store == "Inner" or stores != 2:
        return rectangle_graph(rows, rows)
    pits = [Point(float(column), float(row)) for row in range(rows) for column in range(columns)]
    if store != "None":
        distance = _STAND_OFF.get(rows, 1.0)
        middle = (rows - 1) / 2
        pits = [Point(-distance, middle), *pits, Point(columns - 1 + distance, middle)]
    return connected_nearby(Graph(tuple(pits)), 1.1)
