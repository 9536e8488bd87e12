"""Polygons as board ludemes use them: to hold on to, or cut away, a part of a graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot

from apts.board.graph import Point
from apts.board.room import BoardError, check_compared

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
