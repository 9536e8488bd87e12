"""Regular polygons and stars."""

from __future__ import annotations

from math import pi

from apts.board.arguments import Arguments, integer, word
from apts.board.generators.concentric import regular_polygon
from apts.board.graph import Edge, Graph, find_faces, renumbered, unique_edges
from apts.language.signatures.ludeme_register import ludeme


@ludeme(
    "(regular [shape<RegularShape>] sides<int>)",
    result="graph",
    documentation="A regular polygon, or the star drawn between its corners.",
)
def regular(arguments: Arguments, site_type: str) -> Graph:
    """Corners on a circle, the first at the top; a square lies flat."""
    sides = integer(arguments, "sides")
    is_star = word(arguments, "shape", "Polygon") == "Star"
    points = regular_polygon(sides, sides / (2 * pi), 45.0 if sides == 4 else 90.0)
    reach = (sides - 1) // 2 if is_star else 1
    edges = unique_edges(Edge(corner, (corner + reach) % sides) for corner in range(sides))
    return renumbered(Graph(tuple(points), edges, () if is_star else find_faces(points, edges)))
