"""Graphs made larger: added to, and put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, islice, pairwise
from typing import Any

from apts.board.graph import (
    MERGE_TOLERANCE,
    SAME_POINT,
    BoardError,
    Edge,
    Face,
    Graph,
    Point,
    PointIndex,
    check_compared,
    check_edges,
    connected_nearby,
    find_faces,
    merged,
    point_written,
    signed_area,
    subgraph,
    unique_edges,
)
from apts.board.topology import Arguments, graph, graphs, integer, items, truth
from apts.language.signatures.signature import ludeme

# ----------------------------------------------------------------------------------------------------------------
# Adding to a graph: ``add``, ``complete``, ``subdivide``, ``splitCrossings``, ``makeFaces``.


@ludeme(
    "(add [graph<graph>] [vertices:<{{float}}>] [edges:<{{int}}|{{{float}}}>] "
    "[edgesCurved:<{{float}}|{{{float}}}>] [cells:<{{int}}|{{{float}}}>] [connect:<bool>])",
    result="graph",
    documentation="Adds vertices, edges and cells, given by number or by place, after those that are there.",
)
def add(arguments: Arguments, site_type: str) -> Graph:
    """New elements get the next numbers; places that are not vertices yet become some."""
    source = graph(arguments) if "graph" in arguments else Graph(())
    growing = _Growing(source)
    for place in items(arguments, "vertices"):
        growing.vertex(place)
    for pair in items(arguments, "edges"):
        growing.edge(pair)
    for curve in items(arguments, "edgesCurved"):
        growing.edge(curve[:2], curved=True)
    for corners in items(arguments, "cells"):
        growing.cell(corners)
    result = growing.graph()
    return connected_nearby(result) if truth(arguments, "connect", False) else result


@ludeme(
    "(complete graph<graph> [eachCell:<bool>])",
    result="graph",
    documentation="Joins every vertex with every other one, in the whole graph or within each cell.",
)
def complete(arguments: Arguments, site_type: str) -> Graph:
    """A whole graph gets new edges, numbered by their ends; within cells they follow those that are there."""
    source = graph(arguments)
    if not truth(arguments, "eachCell", False):
        check_edges(len(source.points) * (len(source.points) - 1) // 2)
        return replace(source, edges=tuple(Edge(a, b) for a, b in combinations(range(len(source.points)), 2)))
    extra = [Edge(a, b) for face in source.faces for a, b in combinations(sorted(face), 2)]
    return replace(source, edges=unique_edges([*source.edges, *extra]))


@ludeme(
    "(subdivide graph<graph> [min:<int>])",
    result="graph",
    documentation="Adds the middle of each cell as a vertex and joins it with the corners of the cell.",
)
def subdivide(arguments: Arguments, site_type: str) -> Graph:
    """Only cells with at least ``min`` corners are divided."""
    source, least = graph(arguments), integer(arguments, "min", 1)
    points, edges = list(source.points), list(source.edges)
    for face in reversed(source.faces):
        if len(face) >= least:
            edges.extend(Edge(len(points), vertex) for vertex in face)
            points.append(source.face_point(face))
    faces = () if site_type == "Vertex" else find_faces(points, edges)
    return Graph(tuple(points), tuple(edges), faces, source.pivots)


@ludeme(
    "(makeFaces graph<graph>)",
    result="graph",
    documentation="Finds the cells that the edges enclose.",
)
def make_faces(arguments: Arguments, site_type: str) -> Graph:
    """Cells that were there are forgotten first."""
    return graph(arguments).with_faces()


@ludeme(
    "(splitCrossings graph<graph>)",
    result="graph",
    documentation="Puts a vertex wherever two edges cross or a vertex lies on an edge.",
)
def split_crossings(arguments: Arguments, site_type: str) -> Graph:
    """New vertices get the next numbers; the parts of a split edge go to the end of the list of edges."""
    source = graph(arguments)
    points, edges, pivots = list(source.points), list(source.edges), dict(source.pivots)
    whole = compared = 0
    while whole < len(edges):
        found = _first_crossing(points, edges, whole)
        compared += len(edges) - whole
        check_compared(compared)
        if found is None:
            whole += 1  # parts of split edges cross nothing that these did not cross
            continue
        first, second, place = found
        middle = len(points)
        points.append(place)
        for pivot in (pivots.get(edge.start) for edge in (first, second)):
            if pivot is not None:
                pivots.setdefault(middle, pivot)
        edges = [edge for edge in edges if edge not in (first, second)]
        edges += [
            Edge(*ends, edge.curved) for edge in (first, second) for ends in ((edge.start, middle), (middle, edge.end))
        ]
    split: list[Edge] = []
    check_compared(len(edges) * len(points))
    for edge in edges:
        chain = [edge.start, *_along(points, edge), edge.end]
        split.extend(Edge(a, b, edge.curved) for a, b in pairwise(chain))
    kept = unique_edges(split)
    return Graph(tuple(points), kept, find_faces(points, kept), pivots)


def _first_crossing(points: Sequence[Point], edges: Sequence[Edge], at: int) -> tuple[Edge, Edge, Point] | None:
    """The first of the later edges that crosses the one at a place, and where."""
    first = edges[at]
    for second in islice(edges, at + 1, None):
        place = _crossing(points, first, second)
        if place is not None and not _is_end(points, place, (*first[:2], *second[:2])):
            return first, second, place
    return None


def _is_end(points: Sequence[Point], place: Point, ends: Sequence[int]) -> bool:
    return any(abs(points[end].x - place.x) + abs(points[end].y - place.y) < SAME_POINT for end in ends)


def _crossing(points: Sequence[Point], first: Edge, second: Edge) -> Point | None:
    if {first.start, first.end} & {second.start, second.end}:
        return None
    a, b, c, d = points[first.start], points[first.end], points[second.start], points[second.end]
    determinant = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x)
    if abs(determinant) < 1e-9:
        return None
    along = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / determinant
    across = ((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) / determinant
    if not (0 < along < 1 and 0 < across < 1):
        return None
    return Point(a.x + along * (b.x - a.x), a.y + along * (b.y - a.y), a.z)


def _along(points: Sequence[Point], edge: Edge) -> list[int]:
    """The vertices that lie on an edge, from its start to its end."""
    a, b = points[edge.start], points[edge.end]
    dx, dy = b.x - a.x, b.y - a.y
    squared = dx * dx + dy * dy
    found = []
    for number, point in enumerate(points):
        share = ((point.x - a.x) * dx + (point.y - a.y) * dy) / squared if squared else 0.0
        off = abs((point.x - a.x) * dy - (point.y - a.y) * dx)
        if number not in edge[:2] and 0 < share < 1 and off < SAME_POINT * squared**0.5:
            found.append((share, number))
    return [number for _, number in sorted(found)]


class _Growing:
    """A graph to which elements are added."""

    def __init__(self, source: Graph) -> None:
        self._source = source
        self._points = list(source.points)
        self._edges = list(source.edges)
        self._pairs = {frozenset(edge[:2]) for edge in source.edges}
        self._faces: list[Face] = list(source.faces)
        self._index = PointIndex(SAME_POINT)
        for number, point in enumerate(self._points):
            self._index.add(number, point)

    def vertex(self, written: Any) -> int:
        """A vertex by number, or by place; a new one if there is none."""
        if not isinstance(written, tuple):
            if not 0 <= written < len(self._points):
                raise BoardError(f"there is no vertex {written}; the graph has {len(self._points)}, counted from 0")
            return int(written)
        place = point_written(written)
        found = self._index.find(place)
        if found is None:
            found = len(self._points)
            self._points.append(place)
            self._index.add(found, place)
        return found

    def edge(self, written: Sequence[Any], *, curved: bool = False) -> None:
        """An edge between two vertices, unless it is there."""
        if len(written) != 2:
            raise BoardError(f"an edge joins two vertices, not {written}")
        start, end = (self.vertex(item) for item in written)
        if frozenset((start, end)) not in self._pairs and start != end:
            self._pairs.add(frozenset((start, end)))
            self._edges.append(Edge(start, end, curved))

    def cell(self, written: Sequence[Any]) -> None:
        """A cell through some corners, with the edges around it."""
        corners = tuple(self.vertex(item) for item in written)
        for place, corner in enumerate(corners):
            self.edge((corners[place - 1], corner))
        if frozenset(corners) not in {frozenset(face) for face in self._faces}:
            clockwise = signed_area([self._points[corner] for corner in corners]) < 0
            self._faces.append(corners if clockwise else corners[::-1])

    def graph(self) -> Graph:
        """What has become of it."""
        return replace(self._source, points=tuple(self._points), edges=tuple(self._edges), faces=tuple(self._faces))


# ----------------------------------------------------------------------------------------------------------------
# Several graphs as one: ``merge``, ``union`` and ``intersect``.


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
    for part in graphs(arguments):
        offset = len(result.points)
        result = Graph(
            result.points + part.points,
            result.edges + tuple(Edge(a + offset, b + offset, curved) for a, b, curved in part.edges),
            result.faces + tuple(tuple(vertex + offset for vertex in face) for face in part.faces),
            {**result.pivots, **{vertex + offset: pivot for vertex, pivot in part.pivots.items()}},
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
