"""Copies of polygons in rows and columns."""

from __future__ import annotations

from apts.board.arguments import Arguments, integer, items
from apts.board.graph import MERGE_TOLERANCE, Edge, Graph, Point, PointIndex, find_faces, renumbered, unique_edges
from apts.board.polygon import Polygon
from apts.board.room import BoardError
from apts.language.signatures.ludeme_register import ludeme


@ludeme(
    "(repeat rows<int> columns<int> step:<{{float}}> (polygon<poly> | polygons<{poly}>))",
    result="graph",
    documentation="A tiling of one or several polygons, repeated in rows and columns at the given steps.",
)
def repeat(arguments: Arguments, site_type: str) -> Graph:
    """The first step leads to the next column, the second to the next row."""
    steps = items(arguments, "step")
    if [len(step) for step in steps] != [2, 2]:
        raise BoardError(f"two steps of two numbers each lead to the next column and row, not {steps}")
    across, up = ((float(x), float(y)) for x, y in steps)
    shapes: tuple[Polygon, ...] = items(arguments, "polygons")
    single = arguments.get("polygon")
    if isinstance(single, Polygon):
        shapes = (single,)
    points: list[Point] = []
    edges: list[Edge] = []
    index = PointIndex(MERGE_TOLERANCE)
    for row in range(integer(arguments, "rows")):
        for column in range(integer(arguments, "columns")):
            dx, dy = column * across[0] + row * up[0], column * across[1] + row * up[1]
            for shape in shapes:
                corners = [_vertex(Point(x + dx, y + dy), points, index) for x, y, _ in shape.points]
                edges.extend(Edge(corners[place - 1], corner) for place, corner in enumerate(corners))
    kept = unique_edges(edges)
    return renumbered(Graph(tuple(points), kept, find_faces(points, kept)))


def _vertex(place: Point, points: list[Point], index: PointIndex) -> int:
    found = index.find(place)
    if found is None:
        found = len(points)
        points.append(place)
        index.add(found, place)
    return found
