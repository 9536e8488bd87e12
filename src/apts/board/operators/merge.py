"""Several graphs as one: ``merge``, ``union`` and ``intersect``."""

from __future__ import annotations

from apts.board.arguments import Arguments, graphs, truth
from apts.board.graph import (
    MERGE_TOLERANCE,
    Edge,
    Graph,
    PointIndex,
    connected_nearby,
    find_faces,
    merged,
    subgraph,
)
from apts.board.room import BoardError
from apts.language.signatures.ludeme_register import ludeme


@ludeme(
    "(merge graphs<{graph}> [connect:<bool>])",
    result="graph",
    documentation="Joins graphs into one; vertices that coincide become the same vertex.",
)
@ludeme(
    "(merge first<graph> second<graph> [connect:<bool>])",
    result="graph",
    documentation="Joins two graphs into one; vertices that coincide become the same vertex.",
)
def merge(arguments: Arguments, site_type: str) -> Graph:
    """The first graph keeps its numbers; new vertices follow."""
    result = merged(graphs(arguments))
    return connected_nearby(result) if truth(arguments, "connect", False) else result


@ludeme(
    "(union graphs<{graph}> [connect:<bool>])",
    result="graph",
    documentation="Puts graphs beside each other without joining what coincides.",
)
@ludeme(
    "(union first<graph> second<graph> [connect:<bool>])",
    result="graph",
    documentation="Puts two graphs beside each other without joining what coincides.",
)
def union(arguments: Arguments, site_type: str) -> Graph:
    """All elements of all graphs, numbered one graph after the other."""
    result = Graph(())
    for graph in graphs(arguments):
        offset = len(result.points)
        result = Graph(
            result.points + graph.points,
            result.edges + tuple(Edge(a + offset, b + offset, curved) for a, b, curved in graph.edges),
            result.faces + tuple(tuple(vertex + offset for vertex in face) for face in graph.faces),
            {**result.pivots, **{vertex + offset: pivot for vertex, pivot in graph.pivots.items()}},
        )
    return connected_nearby(result) if truth(arguments, "connect", False) else result


@ludeme(
    "(intersect graphs<{graph}>)",
    result="graph",
    documentation="What all the graphs have in common.",
)
@ludeme(
    "(intersect first<graph> second<graph>)",
    result="graph",
    documentation="What two graphs have in common.",
)
def intersect(arguments: Arguments, site_type: str) -> Graph:
    """The vertices and edges of the first graph that all others have too."""
    if not graphs(arguments):
        raise BoardError("there is no graph in the list")
    first, *others = graphs(arguments)
    kept = set(range(len(first.points)))
    pairs = {frozenset(edge[:2]) for edge in first.edges}
    for other in others:
        index = PointIndex(MERGE_TOLERANCE)
        for number, point in enumerate(other.points):
            index.add(number, point)
        found = {vertex: index.find(point) for vertex, point in enumerate(first.points)}
        kept &= {vertex for vertex, match in found.items() if match is not None}
        theirs = {frozenset(edge[:2]) for edge in other.edges}
        pairs = {pair for pair in pairs if frozenset(found[vertex] for vertex in pair) in theirs}
    edges = tuple(edge for edge in first.edges if frozenset(edge[:2]) in pairs)
    common = subgraph(Graph(first.points, edges, (), first.pivots), kept)
    return Graph(common.points, common.edges, find_faces(common.points, common.edges), common.pivots)
