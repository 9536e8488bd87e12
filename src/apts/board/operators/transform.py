"""Moving a graph as a whole: ``shift``, ``rotate``, ``scale`` and ``skew``. Numbers stay as they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import cos, radians, sin

from apts.board.graph import Edge, Graph, Point, find_faces, renumbered, unique_edges
from apts.board.topology import Topology
from apts.board.words import Arguments, graph, integer, items, number
from apts.language.signatures.signature import ludeme


def moved(source: Graph, move: Callable[[Point], Point]) -> Graph:
    """The graph with every place moved."""
    return replace(
        source,
        points=tuple(move(point) for point in source.points),
        pivots={vertex: move(pivot) for vertex, pivot in source.pivots.items()},
    )


@ludeme(
    "(shift dx<float> dy<float> [dz<float>] graph<graph>)",
    result="graph",
    documentation="Moves a graph to the right, upward and, if given, above the plane.",
)
def shift(arguments: Arguments, site_type: str) -> Graph:
    """A translation."""
    dx, dy, dz = number(arguments, "dx"), number(arguments, "dy"), number(arguments, "dz", 0.0)
    return moved(graph(arguments), lambda point: Point(point.x + dx, point.y + dy, point.z + dz))


@ludeme(
    "(rotate degrees<float> graph<graph>)",
    result="graph",
    documentation="Turns a graph counter-clockwise around the middle of the rectangle that encloses it.",
)
def rotate(arguments: Arguments, site_type: str) -> Graph:
    """A rotation."""
    source = graph(arguments)
    angle = radians(number(arguments, "degrees"))
    left, bottom, right, top = source.bounds()
    x, y = (left + right) / 2, (bottom + top) / 2
    cosine, sine = cos(angle), sin(angle)

    def turned(point: Point) -> Point:
        dx, dy = point.x - x, point.y - y
        return Point(x + dx * cosine - dy * sine, y + dx * sine + dy * cosine, point.z)

    return replace(moved(source, turned), bearing=source.bearing + angle)


@ludeme(
    "(scale sx<float> [sy<float>] [sz<float>] graph<graph>)",
    result="graph",
    documentation="Stretches a graph by factors; the upward factor is the sideward one when left out.",
)
def scale(arguments: Arguments, site_type: str) -> Graph:
    """A scaling about the origin."""
    sx = number(arguments, "sx")
    sy, sz = number(arguments, "sy", sx), number(arguments, "sz", 1.0)
    return moved(graph(arguments), lambda point: Point(point.x * sx, point.y * sy, point.z * sz))


@ludeme(
    "(skew amount<float> graph<graph>)",
    result="graph",
    documentation="Pushes higher points to the right, in proportion to their height.",
)
def skew(arguments: Arguments, site_type: str) -> Graph:
    """A shear along x."""
    source = graph(arguments)
    amount, bottom = number(arguments, "amount"), source.bounds()[1]
    return moved(source, lambda point: Point(point.x + amount * (point.y - bottom), point.y, point.z))


# ----------------------------------------------------------------------------------------------------------------
# Giving new numbers, or new elements, to a graph: ``renumber``, ``dual`` and ``layers``.


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
