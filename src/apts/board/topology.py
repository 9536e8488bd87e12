"""What touches what in a graph: the three kinds of elements a site can be, with their places and incidences."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import Any

from apts.board.graph import BoardError, Edge, Graph, Point, angular_order, check_compared, mean_edge_length
from apts.language.signatures.signature import enumeration

SITE_TYPES = ("Cell", "Vertex", "Edge")


class Topology:
    """Incidence tables of a graph, each computed when it is first asked for."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def count(self, site_type: str) -> int:
        """How many elements of a kind there are."""
        return len(self.points(site_type))

    def points(self, site_type: str) -> tuple[Point, ...]:
        """Where the elements of a kind are: corners, middles of lines, middles of cells."""
        if site_type == "Vertex":
            return self.graph.points
        return self.edge_points if site_type == "Edge" else self.face_points

    @cached_property
    def face_points(self) -> tuple[Point, ...]:
        """The middle of every face."""
        return tuple(self.graph.face_point(face) for face in self.graph.faces)

    @cached_property
    def edge_points(self) -> tuple[Point, ...]:
        """The middle of every edge."""
        return tuple(self.graph.edge_point(edge) for edge in self.graph.edges)

    @cached_property
    def unit(self) -> float:
        """The mean length of an edge."""
        return mean_edge_length(self.graph)

    @cached_property
    def edge_number(self) -> dict[tuple[int, int], int]:
        """The number of the edge between two vertices, for both orders of the pair."""
        numbers: dict[tuple[int, int], int] = {}
        for number, edge in enumerate(self.graph.edges):
            numbers[edge.start, edge.end] = number
            numbers[edge.end, edge.start] = number
        return numbers

    @cached_property
    def vertex_vertices(self) -> list[list[int]]:
        """The vertices joined to each vertex, by angle from -180 degrees upward."""
        return angular_order(self.graph.points, self.graph.edges, self.graph.bearing)

    @cached_property
    def vertex_edges(self) -> list[list[int]]:
        """The edges at each vertex."""
        edges: list[list[int]] = [[] for _ in self.graph.points]
        for number, edge in enumerate(self.graph.edges):
            edges[edge.start].append(number)
            edges[edge.end].append(number)
        return edges

    @cached_property
    def vertex_faces(self) -> list[list[int]]:
        """The faces at each vertex."""
        faces: list[list[int]] = [[] for _ in self.graph.points]
        for number, face in enumerate(self.graph.faces):
            for vertex in dict.fromkeys(face):
                faces[vertex].append(number)
        return faces

    @cached_property
    def face_edges(self) -> list[list[int]]:
        """The edges around each face, in the order of its corners."""
        if any(face[index - 1] == vertex for face in self.graph.faces for index, vertex in enumerate(face)):
            raise BoardError("a cell that has one corner twice in a row")
        return [
            [self.edge_number[face[index - 1], vertex] for index, vertex in enumerate(face)]
            for face in self.graph.faces
        ]

    @cached_property
    def face_faces(self) -> list[list[int]]:
        """The faces across the edges of each face, in the order of its edges."""
        return [
            [other for edge in edges for other in self.edge_faces[edge] if other != face]
            for face, edges in enumerate(self.face_edges)
        ]

    @cached_property
    def edge_faces(self) -> list[list[int]]:
        """The faces on the sides of each edge."""
        faces: list[list[int]] = [[] for _ in self.graph.edges]
        for number, edges in enumerate(self.face_edges):
            for edge in dict.fromkeys(edges):
                faces[edge].append(number)
        return faces

    def neighbours(self, site_type: str) -> list[list[int]]:
        """The elements of the same kind that are joined to each element, in the order in which the graph lists them."""
        if site_type == "Vertex":
            return self.vertex_vertices
        if site_type == "Cell":
            return self.face_faces
        return [
            [
                self.edge_number[end, other]
                for end in edge[:2]
                for other in self.vertex_vertices[end]
                if other not in edge[:2]
            ]
            for edge in self.graph.edges
        ]

    def incident(self, result_type: str, of_type: str, index: int) -> tuple[int, ...]:
        """The elements of one kind that touch an element of another (or the same) kind, in ascending order."""
        return tuple(sorted(set(self._touching(result_type, of_type, index))))

    def _touching(self, result_type: str, of_type: str, index: int) -> list[int]:
        if of_type == "Vertex":
            if result_type == "Vertex":
                return self.vertex_vertices[index]
            return self.vertex_edges[index] if result_type == "Edge" else self.vertex_faces[index]
        if of_type == "Edge":
            edge: Edge = self.graph.edges[index]
            if result_type == "Vertex":
                return [edge.start, edge.end]
            if result_type == "Cell":
                return self.edge_faces[index]
            return [other for end in edge[:2] for other in self.vertex_edges[end] if other != index]
        if result_type == "Vertex":
            return list(self.graph.faces[index])
        if result_type == "Edge":
            return self.face_edges[index]
        return [other for edge in self.face_edges[index] for other in self.edge_faces[edge] if other != index]


