"""A board that is played on several kinds of its elements at once: on cells and edges, on vertices and cells ..."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from apts.board.board import Board, Sites
from apts.board.graph import Graph, Point
from apts.board.rays import Ray


class MixedBoard(Board):
    """A board whose sites are the elements of its own kind, followed by those of other kinds.

    Without a kind, what is told site by site is told for all of them, by their numbers on this board; sites of different
    kinds are never neighbours. Rows, sides and other named sets are those of the board's own kind. With a kind, everything
    is told in the numbers that the elements of that kind have among themselves.
    """

    def __init__(
        self,
        graph: Graph,
        site_type: str,
        others: Sequence[str],
        *,
        boardless: bool = False,
        rows_from_top: bool = False,
    ) -> None:
        super().__init__(graph, site_type, boardless=boardless, rows_from_top=rows_from_top)
        self._others = tuple(others)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The board's own kind, then the others."""
        return (self.site_type, *self._others)

    def numbers(self, site_type: str | None = None) -> range:
        """The numbers of the sites of one kind on this board."""
        first = 0
        for kind in self.kinds:
            size = super().count(kind)
            if kind == (site_type or self.site_type):
                return range(first, first + size)
            first += size
        return range(0)

    def count(self, site_type: str | None = None) -> int:
        """The number of sites of a kind, or of all sites of the board."""
        return sum(super(MixedBoard, self).count(kind) for kind in ((site_type,) if site_type else self.kinds))

    def xy(self, site_type: str | None = None) -> list[tuple[float, float]]:
        """Where each site is."""
        kinds = (site_type,) if site_type else self.kinds
        return [place for kind in kinds for place in super(MixedBoard, self).xy(kind)]

    def points(self) -> tuple[Point, ...]:
        """Where each site is in space."""
        return tuple(point for kind in self.kinds for point in self.topology.points(kind))

    def labels(self, site_type: str | None = None) -> list[str]:
        """Coordinates; those of other kinds begin with the name of the kind."""
        if site_type:
            return super().labels(site_type)
        own = super().labels(self.site_type)
        return own + [f"{kind}{label}" for kind in self.kinds[1:] for label in super(MixedBoard, self).labels(kind)]

    def neighbours(self, relation: str, site_type: str | None = None) -> list[Sites]:
        """The neighbours of each site."""
        described = super().neighbours
        if site_type:
            return described(relation, site_type)
        return self._keep(("mixed neighbours", relation), lambda: self._shifted(lambda kind: described(relation, kind)))

    def steps(self, direction: str, site_type: str | None = None) -> list[Sites]:
        """The sites one step away."""
        described = super().steps
        if site_type:
            return described(direction, site_type)
        return self._keep(("mixed steps", direction), lambda: self._shifted(lambda kind: described(direction, kind)))

    def site_directions(self, relation: str, site: int, site_type: str | None = None) -> tuple[str, ...]:
        """The directions that one site has."""
        if site_type:
            return super().site_directions(relation, site, site_type)
        kind = self.kind_of(site)
        return super().site_directions(relation, site - self.numbers(kind).start, kind)

    def kind_of(self, site: int) -> str:
        """The kind of a site of this board."""
        return next(kind for kind in self.kinds if site in self.numbers(kind))

    def distances(self, relation: str = "Adjacent", site_type: str | None = None) -> NDArray[np.int32]:
        """The number of steps between sites; between kinds there is no way."""
        if site_type:
            return super().distances(relation, site_type)
        size = self.count()
        table = np.full((size, size), -1, dtype=np.int32)
        for kind in self.kinds:
            span = self.numbers(kind)
            table[span.start : span.stop, span.start : span.stop] = super().distances(relation, kind)
        return table

    def rays(self, direction: str, site_type: str | None = None) -> list[tuple[Ray, ...]]:
        """The rays of each site."""
        described = super().rays
        if site_type:
            return described(direction, site_type)

        def make() -> list[tuple[Ray, ...]]:
            return [
                tuple(moved(ray, first) for ray in rays)
                for kind, first in self._firsts()
                for rays in described(direction, kind)
            ]

        return self._keep(("mixed rays", direction), make)

    def ray_names(self, direction: str, site_type: str | None = None) -> list[tuple[str, ...]]:
        """For each ray the direction of its first step."""
        if site_type:
            return super().ray_names(direction, site_type)
        return [names for kind in self.kinds for names in super(MixedBoard, self).ray_names(direction, kind)]

    def ray_pairs(self, direction: str, site_type: str | None = None) -> list[tuple[tuple[Ray, Ray], ...]]:
        """The rays of each site with their opposites."""
        described = super().ray_pairs
        if site_type:
            return described(direction, site_type)

        def make() -> list[tuple[tuple[Ray, Ray], ...]]:
            return [
                tuple((moved(ray, first), moved(back, first)) for ray, back in pairs)
                for kind, first in self._firsts()
                for pairs in described(direction, kind)
            ]

        return self._keep(("mixed ray pairs", direction), make)

    def row_of(self, site_type: str | None = None) -> Sites:
        """The row of each site."""
        return super().row_of(site_type) if site_type else self._joined(super().row_of)

    def column_of(self, site_type: str | None = None) -> Sites:
        """The column of each site."""
        return super().column_of(site_type) if site_type else self._joined(super().column_of)

    def layer_of(self, site_type: str | None = None) -> Sites:
        """The layer of each site."""
        return super().layer_of(site_type) if site_type else self._joined(super().layer_of)

    def phase_of(self, site_type: str | None = None) -> Sites:
        """The colour class of each site."""
        return super().phase_of(site_type) if site_type else self._joined(super().phase_of)

    def layers(self, site_type: str | None = None) -> list[Sites]:
        """The sites of each layer."""
        return super().layers(site_type or self.site_type)

    def phases(self, site_type: str | None = None) -> list[Sites]:
        """The sites of each colour class."""
        return super().phases(site_type or self.site_type)

    def _joined(self, told: Callable[[str], Sites]) -> Sites:
        return tuple(number for kind in self.kinds for number in told(kind))

    def _firsts(self) -> list[tuple[str, int]]:
        """The kinds, each with the number of its first site."""
        return [(kind, self.numbers(kind).start) for kind in self.kinds]

    def _shifted(self, told: Callable[[str], Iterable[Sites]]) -> list[Sites]:
        return [moved(sites, first) for kind, first in self._firsts() for sites in told(kind)]


