"""Giving new numbers, or new elements, to a graph: ``renumber``, ``dual`` and ``layers``."""

from __future__ import annotations

from apts.board.arguments import Arguments, graph, integer, items
from apts.board.graph import Edge, Graph, Point, find_faces, renumbered, unique_edges
from apts.board.topology import Topology
from apts.language.signatures.ludeme_register import ludeme


@ludeme(
    "(renumber [type<SiteType> | types<{SiteType}>] graph<graph>)",
    result="graph",
    documentation="Numbers elements by their place: bottom row first, left to right.",
)
def renumber(arguments: Arguments, site_type: str) -> Graph:
    """All elements, or only those of the given kinds."""
    kinds = {str(kind) for kind in items(arguments, "types")}
    if "type" in arguments:
        kinds.add(str(arguments["type"]))
    kinds = kinds or {"Vertex", "Edge", "Cell"}
    return renumbered(graph(arguments), vertices="Vertex" in kinds, edges="Edge" in kinds, faces="Cell" in kinds)


@ludeme(
    "(recoordinate [type<SiteType> | types<{SiteType}>] graph<graph>)",
    result="graph",
    documentation="Has no effect; coordinates always follow the places of the sites.",
)
def recoordinate(arguments: Arguments, site_type: str) -> Graph:
    """The graph as it is."""
    return graph(arguments)


@ludeme(
    "(dual graph<graph>)",
    result="graph",
    documentation="A vertex for every cell, joined where cells share an edge.",
)
def dual(arguments: Arguments, site_type: str) -> Graph:
    """The middles of the cells as a graph of their own."""
    topology = Topology(graph(arguments))
    points = topology.face_points
    shared = (Edge(faces[0], faces[1]) for faces in topology.edge_faces if len(faces) == 2)
    edges = unique_edges(shared)
    return renumbered(Graph(points, edges, find_faces(points, edges)))


@ludeme(
    "(layers count<int> graph<graph>)",
    result="graph",
    documentation="Copies of a graph above each other, joined by vertical edges.",
)
def layers(arguments: Arguments, site_type: str) -> Graph:
    """Each copy is one unit higher than the one before."""
    source, count = graph(arguments), integer(arguments, "count")
    size = len(source.points)
    points = tuple(Point(x, y, z + level) for level in range(count) for x, y, z in source.points)
    edges = [
        Edge(a + level * size, b + level * size, curved) for level in range(count) for a, b, curved in source.edges
    ]
    edges += [Edge(number - size, number) for number in range(size, count * size)]
    faces = tuple(tuple(v + level * size for v in face) for level in range(count) for face in source.faces)
    pivots = {
        vertex + level * size: Point(pivot.x, pivot.y, pivot.z + level)
        for level in range(count)
        for vertex, pivot in source.pivots.items()
    }
    return renumbered(Graph(points, tuple(edges), faces, pivots))