# ----------------------------------------------------------------------------------------------------------------
# The colouring of a board: the greedy division of sites into classes of which neighbours differ.

COLOURS = 4


def colour_classes(neighbours: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """A colour number for every site, breadth first from the lowest site that has none yet.

    A site takes the lowest of four colours that no neighbour has, or a fifth when there is none.
    """
    colour = [-1] * len(neighbours)
    for start in range(len(neighbours)):
        queue = deque([start])
        while queue:
            site = queue.popleft()
            if colour[site] >= 0:
                continue
            around = {colour[other] for other in neighbours[site]}
            colour[site] = next((free for free in range(COLOURS) if free not in around), COLOURS)
            for other in neighbours[site]:
                if colour[other] >= 0:
                    continue
                # A site whose neighbours already show two colours has little choice left and goes first.
                shown = {colour[beyond] for beyond in neighbours[other]} - {-1}
                if len(shown) >= 2:
                    queue.appendleft(other)
                else:
                    queue.append(other)
    return tuple(colour)


# ----------------------------------------------------------------------------------------------------------------
# Polygons as board ludemes use them: to hold on to, or cut away, a part of a graph.

INFLATION = 0.1


@dataclass(frozen=True)
class Polygon:
    """A closed line through some points."""

    points: tuple[Point, ...]

    @classmethod
    def through(cls, coordinates: Iterable[Sequence[float]]) -> Polygon:
        """The polygon through ``(x, y)`` pairs."""
        points = list(coordinates)
        if any(len(pair) < 2 for pair in points):
            raise BoardError("a corner of a polygon has two coordinates")
        return cls(tuple(Point(float(pair[0]), float(pair[1])) for pair in points))

    def inflated(self, amount: float = INFLATION) -> Polygon:
        """The polygon with every corner moved to the left of the way around it.

        That makes a polygon larger when its corners are listed clockwise, and smaller when they are not.
        """
        count = len(self.points)
        moved = []
        for index, corner in enumerate(self.points):
            before = _unit(self.points[index - 1], corner)
            after = _unit(corner, self.points[(index + 1) % count])
            x, y = before[0] + after[0], before[1] + after[1]
            length = hypot(x, y)
            if length < 1e-9:
                x, y, length = before[0], before[1], 1.0
            moved.append(Point(corner.x - amount * y / length, corner.y + amount * x / length))
        return Polygon(tuple(moved))

    @cached_property
    def _bounds(self) -> tuple[float, float, float, float]:
        xs, ys = [point.x for point in self.points], [point.y for point in self.points]
        return min(xs), min(ys), max(xs), max(ys)

    def encloses(self, place: Point) -> bool:
        """The same as :meth:`contains`, quick for what is far from the polygon."""
        left, bottom, right, top = self._bounds
        return left <= place.x <= right and bottom <= place.y <= top and self.contains(place)

    def among(self, places: Sequence[Point]) -> list[bool]:
        """Of each place whether it is inside; more than can be told in a moment is refused."""
        check_compared(len(places) * len(self.points))
        return [self.contains(place) for place in places]

    def contains(self, place: Point) -> bool:
        """Whether a place is inside (even-odd rule)."""
        inside = False
        for index, corner in enumerate(self.points):
            before = self.points[index - 1]
            if (corner.y > place.y) != (before.y > place.y):
                crossing = (before.x - corner.x) * (place.y - corner.y) / (before.y - corner.y) + corner.x
                if place.x < crossing:
                    inside = not inside
        return inside


def _unit(start: Point, end: Point) -> tuple[float, float]:
    x, y = end.x - start.x, end.y - start.y
    length = hypot(x, y) or 1.0
    return x / length, y / length


# ----------------------------------------------------------------------------------------------------------------
# What board ludemes are written with: their arguments with their types, and the words they add to the language.

# ----------------------------------------------------------------------------------------------------------------
# Reading the evaluated arguments of a graph ludeme with their types.

Arguments = Mapping[str, object]


def integer(arguments: Arguments, name: str, default: int | None = None) -> int:
    """A whole number; a fraction that a calculation left over is rounded down."""
    value = arguments.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BoardError(f"{name} of a board should be a whole number, not {value!r}")
    return int(value)


def number(arguments: Arguments, name: str, default: float | None = None) -> float:
    """A number."""
    value = arguments.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BoardError(f"{name} of a board should be a number, not {value!r}")
    return float(value)


def truth(arguments: Arguments, name: str, default: bool) -> bool:
    """A truth value."""
    return bool(arguments.get(name, default))


def word(arguments: Arguments, name: str, default: str) -> str:
    """A bare word."""
    return str(arguments.get(name, default))


def graph(arguments: Arguments, name: str = "graph") -> Graph:
    """A graph."""
    value = arguments.get(name)
    if not isinstance(value, Graph):
        raise BoardError(f"expected a graph for {name}, not {value!r}")
    return value


def graphs(arguments: Arguments) -> tuple[Graph, ...]:
    """The graphs of an operator that takes either a collection or two graphs."""
    if "graphs" in arguments:
        return tuple(items(arguments, "graphs"))
    return graph(arguments, "first"), graph(arguments, "second")


def polygon(arguments: Arguments, name: str = "polygon") -> Polygon:
    """A polygon."""
    value = arguments.get(name)
    if not isinstance(value, Polygon):
        raise BoardError(f"expected a polygon for {name}, not {value!r}")
    return value


def items(arguments: Arguments, name: str) -> tuple[Any, ...]:
    """A collection, empty when it was left out."""
    value = arguments.get(name, ())
    if not isinstance(value, tuple):
        raise BoardError(f"expected a collection for {name}, not {value!r}")
    return value


# ----------------------------------------------------------------------------------------------------------------
# The words that board ludemes add to the language.

enumeration("SquareShape", ("Square", "Limping", "Diamond"))
enumeration("BrickShape", ("Square", "Rectangle", "Limping", "Diamond", "Prism", "Spiral"))
enumeration("Diagonals", ("Implied", "Solid", "SolidNoSplit", "Alternating", "Concentric", "Radiating"))
enumeration(
    "LatticeShape",
    ("Hexagon", "Triangle", "Diamond", "Prism", "Star", "Limping", "Square", "Rectangle"),
)
enumeration("RingShape", ("Square", "Triangle", "Hexagon", "Target"))
enumeration("RegularShape", ("Star",))
enumeration(
    "TilingName",
    ("T33434", "T3464", "T33336", "T3636", "T488", "T4612", "T31212", "T33344", "T333333_33434"),
)
