"""A board that is played on several kinds of its elements at once: on cells and edges, on vertices and cells ..."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

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
