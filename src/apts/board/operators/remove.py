"""Taking parts away: ``remove``, ``hole``, ``trim``, ``keep`` and ``clip``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from apts.board.graph import SAME_POINT, BoardError, Graph, PointIndex, point_written, subgraph
from apts.board.words import Arguments, graph, items, polygon, truth
from apts.language.signatures.signature import ludeme


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
        for number, point in enumerate(source.points):
            self._index.add(number, point)

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
