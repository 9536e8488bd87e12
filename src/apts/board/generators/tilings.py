"""Tilings of several polygons, polygons by themselves and repeated, points written out, and the pits of mancala."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, radians, sin, sqrt

from apts.board.generators.lattices import graph_of_corners, hexagon
from apts.board.generators.rings import regular_polygon
from apts.board.generators.squares import rectangle_graph
from apts.board.graph import (
    MERGE_TOLERANCE,
    BoardError,
    Edge,
    Graph,
    Point,
    PointIndex,
    check_points,
    connected_nearby,
    find_faces,
    point_written,
    renumbered,
    unique_edges,
)
from apts.board.topology import Arguments, Polygon, integer, items, word
from apts.language.signatures.signature import ludeme

# ----------------------------------------------------------------------------------------------------------------
# Tilings of several regular polygons, named by the polygons that meet in a corner.

Offsets = tuple[tuple[float, float], ...]


@ludeme(
    "(tiling name<TilingName> dim<int> [second<int>])",
    result="graph",
    documentation="A patch of a tiling by regular polygons.",
)
def tiling(arguments: Arguments, site_type: str) -> Graph:
    """The name lists the sides of the polygons around a corner, such as T33434."""
    name = word(arguments, "name", "")
    if name not in _TILINGS:
        raise BoardError(f"the tiling {name} is not available; there are {', '.join(sorted(_TILINGS))}")
    size = integer(arguments, "dim")
    return _TILINGS[name](size, integer(arguments, "second", size))


def _signs(x: float, y: float) -> Offsets:
    """A point with all signs, without repetitions."""
    return tuple(dict.fromkeys((sx * x, sy * y) for sx in (1, -1) for sy in (1, -1)))


def _ring(radius: float, count: int, start: float) -> Offsets:
    angles = (radians(start + 360 * place / count) for place in range(count))
    return tuple((radius * cos(angle), radius * sin(angle)) for angle in angles)


def _snub_square(rows: int, columns: int) -> Graph:
    half, tall = 0.5, sqrt(3) / 2
    offsets = (
        *_signs(half, half + tall),
        *_signs(half + tall, tall),
        (0.0, half),
        (0.0, -half),
        (2 * half + tall, 0.0),
        (-2 * half - tall, 0.0),
        (tall, 0.0),
        (-tall, 0.0),
    )
    step = (1 + sqrt(3)) / 2
    centres = (Point(step * (c - r), step * (r + c)) for r in range(rows) for c in range(columns))
    return graph_of_corners(centres, offsets)


def _rhombitrihexagonal(size: int, second: int) -> Graph:
    outer = (1 + sqrt(3) / 2) / cos(radians(15))
    offsets = (*_ring(1.0, 6, 0.0), *_ring(outer, 12, 15.0))
    across, up = (3 + sqrt(3)) / 2, (1 + sqrt(3)) / 2
    centres = (Point(across * (c - r), up * (r + c)) for r, c in hexagon(size))
    return graph_of_corners(centres, offsets)


def _truncated_square(rows: int, columns: int) -> Graph:
    wide = 1 + sqrt(2)
    offsets = (*_signs(0.5, wide / 2), *_signs(wide / 2, 0.5))
    centres = (Point(wide * c, wide * r) for r in range(rows) for c in range(columns))
    return graph_of_corners(centres, offsets, reorder=False)


def _snub_hexagonal(size: int, second: int) -> Graph:
    tall = sqrt(3) / 2
    offsets = (*_ring(1.0, 6, 0.0), *_ring(2.0, 6, 0.0), *_ring(sqrt(3), 6, 30.0))
    centres = (Point(2.5 * c - 2 * r, tall * c + 2 * tall * r) for r, c in hexagon(size))
    return graph_of_corners(centres, offsets)


def _trihexagonal(size: int, second: int) -> Graph:
    centres = (Point(2 * (c - r / 2), sqrt(3) * r) for r, c in hexagon(size))
    return graph_of_corners(centres, _ring(1.0, 6, 0.0))


_TILINGS: dict[str, Callable[[int, int], Graph]] = {
    "T33434": _snub_square,
    "T3464": _rhombitrihexagonal,
    "T33336": _snub_hexagonal,
    "T3636": _trihexagonal,
    "T488": _truncated_square,
}


# ----------------------------------------------------------------------------------------------------------------
# Copies of polygons in rows and columns.


@ludeme(
    "(repeat rows<int> columns<int> step:<{{float}}> (polygon<poly> | polygons<{poly}>))",
    result="graph",
    documentation="A tiling of one or several polygons, repeated in rows and columns at the given steps.",
)
def repeat(arguments: Arguments, site_type: str) -> Graph:
    """The first step leads to the next column, the second to the next row."""
    steps = items(arguments, "step")
    if [len(step) for step in steps] != [2, 2]:
        raise BoardError(f"two steps of two numbers each lead to the next column and row, not {steps}")
    across, up = ((float(x), float(y)) for x, y in steps)
    shapes: tuple[Polygon, ...] = items(arguments, "polygons")
    single = arguments.get("polygon")
    if isinstance(single, Polygon):
        shapes = (single,)
    points: list[Point] = []
    edges: list[Edge] = []
    index = PointIndex(MERGE_TOLERANCE)
    for row in range(integer(arguments, "rows")):
        for column in range(integer(arguments, "columns")):
            dx, dy = column * across[0] + row * up[0], column * across[1] + row * up[1]
            for shape in shapes:
                corners = [_vertex(Point(x + dx, y + dy), points, index) for x, y, _ in shape.points]
                edges.extend(Edge(corners[place - 1], corner) for place, corner in enumerate(corners))
    kept = unique_edges(edges)
    return renumbered(Graph(tuple(points), kept, find_faces(points, kept)))


def _vertex(place: Point, points: list[Point], index: PointIndex) -> int:
    found = index.find(place)
    if found is None:
        found = len(points)
        points.append(place)
        index.add(found, place)
    return found


# ----------------------------------------------------------------------------------------------------------------
# Regular polygons and stars.


@ludeme(
    "(regular [shape<RegularShape>] sides<int>)",
    result="graph",
    documentation="A regular polygon, or the star drawn between its corners.",
)
def regular(arguments: Arguments, site_type: str) -> Graph:
    """Corners on a circle, the first at the top; a square lies flat."""
    sides = integer(arguments, "sides")
    is_star = word(arguments, "shape", "Polygon") == "Star"
    points = regular_polygon(sides, sides / (2 * pi), 45.0 if sides == 4 else 90.0)
    reach = (sides - 1) // 2 if is_star else 1
    edges = unique_edges(Edge(corner, (corner + reach) % sides) for corner in range(sides))
    return renumbered(Graph(tuple(points), edges, () if is_star else find_faces(points, edges)))


# ----------------------------------------------------------------------------------------------------------------
# Polygons as arguments of other ludemes.


@ludeme(
    "(poly points<{{float}}> [rotns:<int>])",
    result="poly",
    documentation="A polygon through the given points, which may be repeated around the origin.",
)
def poly(arguments: Arguments, site_type: str) -> Polygon:
    """The points, then the same points turned around the origin until the circle is full."""
    points = Polygon.through(items(arguments, "points")).points
    rotations = integer(arguments, "rotns", 1)
    check_points(rotations * len(points))
    turned: list[Point] = []
    for turn in range(rotations):
        angle = radians(360 * turn / rotations)
        cosine, sine = cos(angle), sin(angle)
        turned.extend(Point(x * cosine - y * sine, x * sine + y * cosine) for x, y, _ in points)
    return Polygon(tuple(turned) if rotations > 1 else points)


# ----------------------------------------------------------------------------------------------------------------
# The triangular wing that many traditional boards have at their sides.


@ludeme(
    "(wedge rows<int> [columns<int>])",
    result="graph",
    documentation="A triangle of lines that spread from a tip downward, crossed by rows.",
)
def wedge(arguments: Arguments, site_type: str) -> Graph:
    """The tip is vertex 0; the rows follow downward, each from left to right."""
    rows = integer(arguments, "rows")
    columns = integer(arguments, "columns", 3)
    middle = rows - 1
    points = [Point(float(middle), float(middle))]
    edges = []
    for row in range(1, rows):
        for column in range(columns):
            share = column / (columns - 1) if columns > 1 else 0.5
            number = len(points)
            points.append(Point(middle - row + 2 * row * share, float(middle - row)))
            edges.append(Edge(0 if row == 1 else number - columns, number))
            if column:
                edges.append(Edge(number - 1, number))
    return Graph(tuple(points), tuple(edges))


# ----------------------------------------------------------------------------------------------------------------
# Graphs written out point by point.


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


# ----------------------------------------------------------------------------------------------------------------
# The pits and stores of mancala boards.

# How far the stores stand off from the pits, by the number of rows.
_STAND_OFF = {2: 0.85}


def mancala_graph(rows: int, columns: int, store: str = "Outer", stores: int = 2) -> Graph:
    """Rows of pits numbered from the bottom left, between a left and a right store unless ``store`` is ``None``."""
    if rows < 1 or columns < 1:
        raise BoardError(f"a mancala board has at least one row and one column of pits, not {rows} and {columns}")
    if store == "Inner" or stores != 2:
        return rectangle_graph(rows, rows)
    pits = [Point(float(column), float(row)) for row in range(rows) for column in range(columns)]
    if store != "None":
        distance = _STAND_OFF.get(rows, 1.0)
        middle = (rows - 1) / 2
        pits = [Point(-distance, middle), *pits, Point(columns - 1 + distance, middle)]
    return connected_nearby(Graph(tuple(pits)), 1.1)
