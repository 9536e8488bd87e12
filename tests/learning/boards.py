"""Boards and shapes of networks for the tests of this folder, made without any game."""

from __future__ import annotations

from typing import Any

import numpy as np

from apts.learning.networks.shape import Names, NetworkShape

SQUARE = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0))
HEX = tuple(step for step in SQUARE if step not in ((-1, -1), (1, 1)))
FALLING_HEX = tuple(step for step in SQUARE if step not in ((-1, 1), (1, -1)))

Steps = tuple[tuple[int, int], ...]


def grid(rows: int, columns: int, steps: Steps = SQUARE, missing: tuple[int, ...] = ()) -> dict[str, Any]:
    """Mask and neighbours of a grid that lacks some cells."""
    mask = [cell not in missing for cell in range(rows * columns)]
    neighbours = []
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        around = []
        for down, right in steps:
            there = (row + down) * columns + column + right
            inside = 0 <= row + down < rows and 0 <= column + right < columns
            around.append(there if inside and mask[cell] and mask[there] else -1)
        neighbours.append(around)
    return {"rows": rows, "columns": columns, "mask": mask, "neighbours": neighbours}


def square(rows: int = 6, columns: int = 7, missing: tuple[int, ...] = (), **changes: Any) -> NetworkShape:
    """A square board."""
    return shaped("square", **grid(rows, columns, missing=missing), **changes)


def hexagonal(steps: Steps = HEX, **changes: Any) -> NetworkShape:
    """A hexagon of side 3 in axial coordinates."""
    side = 3
    corners = [row * 5 + column for row in range(5) for column in range(5) if not side - 1 <= row + column <= 6]
    if steps is FALLING_HEX:
        corners = [5 * (cell // 5) + 4 - cell % 5 for cell in corners]
    return shaped("hex", **grid(5, 5, steps, tuple(corners)), **changes)


def ring(cells: int = 9, apart: int = 2, **changes: Any) -> NetworkShape:
    """Cells in a circle, each with one neighbour to the east and one to the west, and some without neighbours."""
    neighbours = np.full((cells + apart, 8), -1)
    for cell in range(cells):
        neighbours[cell, 0], neighbours[cell, 4] = (cell + 1) % cells, (cell - 1) % cells
    board = {"rows": 1, "columns": cells + apart, "mask": [True] * (cells + apart), "neighbours": neighbours}
    return shaped("graph", **board, **changes)


def shaped(form: str, **changes: Any) -> NetworkShape:
    """A small network over a board."""
    sizes: dict[str, Any] = {"planes": 5, "globals": 4, "kinds": 3, "seats": 2, "pairs": False, "width": 16, "depth": 2}
    return NetworkShape(form=form, **{**sizes, **changes})


def names_of(shape: NetworkShape) -> Names:
    """Names that count up."""
    return Names(
        tuple(f"plane {i}" for i in range(shape.planes)),
        tuple(f"global {i}" for i in range(shape.globals)),
        tuple(f"kind {i}" for i in range(shape.kinds)),
    )


def positions(shape: NetworkShape, count: int, seed: int = 0) -> tuple[Any, Any]:
    """Random planes, empty where there is no cell, and globals."""
    chance = np.random.default_rng(seed)
    planes = chance.random((count, shape.planes, shape.cells)) < 0.3
    planes &= np.array(shape.mask)
    return planes.astype(np.uint8), chance.standard_normal((count, shape.globals)).astype(np.float32)


def outputs(shape: NetworkShape, count: int) -> tuple[Any, Any, Any]:
    """Arrays for what a network says, filled with nonsense."""
    sizes = ((shape.site_outputs, shape.cells), (shape.kinds,), (shape.seats,))
    sites, kinds, values = (np.full((count, *size), np.nan, np.float32) for size in sizes)
    return sites, kinds, values
