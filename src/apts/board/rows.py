"""Rows, columns and coordinate labels, found by sorting sites into parallel lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, radians, sin, sqrt

from apts.board.graph import Point

_ROW_ANGLES = (0, 15, 30, 45, 60)
_COLUMN_TURNS = (90, 105, 120)
_MARGIN = 0.6
_LINE_COST = 0.01
_EXACT = 0.001


@dataclass(frozen=True)
class Coordinates:
    """For every site its row and column, the sites of each, and a label for every site."""

    row: tuple[int, ...]
    column: tuple[int, ...]
    labels: tuple[str, ...]

    def rows(self) -> list[tuple[int, ...]]:
        """The sites of each row, bottom row first."""
        return members(self.row)

    def columns(self) -> list[tuple[int, ...]]:
        """The sites of each column, leftmost first."""
        return members(self.column)


@dataclass(frozen=True, slots=True)
class Angles:
    """The directions of the lines in which sites are sorted, in degrees."""

    row: int
    column: int


def members(numbers: Sequence[int]) -> list[tuple[int, ...]]:
    """Which sites have each number."""
    sites: list[list[int]] = [[] for _ in range(max(numbers, default=-1) + 1)]
    for site, number in enumerate(numbers):
        sites[number].append(site)
    return [tuple(row) for row in sites]


def line_angles(points: Sequence[Point]) -> Angles:
    """The directions in which the sites form the clearest rows and columns."""
    margin = _margin(points)
    row = min(_ROW_ANGLES, key=_rounded(lambda angle: _error(_lines(_above(points, angle), margin))))
    turn = min(_COLUMN_TURNS, key=_rounded(lambda extra: _error(_lines(_right_of(points, row + extra), margin))))
    return Angles(row, row + turn)


def coordinates(points: Sequence[Point], layers: Sequence[int], angles: Angles | None = None) -> Coordinates:
    """Rows, columns and labels of sites; ``layers`` numbers the layer of each site, all 0 on a flat board."""
    if not points:
        return Coordinates((), (), ())
    margin = _margin(points)
    found = line_angles(points) if angles is None else angles
    row = _numbers(_lines(_above(points, found.row), margin), len(points))
    column = _numbers(_lines(_right_of(points, found.column), margin), len(points))
    labels = site_labels(row, column, layers)
    if len(set(labels)) < len(labels):
        row = _numbers(_lines([point.y for point in points], _EXACT), len(points))
        column = _numbers(_lines([point.x for point in points], _EXACT), len(points))
        labels = site_labels(row, column, layers)
    return Coordinates(row, column, labels)


def column_letters(column: int) -> str:
    """A, B ... Z, AA, AB ..."""
    letters = chr(ord("A") + column % 26)
    return letters if column < 26 else chr(ord("A") + column // 26 - 1) + letters


def layer_numbers(points: Sequence[Point]) -> tuple[int, ...]:
    """The layer of each site, counted from below."""
    heights: list[float] = []
    for height in sorted(point.z for point in points):
        if not heights or height - heights[-1] > _EXACT:
            heights.append(height)
    return tuple(min(range(len(heights)), key=lambda n: abs(heights[n] - point.z)) for point in points)


def site_labels(row: Sequence[int], column: Sequence[int], layers: Sequence[int]) -> tuple[str, ...]:
    """Letters for the column, a number from 1 for the row, and on a board of several layers the layer."""
    deep = any(layers)
    return tuple(
        f"{column_letters(c)}{r + 1}" + (f"/{layer}" if deep else "")
        for r, c, layer in zip(row, column, layers, strict=True)
    )


def _margin(points: Sequence[Point]) -> float:
    xs = [point.x for point in points]
    ys = [point.y for point in points]
    return _MARGIN * (max(xs) - min(xs) + max(ys) - min(ys)) / 2 / sqrt(len(points))


def _above(points: Sequence[Point], angle: int) -> list[float]:
    """Heights over a line that rises at an angle."""
    x, y = -sin(radians(angle)), cos(radians(angle))
    return [point.x * x + point.y * y for point in points]


def _right_of(points: Sequence[Point], angle: int) -> list[float]:
    """Distances to the right of a line that rises at an angle."""
    x, y = sin(radians(angle)), -cos(radians(angle))
    return [point.x * x + point.y * y for point in points]


Line = list[tuple[float, int]]


def _lines(distances: Sequence[float], margin: float) -> list[Line]:
    """Sites sorted by distance, cut where the next one is further than the margin from the mean of its line."""
    lines: list[Line] = []
    total = 0.0
    for distance, site in sorted((distance, site) for site, distance in enumerate(distances)):
        if lines and abs(distance - total / len(lines[-1])) <= margin:
            lines[-1].append((distance, site))
            total += distance
        else:
            lines.append([(distance, site)])
            total = distance
    return lines


def _error(lines: Sequence[Line]) -> float:
    error = _LINE_COST * len(lines)
    for line in lines:
        mean = sum(distance for distance, _ in line) / len(line)
        error += (line[-1][0] - mean) ** 2 / len(line)
    return error


def _numbers(lines: Sequence[Line], count: int) -> tuple[int, ...]:
    numbers = [0] * count
    for number, line in enumerate(lines):
        for _, site in line:
            numbers[site] = number
    return tuple(numbers)


def _rounded(measure: Callable[[int], float]) -> Callable[[int], float]:
    """The measure without the noise of floating point, so that the first of equals wins."""
    return lambda angle: round(measure(angle), 7)
