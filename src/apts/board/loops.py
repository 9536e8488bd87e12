"""Loops around a board, as on a Surakarta board: along lines of the board, and around its corners from one to the next."""

from __future__ import annotations

from collections.abc import Iterator

Run = list[int]


def square_runs(rows: int, columns: int, line: int) -> list[Run]:
    """The four lines of a loop at a distance from the sides: a row, a column, and back along a row and a column."""
    last = rows * columns - 1
    return [
        [line * columns + column for column in range(columns)],
        [columns - 1 - line + row * columns for row in range(rows)],
        [last - line * columns - column for column in range(columns)],
        [last - (columns - 1) + line - row * columns for row in range(rows)],
    ]


def triangle_runs(rows: int, line: int) -> list[Run]:
    """The three lines of a loop on a triangle of points whose rows get shorter by one."""
    starts = [row * rows - row * (row - 1) // 2 for row in range(rows)]
    length = rows - line
    return [
        [starts[line] + step for step in range(length)],
        [starts[row] + rows - 1 - line - row for row in range(length)],
        [starts[row] + line for row in range(length - 1, -1, -1)],
    ]


def ways(runs: list[Run]) -> Iterator[list[int]]:
    """The way around, and the way back; a site from which the way turns a corner stands there twice."""
    for order in (runs, [run[::-1] for run in runs[::-1]]):
        way: list[int] = []
        for place, run in enumerate(order):
            following = order[(place + 1) % len(order)]
            way += run
            if run[-1] > 0 and following[0] > 0:  # site 0 makes no corner
                way.append(run[-1])
        yield way
