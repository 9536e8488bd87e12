"""What touches what in a graph: the three kinds of elements a site can be, with their places and incidences."""

from __future__ import annotations

from functools import cached_property

from apts.board.graph import Edge, Graph, Point, angular_order, mean_edge_length
from apts.board.room import BoardError

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
