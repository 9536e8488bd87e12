"""Directions in rules: which steps and rays they stand for at a site.

A direction argument is a word, a collection of words or a ``(directions ..)`` clause. Words that depend on the way a piece
faces are resolved, for every facing in the game, into tables; so is everything else that the text alone decides.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from apts.board.directions import relative_directions
from apts.engine.expression import Expression
from apts.engine.tables import padded
from apts.language.tree import Clause, Value, Word
from apts.language.words import ENUMERATIONS

if TYPE_CHECKING:
    from apts.engine.kernel import Kernel
    from apts.engine.scope import Scope

GROUPS = ("Adjacent", "Orthogonal", "Diagonal", "OffDiagonal", "All")
Visit = Callable[[Expression], None]


class Directions(ABC):
    """Writes loops over what lies in these directions from a site.

    ``visit`` may be called more than once while the loops are written (for alternatives), so it must write the same
    code each time.
    """

    @abstractmethod
    def each_step(self, scope: Scope, site: Expression, visit: Visit) -> None:
        """Loop over the sites one step away; ``visit`` gets the variable that holds the site."""

    @abstractmethod
    def each_ray(self, scope: Scope, site: Expression, visit: Visit) -> None:
        """Loop over the rays; ``visit`` gets the variable r of a ray: its sites are D[D[r]] up to D[D[r + 1] - 1]."""


class WordDirections(Directions):
    """Directions given by words alone."""

    def __init__(self, kernel: Kernel, words: tuple[str, ...], relation: str = "Adjacent", *, by_site: bool = False):
        self.kernel, self.words, self.relation, self.by_site = kernel, words, relation, by_site
        relative = ENUMERATIONS["RelativeDirection"]
        self.relative = any(word in relative for word in words)

    @property
    def key(self) -> tuple[object, ...]:
        """What the tables of these directions depend on."""
        return self.words, self.relation, self.by_site

    def facings(self) -> list[str]:
        """The different ways pieces of the game face; North, for a site without a piece, first."""
        return list(dict.fromkeys(["N", *(piece.facing for piece in self.kernel.equipment.components)]))

    def names(self, facing: str, site: int) -> list[str]:
        """Groups and absolute directions meant at a site by a piece that faces so, without doubles."""
        board = self.kernel.board
        found: list[str] = []
        for word in self.words:
            if word in ENUMERATIONS["RelativeDirection"]:
                if self.by_site:
                    supported: Sequence[str] = board.site_directions(self.relation, site)
                else:
                    supported = board.directions(self.relation)
                found.extend(relative_directions(word, facing, supported))
            else:
                found.append(word)
        return list(dict.fromkeys(found))

    def _facing_index(self, scope: Scope, site: Expression) -> str:
        if not self.relative:
            return str(site)
        facings = self.facings()
        table = self.kernel.table(
            "facing", lambda: [0, *(facings.index(piece.facing) for piece in self.kernel.equipment.components)]
        )
        what = self.kernel.storage.what(scope, site)
        return f"D[{table} + {what}] * D[ALL_SITES] + {site}"

    def _lists(self, of: Callable[[str, int], Sequence[Sequence[int]] | Sequence[int]]) -> list[list[Sequence[int] | int]]:
        sites = self.kernel.equipment.sites
        beside = self.kernel.equipment.all_sites - sites
        lists: list[list[Sequence[int] | int]] = []
        for facing in self.facings() if self.relative else ["N"]:
            for site in range(sites):
                lists.append([item for name in self.names(facing, site) for item in of(name, site)])
            lists.extend([] for _ in range(beside))
        return lists

    def each_step(self, scope: Scope, site: Expression, visit: Visit) -> None:
        """Loop over a list of the data."""

        def steps() -> list[list[int]]:
            board = self.kernel.board

            def of(name: str, place: int) -> Sequence[int]:
                table = board.neighbours(name) if name in GROUPS else board.steps(name)
                return table[place]

            return [list(dict.fromkeys(int(item) for item in found)) for found in self._lists(of)]  # type: ignore[arg-type]

        table = self.kernel.lists(("steps", *self.key), steps)
        index = scope.let("place", self._facing_index(scope, site))
        counter = scope.fresh("i")
        with scope.loop(f"for {counter} in range(D[{table} + {index}], D[{table} + {index} + 1]):"):
            visit(scope.let("site", f"D[{counter}]", valid=True))

    def each_ray(self, scope: Scope, site: Expression, visit: Visit) -> None:
        """Loop over lists of the data."""

        def rays() -> list[list[Sequence[int]]]:
            board = self.kernel.board

            def of(name: str, place: int) -> Sequence[Sequence[int]]:
                return board.rays(name)[place]

            return [list(dict.fromkeys(tuple(ray) for ray in found)) for found in self._lists(of)]  # type: ignore[arg-type]

        table = self.kernel.lists_of_lists(("rays", *self.key), rays)
        index = scope.let("place", self._facing_index(scope, site))
        ray = scope.fresh("ray")
        with scope.loop(f"for {ray} in range(D[{table} + {index}], D[{table} + {index} + 1]):"):
            visit(Expression(ray))


def directions(scope: Scope, value: Value | None, default: str = "Adjacent") -> Directions:
    """The directions that an argument stands for."""
    if value is None:
        return WordDirections(scope.kernel, (default,))
    if isinstance(value, Word):
        return WordDirections(scope.kernel, (value.name,))
    if isinstance(value, tuple):
        return WordDirections(scope.kernel, tuple(word.name for word in value if isinstance(word, Word)))
    assert isinstance(value, Clause)
    found: Directions = scope.kernel.handler(value)(scope, value)
    return found


_ = padded
