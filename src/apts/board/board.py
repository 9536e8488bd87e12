"""A board: everything about its geometry that rules ask for, computed when first needed and then kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from apts.board.graph import BoardError, Graph, Point
from apts.board.rays import (
    Angles,
    Coordinates,
    Perimeter,
    Ray,
    RayFinder,
    central,
    coordinates,
    layer_numbers,
    line_angles,
    members,
    pair_opposites,
    perimeters,
    site_labels,
    vertex_sides,
)
from apts.board.relations import (
    COMPASS,
    EVERY_DIRECTION,
    GROUPS,
    ROTATIONAL,
    UNLISTED,
    BoardStep,
    all_steps,
    in_order,
    opposite,
)
from apts.board.topology import SITE_TYPES, Topology, colour_classes

Sites = tuple[int, ...]
Result = TypeVar("Result")

_EXTREME = 0.01
_FEW_ELEMENTS = 100


class Board:
    """The sites of a graph and how they lie to each other.

    Every method takes the kind of site (``Cell``, ``Vertex`` or ``Edge``), by default the kind the board is played on.
    Results are shared and must not be changed. Numbers of sites are those of the graph. ``rows_from_top`` says that people
    count the rows of this board from the top; it changes labels, and nothing else.
    """

    def __init__(
        self, graph: Graph, site_type: str = "Cell", *, boardless: bool = False, rows_from_top: bool = False
    ) -> None:
        if site_type not in SITE_TYPES:
            raise BoardError(f"a board is played on one of {', '.join(SITE_TYPES)}, not on {site_type}")
        self.graph = graph
        self.site_type = site_type
        self.boardless = boardless
        self.rows_from_top = rows_from_top
        self.topology = Topology(graph)
        self._kept: dict[tuple[str, ...], object] = {}

    def __repr__(self) -> str:
        return f"<Board of {self.count()} sites ({self.site_type})>"

    def _keep(self, key: tuple[str, ...], make: Callable[[], Result]) -> Result:
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]  # type: ignore[return-value]

    # -- sites ------------------------------------------------------------------------------------------------------

    def count(self, site_type: str | None = None) -> int:
        """The number of sites."""
        return self.topology.count(site_type or self.site_type)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of its elements that the board is played on."""
        return (self.site_type,)

    def kind_of(self, site: int) -> str:  # noqa: ARG002 - a board of several kinds tells them apart
        """The kind of a site."""
        return self.site_type

    def numbers(self, site_type: str | None = None) -> range:
        """The numbers that the elements of a kind have as sites of the board; none of a kind it is not played on."""
        return range(self.count() if site_type in (None, self.site_type) else 0)

    def points(self) -> tuple[Point, ...]:
        """Where each site is in space."""
        return self.topology.points(self.site_type)

    def xy(self, site_type: str | None = None) -> list[tuple[float, float]]:
        """Where each site is: x to the right, y upward."""
        kind = site_type or self.site_type
        return self._keep(("xy", kind), lambda: [(point.x, point.y) for point in self.topology.points(kind)])

    def labels(self, site_type: str | None = None) -> list[str]:
        """The coordinate of each site as people write it, such as ``B3``."""
        kind = site_type or self.site_type
        if kind == "Edge":
            return [str(edge) for edge in range(self.count("Edge"))]
        known = self._coordinates(kind)
        if not self.rows_from_top:
            return list(known.labels)
        top = max(known.row, default=0)
        return list(site_labels([top - row for row in known.row], known.column, self.layer_of(kind)))

    def near(self, used: Iterable[int]) -> list[int]:
        """All sites; of an endless board those in use, or its middle, with what is at most two steps away."""
        if not self.boardless:
            return list(range(self.count()))
        found = {site for site in used if 0 <= site < self.count()} or set(self.sites("centre"))
        for _ in range(2):
            found |= {other for site in found for other in self.neighbours("Adjacent")[site]}
        return sorted(found)

    def incident(self, result_type: str, of_type: str, index: int) -> Sites:
        """The elements of one kind that touch an element of another, ascending."""
        return self.topology.incident(result_type, of_type, index)

    def edge_vertices(self, edge: int) -> tuple[int, int]:
        """The two ends of an edge."""
        start, end, _ = self.graph.edges[edge]
        return start, end

    def cell_vertices(self, cell: int) -> Sites:
        """The corners of a cell, clockwise."""
        return self.graph.faces[cell]

    def corners_of(self, site: int) -> Sites:
        """The corners of the cell that a site is, clockwise."""
        return self.cell_vertices(site - self.numbers("Cell").start)

    def ends_of(self, site: int) -> tuple[int, int]:
        """The two ends of the edge that a site is."""
        return self.edge_vertices(site - self.numbers("Edge").start)

    # -- relations and directions -----------------------------------------------------------------------------------

    def _steps(self, site_type: str | None) -> list[tuple[BoardStep, ...]]:
        kind = site_type or self.site_type
        return self._keep(("all steps", kind), lambda: all_steps(self.topology, kind))

    def neighbours(self, relation: str, site_type: str | None = None) -> list[Sites]:
        """The neighbours of each site in a relation (Adjacent, Orthogonal ...), clockwise from north."""
        kind = site_type or self.site_type
        _check(relation, GROUPS, "relation")
        return self._keep(("neighbours", relation, kind), lambda: _ends(self._steps(kind), relation))

    def steps(self, direction: str, site_type: str | None = None) -> list[Sites]:
        """The sites one step away from each site in an absolute direction; mostly one or none."""
        kind = site_type or self.site_type
        _check(direction, (*EVERY_DIRECTION, *GROUPS), "direction")
        return self._keep(("steps", direction, kind), lambda: _ends(self._steps(kind), direction))

    def directions(self, relation: str = "Adjacent", site_type: str | None = None) -> tuple[str, ...]:
        """The absolute directions that some site of the board has in a relation, in the order N, NNE, NE ..."""
        kind = site_type or self.site_type
        _check(relation, GROUPS, "relation")
        return self._keep(
            ("directions", relation, kind),
            lambda: in_order({name for steps in self._steps(kind) for name in _names(steps, relation)} - UNLISTED),
        )

    def site_directions(self, relation: str, site: int, site_type: str | None = None) -> tuple[str, ...]:
        """The absolute directions that one site has in a relation."""
        return in_order(set(_names(self._steps(site_type)[site], relation)) - UNLISTED)

    def distances(self, relation: str = "Adjacent", site_type: str | None = None) -> NDArray[np.int32]:
        """The number of steps between any two sites, -1 where there is no way."""
        kind = site_type or self.site_type
        return self._keep(("distances", relation, kind), lambda: _distances(self.neighbours(relation, kind)))

    # -- rays -------------------------------------------------------------------------------------------------------

    def _finder(self, direction: str, kind: str) -> RayFinder:
        _check(direction, (*EVERY_DIRECTION, *GROUPS), "direction")
        return self._keep(("finder", direction, kind), lambda: RayFinder(self._steps(kind), direction))

    def _found(self, direction: str, kind: str) -> list[list[tuple[BoardStep, Ray]]]:
        finder = self._finder(direction, kind)
        return self._keep(("found", direction, kind), lambda: [finder.rays(site) for site in range(self.count(kind))])

    def rays(self, direction: str, site_type: str | None = None) -> list[tuple[Ray, ...]]:
        """The rays of each site in a direction or group, clockwise from north, without the site itself."""
        kind = site_type or self.site_type
        return self._keep(
            ("rays", direction, kind),
            lambda: [tuple(ray for _, ray in found) for found in self._found(direction, kind)],
        )

    def ray_names(self, direction: str, site_type: str | None = None) -> list[tuple[str, ...]]:
        """For each ray of :meth:`rays` the direction of its first step."""
        kind = site_type or self.site_type
        wanted = (direction,) if direction in ROTATIONAL else COMPASS
        return self._keep(
            ("ray names", direction, kind),
            lambda: [
                tuple(next((name for name in step.names if name in wanted), step.names[0]) for step, _ in found)
                for found in self._found(direction, kind)
            ],
        )

    def ray_pairs(self, direction: str, site_type: str | None = None) -> list[tuple[tuple[Ray, Ray], ...]]:
        """For each site its rays with the opposite ray, or ``()``; of two opposite rays only the first is listed."""
        kind = site_type or self.site_type

        def make() -> list[tuple[tuple[Ray, Ray], ...]]:
            found = self._found(direction, kind)
            back = found if direction in GROUPS else self._found(opposite(direction), kind)
            return [pair_opposites(rays, others) for rays, others in zip(found, back, strict=True)]

        return self._keep(("ray pairs", direction, kind), make)

    # -- named sets -------------------------------------------------------------------------------------------------

    @cached_property
    def _perimeters(self) -> tuple[Perimeter, ...]:
        return perimeters(self.topology)

    def sites(self, name: str, site_type: str | None = None) -> Sites:
        """A named set: corners, convex corners, concave corners, outer, inner, perimeter, centre, top, bottom, left,
        right."""
        kind = site_type or self.site_type
        _check(name, tuple(_SETS), "set of sites")
        return self._keep((name, kind), lambda: _SETS[name](self, kind))

    def sides(self, site_type: str | None = None) -> dict[str, Sites]:
        """The sites of each side of the outline, by N, E, S, W, NE, SE, SW, NW; only sides that exist."""
        kind = site_type or self.site_type

        def make() -> dict[str, Sites]:
            sides = vertex_sides(self.topology, self._perimeters)
            return {name: self._at_vertices(vertices, kind) for name, vertices in sorted(sides.items())}

        return self._keep(("sides", kind), make)

    def _at_vertices(self, vertices: set[int], kind: str) -> Sites:
        """The elements that touch some vertices."""
        if kind == "Vertex":
            return tuple(sorted(vertices))
        corners = self.graph.faces if kind == "Cell" else [edge[:2] for edge in self.graph.edges]
        return tuple(n for n, around in enumerate(corners) if any(vertex in vertices for vertex in around))

    def _outer(self, kind: str) -> Sites:
        if kind == "Edge":
            numbers = self.topology.edge_number
            walks = [walk.vertices for walk in self._perimeters]
            pairs = ((walk[i - 1], vertex) for walk in walks for i, vertex in enumerate(walk))
            walked = {numbers[pair] for pair in pairs if pair in numbers}
            outline = {vertex for walk in walks for vertex in walk}
            open_sides = (edge for edge, faces in enumerate(self.topology.edge_faces) if len(faces) < 2)
            return tuple(sorted(walked | {edge for edge in open_sides if outline.issuperset(self.edge_vertices(edge))}))
        return self._at_vertices({vertex for walk in self._perimeters for vertex in walk.vertices}, kind)

    def _inner(self, kind: str) -> Sites:
        outer = set(self.sites("outer", kind))
        return tuple(site for site in range(self.count(kind)) if site not in outer)

    def _corners(self, kind: str, *, concave: bool) -> Sites:
        """The corners of the outline; of edges and cells, those at such a vertex.

        An edge between two corners is one itself, with the cell on its left. A vertex that has no such edge makes corners
        of its edges on the outline, and of the cells at them; inside a dent, of cells that meet the outline nowhere else.
        """
        walks = self._perimeters
        dents = {walk.vertices[place] for walk in walks for place in walk.concave}
        corners = {walk.vertices[place] for walk in walks for place in walk.convex} | dents
        chosen = sorted(dents if concave else corners - dents)
        if kind == "Vertex":
            return tuple(chosen)
        outline = {vertex for walk in walks for vertex in walk.vertices}
        edges: set[int] = set()
        cells: set[int] = set()
        for vertex in chosen:
            at = self.topology.vertex_edges[vertex]
            joined = [edge for edge in at if {*self.edge_vertices(edge)} - {vertex} <= corners]
            edges.update(joined)
            cells.update(side for edge in joined for side in self._sides_of(edge)[:1])
            if joined:
                continue
            outer = [edge for edge in at if edge in self._outer_edges]
            edges.update(outer)
            if not concave:
                cells.update(side for edge in outer for side in self._sides_of(edge)[:1])
            elif outer:
                around = self.topology.vertex_faces[vertex]
                cells.update(cell for cell in around if len(outline.intersection(self.cell_vertices(cell))) == 1)
        return tuple(sorted(edges if kind == "Edge" else cells))

    @cached_property
    def _outer_edges(self) -> frozenset[int]:
        return frozenset(self.sites("outer", "Edge"))

    def _sides_of(self, edge: int) -> Sites:
        """The cells beside an edge, the one on its left first."""
        start, end = self.edge_vertices(edge)
        left: list[int] = []
        right: list[int] = []
        for cell in self.topology.edge_faces[edge]:
            around = self.cell_vertices(cell)
            ahead = any(around[place - 1] == start and vertex == end for place, vertex in enumerate(around))
            (right if ahead else left).append(cell)
        return (*left, *right)

    def _centre(self, kind: str) -> Sites:
        points = self.topology.points(kind)
        references = [points[site] for site in self.sites("corners", kind)]
        if len(points) < _FEW_ELEMENTS:
            references += [points[site] for site in self.sites("perimeter", kind)]
        return central(points, references)

    def _extreme(self, kind: str, axis: int, sign: int) -> Sites:
        values = [sign * point[axis] for point in self.topology.points(kind)]
        limit = max(values, default=0.0) - _EXTREME - 1e-9
        return tuple(site for site, value in enumerate(values) if value > limit)

    # -- rows, columns, layers, phases ------------------------------------------------------------------------------

    @cached_property
    def _vertex_angles(self) -> Angles:
        return line_angles(self.topology.points("Vertex"))

    def _coordinates(self, site_type: str | None) -> Coordinates:
        kind = site_type or self.site_type
        points = self.topology.points(kind)
        angles = self._vertex_angles if kind == "Edge" else None
        return self._keep(("coordinates", kind), lambda: coordinates(points, self.layer_of(kind), angles))

    def row_of(self, site_type: str | None = None) -> Sites:
        """The row of each site, counted from the bottom."""
        return self._coordinates(site_type).row

    def column_of(self, site_type: str | None = None) -> Sites:
        """The column of each site, counted from the left."""
        return self._coordinates(site_type).column

    def layer_of(self, site_type: str | None = None) -> Sites:
        """The layer of each site, counted from below; all 0 on a flat board."""
        kind = site_type or self.site_type
        return self._keep(("layer", kind), lambda: layer_numbers(self.topology.points(kind)))

    def phase_of(self, site_type: str | None = None) -> Sites:
        """The colour class of each site; neighbours differ."""
        kind = site_type or self.site_type
        return self._keep(("phase", kind), lambda: colour_classes(self.topology.neighbours(kind)))

    def rows(self, site_type: str | None = None) -> list[Sites]:
        """The sites of each row, bottom row first."""
        return self._coordinates(site_type).rows()

    def columns(self, site_type: str | None = None) -> list[Sites]:
        """The sites of each column, leftmost first."""
        return self._coordinates(site_type).columns()

    def layers(self, site_type: str | None = None) -> list[Sites]:
        """The sites of each layer, lowest first."""
        return members(self.layer_of(site_type))

    def phases(self, site_type: str | None = None) -> list[Sites]:
        """The sites of each colour class."""
        return members(self.phase_of(site_type))


