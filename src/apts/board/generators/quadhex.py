"""A hexagon divided into six kites of quadrilateral cells."""

from __future__ import annotations

from math import sqrt

from apts.board.generators.rings import regular_polygon
from apts.board.graph import (
    MERGE_TOLERANCE,
    BoardError,
    Edge,
    Graph,
    Point,
    PointIndex,
    find_faces,
    renumbered,
    unique_edges,
)
from apts.board.topology import Arguments, integer
from apts.language.signatures.signature import ludeme


@ludeme(
    "(quadhex layers<int>)",
    result="graph",
    documentation="A hexagon of four-sided cells, in so many layers around the middle.",
)
def quadhex(arguments: Arguments, site_type: str) -> Graph:
    """Each kite reaches from the middle of the board over the middles of two sides to a corner."""
    layers = integer(arguments, "layers")
    if not layers:
        raise BoardError("a hexagon without layers")
    corners = regular_polygon(6, layers, 0.0)
    sides = regular_polygon(6, layers * sqrt(3) / 2, -30.0)
    points: list[Point] = []
    edges: list[Edge] = []
    index = PointIndex(MERGE_TOLERANCE)
    for kite, corner in enumerate(corners):
        grid = _kite(sides[kite], sides[(kite + 1) % 6], corner, layers)
        numbers = [[_vertex(place, points, index) for place in row] for row in grid]
        edges += [Edge(row[i], row[i + 1]) for row in numbers for i in range(layers)]
        edges += [Edge(numbers[i][j], numbers[i + 1][j]) for i in range(layers) for j in range(layers + 1)]
    kept = unique_edges(edges)
    return renumbered(Graph(tuple(points), kept, find_faces(points, kept)))


def _kite(first: Point, second: Point, tip: Point, size: int) -> list[list[Point]]:
    """The lattice points of a kite that begins at the origin."""
    grid = []
    for row in range(size + 1):
        v = row / size
        line = []
        for column in range(size + 1):
            u = column / size
            x = u * (1 - v) * first.x + v * (1 - u) * second.x + u * v * tip.x
            y = u * (1 - v) * first.y + v * (1 - u) * second.y + u * v * tip.y
            line.append(Point(x, y))
        grid.append(line)
    return grid


def _vertex(place: Point, points: list[Point], index: PointIndex) -> int:
    found = index.find(place)
    if found is None:
        found = len(points)
        points.append(place)
        index.add(found, place)
    return found