def moved(sites: Iterable[int], by: int) -> Sites:
    """Sites with other numbers, all by as much."""
    return tuple(site + by for site in sites) if by else tuple(sites)


# ----------------------------------------------------------------------------------------------------------------
# Coordinates of sites as people read and write them; on a board of one row the column alone is enough.

_IN_FIRST_ROW = re.compile(r"[a-z]+1")
_COLUMN_AND_ROW = re.compile(r"([a-z]+)(\d+)")
_MOST_RANGES = 12


def short_labels(labels: Sequence[str]) -> list[str]:
    """Coordinates in small letters; those of a board of one row without the number of the row (``a``, ``b`` ...)."""
    small = [label.lower() for label in labels]
    if len(small) > 1 and all(_IN_FIRST_ROW.fullmatch(label) for label in small):
        return [label[:-1] for label in small]
    return small


def sites_by_coordinate(board: Board, kind: str | None = None) -> dict[str, int]:
    """The sites (of a kind) by everything that they may be called, in small letters: ``d1``, on a board of one row ``d``.

    Where several sites have one coordinate the first counts.
    """
    labels, found = board.labels(kind), dict[str, int]()
    numbers = board.numbers(kind) if kind else range(board.count())
    for names in (labels, short_labels(labels)):
        for site, name in zip(numbers, names, strict=True):
            found.setdefault(name.lower(), site)
    return found


def label_ranges(labels: Sequence[str]) -> list[str]:
    """Which coordinates there are, in few words, and none that there is not: ``a1 to i8``, or column by column.

    On a board that is no rectangle ``a1 to g7`` would take in what is beside the board.
    """
    if len(labels) > 1 and all(label.isalpha() for label in labels) and _follow_each_other(labels):
        return [f"{labels[0]} to {labels[-1]}"]
    columns: defaultdict[str, set[int]] = defaultdict(set)
    others: list[str] = []
    for label in labels:
        parts = _COLUMN_AND_ROW.fullmatch(label)
        if parts is None:
            others.append(label)
        else:
            columns[parts[1]].add(int(parts[2]))
    names = sorted(columns, key=lambda name: (len(name), name))
    rows = {frozenset(column) for column in columns.values()}
    whole = len(rows) == 1 and not others and _follow_each_other(names)
    if whole and len(runs := list(_runs(columns[names[0]]))) == 1:
        (low, high), first, last = runs[0], names[0], names[-1]
        return [f"{first}{low}" if (first, low) == (last, high) else f"{first}{low} to {last}{high}"]
    found = [_range(name, low, high) for name in names for low, high in _runs(columns[name])] + others
    return found if len(found) <= _MOST_RANGES else [*found[:_MOST_RANGES], "..."]


def _range(column: str, low: int, high: int) -> str:
    return f"{column}{low}" if low == high else f"{column}{low} to {column}{high}"


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of numbers that follow each other."""
    ordered = sorted(numbers)
    starts = [0, *(place for place, (one, next_) in enumerate(pairwise(ordered), 1) if next_ > one + 1)]
    for start, end in pairwise([*starts, len(ordered)]):
        yield ordered[start], ordered[end - 1]


def _follow_each_other(columns: Sequence[str]) -> bool:
    """Whether no letter is left out between the first column and the last."""
    letters = [ord(name) - ord("a") if len(name) == 1 else 26 * (ord(name[0]) - ord("a") + 1) + ord(name[-1]) - ord("a")
               for name in columns]  # fmt: skip
    return all(len(name) <= 2 for name in columns) and letters == list(range(letters[0], letters[0] + len(letters)))


# ----------------------------------------------------------------------------------------------------------------
# Loops around a board, as on a Surakarta board: along lines of the board, and around its corners from one to the
# next.

Run = list[int]


def square_runs(rows: int, columns: int, line: int) -> list[Run]:
    """The four lines of a loop at a distance from the sides: a row, a column, and back along a row and a column."""
    last = rows * columns - 1
    return [
        [line * columns + column for column in range(columns)],
        [columns - 1 - line + row * columns for row in range(rows)],
        [last - line * columns - column for column in range(columns)],
        [last - (columns - 1) + line - row * columns for row in range(rows)],
    ]


def triangle_runs(rows: int, line: int) -> list[Run]:
    """The three lines of a loop on a triangle of points whose rows get shorter by one."""
    starts = [row * rows - row * (row - 1) // 2 for row in range(rows)]
    length = rows - line
    return [
        [starts[line] + step for step in range(length)],
        [starts[row] + rows - 1 - line - row for row in range(length)],
        [starts[row] + line for row in range(length - 1, -1, -1)],
    ]


def ways(runs: list[Run]) -> Iterator[list[int]]:
    """The way around, and the way back; a site from which the way turns a corner stands there twice."""
    for order in (runs, [run[::-1] for run in runs[::-1]]):
        way: list[int] = []
        for place, run in enumerate(order):
            following = order[(place + 1) % len(order)]
            way += run
            if run[-1] > 0 and following[0] > 0:  # site 0 makes no corner
                way.append(run[-1])
        yield way