_SETS: dict[str, Callable[[Board, str], Sites]] = {
    "outer": lambda board, kind: board._outer(kind),
    "perimeter": lambda board, kind: board._outer(kind),
    "inner": lambda board, kind: board._inner(kind),
    "corners": lambda board, kind: tuple(
        sorted({*board.sites("convex corners", kind), *board.sites("concave corners", kind)})
    ),
    "convex corners": lambda board, kind: board._corners(kind, concave=False),
    "concave corners": lambda board, kind: board._corners(kind, concave=True),
    "centre": lambda board, kind: board._centre(kind),
    "top": lambda board, kind: board._extreme(kind, 1, 1),
    "bottom": lambda board, kind: board._extreme(kind, 1, -1),
    "left": lambda board, kind: board._extreme(kind, 0, -1),
    "right": lambda board, kind: board._extreme(kind, 0, 1),
}


def _check(name: str, known: tuple[str, ...], what: str) -> None:
    if name not in known:
        raise BoardError(f"there is no {what} called {name}; there are {', '.join(known)}")


def _ends(table: list[tuple[BoardStep, ...]], name: str) -> list[Sites]:
    return [tuple(step.to for step in steps if name in step.groups or name in step.names) for steps in table]


def _names(steps: tuple[BoardStep, ...], relation: str) -> set[str]:
    return {name for step in steps if relation in step.groups for name in step.names}


def _distances(neighbours: list[Sites]) -> NDArray[np.int32]:
    """Breadth first from all sites at once: row i of ``front`` marks the sites that are new to i at this distance."""
    count = len(neighbours)
    width = max((len(around) for around in neighbours), default=0)
    padded = np.full((count, width), count, dtype=np.int64)
    for site, around in enumerate(neighbours):
        padded[site, : len(around)] = around
    distances = np.full((count, count), -1, dtype=np.int32)
    np.fill_diagonal(distances, 0)
    front = np.zeros((count + 1, count), dtype=bool)
    np.fill_diagonal(front, True)
    steps = 0
    while width and front.any():
        steps += 1
        spread = front[padded[:, 0]]
        for column in range(1, width):
            spread |= front[padded[:, column]]
        spread &= distances < 0
        distances[spread] = steps
        front[:count] = spread
    return distances
