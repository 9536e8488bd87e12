"""Graphs changed: moved as a whole with ``shift``, ``rotate``, ``scale`` and ``skew``, and without some of their parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import cos, radians, sin
from typing import Any

from apts.board.graph import (
    SAME_POINT,
    BoardError,
    Edge,
    Graph,
    Point,
    PointIndex,
    find_faces,
    point_written,
    renumbered,
    subgraph,
    unique_edges,
)
from apts.board.topology import Arguments, Topology, graph, integer, items, number, polygon, truth
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


# ----------------------------------------------------------------------------------------------------------------
# Taking parts away: ``remove``, ``hole``, ``trim``, ``keep`` and ``clip``.


@ludeme(
    "(remove graph<graph> [cells:<{int}|{{{float}}}>] [edges:<{{int}}|{{{float}}}>] "
    "[vertices:<{int}|{{float}}>] [trimEdges:<bool>])",
    result="graph",
    documentation="Takes cells, edges and vertices away, given by number or by place; the other numbers close up.",
)
def remove(arguments: Arguments, site_type: str) -> Graph:
    """Edges that no cell needs any more go with the cells, unless ``trimEdges`` is false."""
    result = graph(arguments)
    find = _Finder(result)
    trims = truth(arguments, "trimEdges", True)
    cells = find.cells(items(arguments, "cells"))
    edges = find.edges(items(arguments, "edges"))
    vertices = find.vertices(items(arguments, "vertices"))
    if cells:
        result = without_faces(result, cells, trims)
    if edges:
        result = without_edges(result, edges)
    if vertices:
        result = subgraph(result, (vertex for vertex in range(len(result.points)) if vertex not in vertices))
    return result


@ludeme(
    "(remove graph<graph> polygon<poly> [trimEdges:<bool>])",
    result="graph",
    documentation="Takes away the vertices inside a polygon.",
)
def remove_inside(arguments: Arguments, site_type: str) -> Graph:
    """The polygon is used as it is written."""
    source, limits = graph(arguments), polygon(arguments)
    inside = limits.among(source.points)
    return subgraph(source, (n for n, lies_in in enumerate(inside) if not lies_in))


@ludeme(
    "(hole graph<graph> polygon<poly>)",
    result="graph",
    documentation="Takes away the cells inside a polygon.",
)
def hole(arguments: Arguments, site_type: str) -> Graph:
    """Cells whose middle is inside the polygon, which is made a little larger first."""
    source, limits = graph(arguments), polygon(arguments).inflated()
    inside = limits.among([source.face_point(face) for face in source.faces])
    gone = {number for number, lies_in in enumerate(inside) if lies_in}
    return without_faces(source, gone, True)


@ludeme(
    "(trim graph<graph>)",
    result="graph",
    documentation="Takes away loose ends: edges that lead nowhere and vertices without edges.",
)
def trim(arguments: Arguments, site_type: str) -> Graph:
    """Centres that other vertices turn around stay."""
    source = graph(arguments)
    degree = _degrees(source)
    edges = tuple(edge for edge in source.edges if degree[edge.start] > 1 and degree[edge.end] > 1)
    used = {vertex for edge in edges for vertex in edge[:2]}
    centres = set(source.pivots.values())
    kept = (n for n, point in enumerate(source.points) if n in used or point in centres)
    return subgraph(replace(source, edges=edges), kept)


@ludeme(
    "(keep graph<graph> polygon<poly>)",
    result="graph",
    documentation="Keeps only what lies inside a polygon.",
)
def keep(arguments: Arguments, site_type: str) -> Graph:
    """Vertices inside the polygon, which is made a little larger first."""
    source, limits = graph(arguments), polygon(arguments).inflated()
    inside = limits.among(source.points)
    return subgraph(source, (n for n, lies_in in enumerate(inside) if lies_in)).with_faces()


@ludeme(
    "(clip graph<graph> polygon<poly>)",
    result="graph",
    documentation="Keeps only what lies outside a polygon.",
)
def clip(arguments: Arguments, site_type: str) -> Graph:
    """Vertices outside the polygon, which is made a little larger first."""
    source, limits = graph(arguments), polygon(arguments).inflated()
    inside = limits.among(source.points)
    return subgraph(source, (n for n, lies_in in enumerate(inside) if not lies_in)).with_faces()


def without_faces(source: Graph, gone: Iterable[int], trims: bool) -> Graph:
    """The graph without some faces and, if wanted, without the edges that no face is left to use."""
    removed = set(gone)
    faces = tuple(face for number, face in enumerate(source.faces) if number not in removed)
    edges = source.edges
    if trims:
        missing = sorted(number for number in removed if not 0 <= number < len(source.faces))
        if missing:
            raise BoardError(f"there is no cell {missing[0]}; the graph has {len(source.faces)}, counted from 0")
        orphaned = {pair for number in removed for pair in _sides(source.faces[number])}
        orphaned -= {pair for face in faces for pair in _sides(face)}
        edges = tuple(edge for edge in edges if frozenset(edge[:2]) not in orphaned)
    return replace(source, edges=edges, faces=faces)


def without_edges(source: Graph, gone: Iterable[frozenset[int]]) -> Graph:
    """The graph without some edges and without the faces they bounded."""
    removed = set(gone)
    edges = tuple(edge for edge in source.edges if frozenset(edge[:2]) not in removed)
    faces = tuple(face for face in source.faces if not any(pair in removed for pair in _sides(face)))
    return replace(source, edges=edges, faces=faces)


def _sides(face: Sequence[int]) -> list[frozenset[int]]:
    return [frozenset((face[place - 1], vertex)) for place, vertex in enumerate(face)]


def _degrees(source: Graph) -> list[int]:
    degree = [0] * len(source.points)
    for edge in source.edges:
        degree[edge.start] += 1
        degree[edge.end] += 1
    return degree


class _Finder:
    """Turns numbers or places as written into elements of a graph."""

    def __init__(self, source: Graph) -> None:
        self._source = source
        self._index = PointIndex(SAME_POINT)
        for place, point in enumerate(source.points):
            self._index.add(place, point)

    def vertex(self, written: Any) -> int | None:
        """A vertex by number or by place."""
        if isinstance(written, tuple):
            return self._index.find(point_written(written))
        return int(written)

    def vertices(self, written: Sequence[Any]) -> set[int]:
        """Vertices by number or by place."""
        return {found for item in written if (found := self.vertex(item)) is not None}

    def edges(self, written: Sequence[Any]) -> set[frozenset[int]]:
        """Edges by their two ends."""
        ends = (self.vertices(item) for item in written)
        return {frozenset(pair) for pair in ends if len(pair) == 2}

    def cells(self, written: Sequence[Any]) -> set[int]:
        """Cells by number or by their corners."""
        corners = {frozenset(face): number for number, face in enumerate(self._source.faces)}
        numbers: set[int] = set()
        for item in written:
            number = corners.get(frozenset(self.vertices(item))) if isinstance(item, tuple) else int(item)
            if number is not None:
                numbers.add(number)
        return numbers
