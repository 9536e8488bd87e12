"""Graphs written out point by point."""

from __future__ import annotations

from apts.board.arguments import Arguments, items
from apts.board.graph import Edge, Graph, find_faces, point_written, unique_edges
from apts.board.room import BoardError
from apts.language.signatures.ludeme_register import ludeme


@ludeme(
    "(graph vertices:<{{float}}> [edges:<{{int}}>])",
    result="graph",
    documentation="A graph of the given points and lines; cells are found.",
)
def explicit_graph(arguments: Arguments, site_type: str) -> Graph:
    """Numbers are as written."""
    points = tuple(point_written(place) for place in items(arguments, "vertices"))
    pairs = items(arguments, "edges")
    for pair in pairs:
        if len(pair) != 2 or not all(0 <= vertex < len(points) for vertex in pair):
            raise BoardError(f"an edge joins two of the {len(points)} vertices of the graph, not {pair}")
    edges = unique_edges(Edge(int(a), int(b)) for a, b in pairs)
    return Graph(points, edges, find_faces(points, edges))
