"""Square lattices and what is made of squares: bricks, knots, pyramids, boards without an edge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt

from apts.board.generators.lattices import hex_board, tri_board
from apts.board.graph import (
    NO_OUTLINE,
    BoardError,
    Edge,
    Graph,
    Point,
    check_compared,
    check_points,
    find_faces,
    joined_at_unit_distance,
    renumbered,
)
from apts.board.topology import Arguments, Polygon, integer, items, polygon, truth, word
from apts.language.signatures.signature import ludeme

# ----------------------------------------------------------------------------------------------------------------
# Courses of bricks.


@ludeme(
    "(brick [shape<BrickShape>] rows<int> [columns<int>] [trim:<bool>])",
    result="graph",
    documentation="Rows of bricks, each two units long, every other row shifted by half a brick.",
)
def brick(arguments: Arguments, site_type: str) -> Graph:
    """With ``trim`` the shifted rows are one brick shorter, so that the sides are even."""
    shape = word(arguments, "shape", "Square")
    if shape not in ("Square", "Rectangle"):
        raise BoardError(f"bricks are laid as Square or Rectangle, not as {shape}")
    rows = integer(arguments, "rows")
    columns = integer(arguments, "columns", rows)
    trims = truth(arguments, "trim", False)
    spans = []
    for row in range(rows):
        shifted = row % 2
        length = columns - 1 if shifted and trims else columns
        spans.append((shifted, shifted + 2 * length))
    places: dict[tuple[int, int], int] = {}
    for row, (left, right) in enumerate(spans):
        for height in (row, row + 1):
            for across in range(left, right + 1):
                places.setdefault((across, height), len(places))
    edges = [
        Edge(index, places[across + 1, up]) for (across, up), index in places.items() if (across + 1, up) in places
    ]
    for row, (left, right) in enumerate(spans):
        edges += [Edge(places[across, row], places[across, row + 1]) for across in range(left, right + 1, 2)]
    points = tuple(Point(float(across), float(up)) for across, up in places)
    return renumbered(Graph(points, tuple(edges), find_faces(points, edges)))


# ----------------------------------------------------------------------------------------------------------------
# The outline of a Celtic knot: squares on their tips inside a frame of triangles.

# How far the outer corners lie beyond the lattice, in halves of the diagonal of a square.
_OUTER_CORNER = 1.4


@ludeme(
    "(celtic rows<int> [columns<int>])",
    result="graph",
    documentation="Squares on their tips in rows and columns, framed by triangles.",
)
def celtic(arguments: Arguments, site_type: str) -> Graph:
    """``rows`` by ``columns`` squares, the smaller rows between them, and the frame."""
    rows = integer(arguments, "rows")
    columns = integer(arguments, "columns", rows)
    if min(rows, columns) < 1:
        raise BoardError(f"there is no knot of {rows} rows and {columns} columns")
    half = 1 / sqrt(2)
    # Lattice points are counted in halves of a diagonal; the first square has its centre at (0, 0).
    places = [(across, up) for up in range(-1, 2 * rows) for across in range(-1, 2 * columns) if (across + up) % 2 == 1]
    number = {place: index for index, place in enumerate(places)}
    points = [Point(across * half, up * half) for across, up in places]
    edges = [
        Edge(index, number[other])
        for (across, up), index in number.items()
        for other in ((across + 1, up + 1), (across - 1, up + 1))
        if other in number
    ]
    right, top = 2 * columns - 1, 2 * rows - 1
    for up in (-1, top):
        edges += [Edge(number[across, up], number[across + 2, up]) for across in range(0, right - 1, 2)]
    for across in (-1, right):
        edges += [Edge(number[across, up], number[across, up + 2]) for up in range(0, top - 1, 2)]
    for across, inward in ((-1, 1), (right, -1)):
        for up, upward in ((-1, 1), (top, -1)):
            edges += [Edge(len(points), number[end]) for end in ((across + inward, up), (across, up + upward))]
            beyond = _OUTER_CORNER - 1
            points.append(Point((across - inward * beyond) * half, (up - upward * beyond) * half))
    return renumbered(Graph(tuple(points), tuple(edges), find_faces(points, edges)))


# ----------------------------------------------------------------------------------------------------------------
# Layers of points stacked like cannon balls.


def square_pyramid(size: int) -> Graph:
    """Square layers, each one smaller than the one below and resting in its hollows."""
    check_points(size * (size + 1) * (2 * size + 1) // 6)
    points = tuple(
        Point(column + 0.5 * layer, row + 0.5 * layer, layer / sqrt(2))
        for layer in range(size)
        for row in range(size - layer)
        for column in range(size - layer)
    )
    edges = joined_at_unit_distance(points)
    return renumbered(Graph(points, edges, find_faces(points, edges)))


# ----------------------------------------------------------------------------------------------------------------
# Square lattices: ``square`` and ``rectangle``.

Lattice = tuple[int, int]
STEPS: tuple[Lattice, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


@ludeme(
    "(square [shape<SquareShape>] dim<int> [diagonals:<Diagonals> | pyramidal:<bool>])",
    result="graph",
    documentation="A board of squares with as many sites along each side as the number says.",
)
def square(arguments: Arguments, site_type: str) -> Graph:
    """A square, a square one column wider (Limping) or a square on its tip (Diamond)."""
    size = integer(arguments, "dim")
    shape = word(arguments, "shape", "Square")
    if truth(arguments, "pyramidal", False):
        return square_pyramid(size + 1 if site_type == "Cell" else size)
    diagonals = word(arguments, "diagonals", "Implied")
    if shape == "Diamond":
        return square_lattice(_diamond(size), diagonals, (2 * size, 2 * size))
    extra = 1 if site_type == "Cell" else 0
    return rectangle_graph(size + extra, size + extra + (shape == "Limping"), diagonals)


@ludeme(
    "(square outline<poly> [diagonals:<Diagonals>])",
    result="graph",
    documentation="The part of a square lattice that lies inside a polygon.",
)
def square_inside_polygon(arguments: Arguments, site_type: str) -> Graph:
    """Lattice points inside the polygon, which is made a little larger first."""
    return _inside(polygon(arguments, "outline"), word(arguments, "diagonals", "Implied"))


@ludeme(
    "(square sides<{int}> [diagonals:<Diagonals>])",
    result="graph",
    documentation="A square lattice whose outline turns right after each side, or left after a negative one.",
)
def square_with_sides(arguments: Arguments, site_type: str) -> Graph:
    """Lattice points inside an outline that is walked side by side."""
    return _inside(_walked_outline(items(arguments, "sides"), site_type), word(arguments, "diagonals", "Implied"))


@ludeme(
    "(rectangle rows<int> [columns<int>] [diagonals:<Diagonals>])",
    result="graph",
    documentation="A board of squares with the given numbers of rows and columns.",
)
def rectangle(arguments: Arguments, site_type: str) -> Graph:
    """Rows and columns count cells on a cell board, else vertices."""
    rows = integer(arguments, "rows")
    columns = integer(arguments, "columns", rows)
    extra = 1 if site_type == "Cell" else 0
    return rectangle_graph(rows + extra, columns + extra, word(arguments, "diagonals", "Implied"))


def rectangle_graph(rows: int, columns: int, diagonals: str = "Implied") -> Graph:
    """A lattice of ``rows`` by ``columns`` vertices."""
    return square_lattice(((r, c) for r in range(rows) for c in range(columns)), diagonals, (rows, columns))


def square_lattice(vertices: Iterable[Lattice], diagonals: str, size: Lattice) -> Graph:
    """The lattice points joined along rows and columns, with the drawn diagonals that were asked for."""
    places = list(vertices)
    number = {place: index for index, place in enumerate(places)}
    points = [Point(float(c), float(r)) for r, c in places]
    edges: list[Edge] = []
    for (r, c), index in number.items():
        edges.extend(Edge(index, number[other]) for other in ((r, c + 1), (r + 1, c)) if other in number)
    squares = [(r, c) for r, c in places if (r, c + 1) in number and (r + 1, c) in number and (r + 1, c + 1) in number]
    _DIAGONALS[diagonals](points, edges, number, squares, size)
    return renumbered(Graph(tuple(points), tuple(edges), find_faces(points, edges)))


_Drawing = Callable[[list[Point], list[Edge], dict[Lattice, int], Sequence[Lattice], Lattice], None]


def _rising(number: dict[Lattice, int], r: int, c: int) -> Edge:
    return Edge(number[r, c], number[r + 1, c + 1])


def _falling(number: dict[Lattice, int], r: int, c: int) -> Edge:
    return Edge(number[r + 1, c], number[r, c + 1])


def _no_diagonals(
    points: list[Point], edges: list[Edge], number: dict[Lattice, int], squares: Sequence[Lattice], size: Lattice
) -> None:
    return


def _alternating(
    points: list[Point], edges: list[Edge], number: dict[Lattice, int], squares: Sequence[Lattice], size: Lattice
) -> None:
    edges.extend((_falling if (r + c) % 2 else _rising)(number, r, c) for r, c in squares)


def _solid(
    points: list[Point], edges: list[Edge], number: dict[Lattice, int], squares: Sequence[Lattice], size: Lattice
) -> None:
    for r, c in squares:
        centre = len(points)
        points.append(Point(c + 0.5, r + 0.5))
        edges.extend(Edge(centre, number[corner]) for corner in ((r, c), (r + 1, c), (r + 1, c + 1), (r, c + 1)))


def _crossed(
    points: list[Point], edges: list[Edge], number: dict[Lattice, int], squares: Sequence[Lattice], size: Lattice
) -> None:
    for r, c in squares:
        edges.extend((_rising(number, r, c), _falling(number, r, c)))


def _radiating(
    points: list[Point], edges: list[Edge], number: dict[Lattice, int], squares: Sequence[Lattice], size: Lattice
) -> None:
    """The diagonals that run from the middle to the corners."""
    middle_row, middle_column = (size[0] - 1) / 2, (size[1] - 1) / 2
    for r, c in squares:
        up, right = r + 0.5 - middle_row, c + 0.5 - middle_column
        if abs(up) == abs(right):
            edges.append((_rising if up == right else _falling)(number, r, c))


def _around(
    points: list[Point], edges: list[Edge], number: dict[Lattice, int], squares: Sequence[Lattice], size: Lattice
) -> None:
    """Diagonals that run around the middle."""
    middle_row, middle_column = (size[0] - 1) / 2, (size[1] - 1) / 2
    for r, c in squares:
        outward = (r + 0.5 < middle_row) == (c + 0.5 < middle_column)
        edges.append((_falling if outward else _rising)(number, r, c))


_DIAGONALS: dict[str, _Drawing] = {
    "Implied": _no_diagonals,
    "Alternating": _alternating,
    "Solid": _solid,
    "SolidNoSplit": _crossed,
    "Concentric": _around,
    "Radiating": _radiating,
}


def _diamond(size: int) -> list[Lattice]:
    reach = range(2 * size)
    return [(r, c) for r in reach for c in reach if r + c >= size - 1 and abs(c - r) <= size and r + c < 3 * size]


def _inside(outline: Polygon, diagonals: str) -> Graph:
    if not outline.points:
        raise BoardError(NO_OUTLINE)
    limits = outline.inflated()
    xs = [point.x for point in limits.points]
    ys = [point.y for point in limits.points]
    columns = range(int(min(xs)) - 2, int(max(xs)) + 3)
    rows = range(int(min(ys)) - 2, int(max(ys)) + 3)
    check_compared(len(rows) * len(columns) * len(limits.points))
    places = [(r, c) for r in rows for c in columns if limits.contains(Point(float(c), float(r)))]
    return square_lattice(places, diagonals, (len(rows), len(columns)))


def _walked_outline(sides: Sequence[int], site_type: str) -> Polygon:
    heading, row, column = 0, 0, 0
    corners = [Point(0.0, 0.0)]
    if not sides:
        raise BoardError(NO_OUTLINE)
    for side in sides:
        length = abs(side) if site_type == "Cell" else abs(side) - 1
        up, across = STEPS[heading]
        row, column = row + up * length, column + across * length
        corners.append(Point(float(column), float(row)))
        heading = (heading + (1 if side > 0 else -1)) % len(STEPS)
    return Polygon(tuple(corners[:-1] if corners[0] == corners[-1] else corners))


# ----------------------------------------------------------------------------------------------------------------
# Boards without an edge, as far as a game can reach: a large lattice of which games use what they need.

_LATTICES = {"Square": (square, 41), "Hexagonal": (hex_board, 21), "Triangular": (tri_board, 41)}


def boardless_graph(tiling: str, size: int | None = None) -> Graph:
    """The cells of a game without a board: Square, Hexagonal or Triangular, with ``size`` cells along a side."""
    if tiling not in _LATTICES:
        raise BoardError(f"a game without a board is played on {', '.join(_LATTICES)} cells, not on {tiling}")
    generator, default = _LATTICES[tiling]
    return generator({"dim": default if size is None else size}, "Cell")
