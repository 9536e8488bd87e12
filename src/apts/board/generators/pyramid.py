"""Layers of points stacked like cannon balls."""

from __future__ import annotations

from math import sqrt

from apts.board.graph import Graph, Point, find_faces, joined_at_unit_distance, renumbered
from apts.board.room import check_points


def square_pyramid(size: int) -> Graph:
    """Square layers, each one smaller than the one below and resting in its hollows."""
    check_points(size * (size + 1) * (2 * size + 1) // 6)
    points = tuple(
        Point(column + 0.5 * layer, row + 0.5 * layer, layer / sqrt(2))
        for layer in range(size)
        for row in range(size - layer)
        for column in range(size - layer)
    )
    edges = joined_at_unit_distance(points)
    return renumbered(Graph(points, edges, find_faces(points, edges)))
