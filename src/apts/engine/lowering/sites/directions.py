"""Directions in rules: which steps and rays they stand for at a site.

A direction argument is a word, a collection of words or a ``(directions ..)`` clause. Words that depend on the way a
piece faces are resolved, for every facing in the game, into tables; so is everything else that the text alone decides.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from copy import copy
from functools import cache
from typing import TYPE_CHECKING

from apts.board.relations import relative_directions
from apts.engine.compiler.data import MOST_RAY_SITES
from apts.engine.compiler.expression import Expression
from apts.language.signatures.signature import ENUMERATIONS
from apts.language.tree import Clause, Value, Word

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel
    from apts.engine.compiler.scope import Scope

GROUPS = ("Adjacent", "Orthogonal", "Diagonal", "OffDiagonal", "All")
RELATIONS = GROUPS
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
        self.piece: Expression | None = None  # the piece that faces a way, where it is not the one on the site

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

    def place(self, scope: Scope, site: Expression) -> str:
        """The number of the list of a site in the tables (code)."""
        if not self.relative:
            return str(site)
        facings = self.facings()
        pieces = self.kernel.equipment.components
        table = self.kernel.facings("facing", lambda: [0, *(facings.index(piece.facing) for piece in pieces)])
        what = self.piece or self.kernel.storage.what(scope, site)
        return f"D[{table} + {what}] * D[ALL_SITES] + {site}"

    @property
    def _per(self) -> str:
        """What the tables have a list for: each site, or each facing of pieces and site."""
        return "faced" if self.relative else "site"

    def _lists(
        self, of: Callable[[str, int], Sequence[Sequence[int]] | Sequence[int]]
    ) -> list[list[Sequence[int] | int]]:
        sites = self.kernel.equipment.sites
        beside = self.kernel.equipment.all_sites - sites
        lists: list[list[Sequence[int] | int]] = []
        for facing in self.facings() if self.relative else ["N"]:
            everywhere = None if self.relative and self.by_site else self.names(facing, 0)
            for site in range(sites):
                names = self.names(facing, site) if everywhere is None else everywhere
                lists.append([item for name in names for item in of(name, site)])
            lists.extend([] for _ in range(beside))
        return lists

    def bits(self) -> list[int]:
        """For each list of :meth:`place`, the absolute directions meant as bits; groups are those the site has."""
        board = self.kernel.board
        number = {name: place for place, name in enumerate(board.directions("All"))}

        def of(name: str, site: int) -> Sequence[int]:
            names = board.site_directions(name, site) if name in RELATIONS else (name,)
            return [1 << number[known] for known in names if known in number]

        return [sum(set(found)) for found in self._lists(of)]  # type: ignore[arg-type]

    def _steps(self) -> list[list[int]]:
        board = self.kernel.board

        @cache
        def table(name: str) -> Sequence[Sequence[int]]:
            return board.neighbours(name) if name in GROUPS else board.steps(name)

        def of(name: str, place: int) -> Sequence[int]:
            return table(name)[place]

        return [list(dict.fromkeys(int(item) for item in found)) for found in self._lists(of)]  # type: ignore[arg-type]

    def step_words(self) -> tuple[str, str] | None:
        """Where the data has the neighbours of each site as words (code): those that ``low_sites`` gives, and the others.

        None where they depend on more than the site, or the board has too many.
        """
        if self.relative or self.kernel.board.count() > MOST_RAY_SITES:
            return None

        def part(first: int) -> list[int]:
            return [sum(1 << site - first for site in own if first <= site < first + 62) for own in self._steps()]

        key = ("step words", *self.key)
        low = self.kernel.table((*key, "low"), lambda: part(0), per="site")
        return low, self.kernel.table((*key, "high"), lambda: part(62), per="site")

    def each_step(self, scope: Scope, site: Expression, visit: Visit) -> None:
        """Loop over a list of the data."""
        start = self.kernel.lists(("steps", *self.key), self._steps, per=self._per)
        index = scope.let("place", self.place(scope, site))
        counter = scope.fresh("i")
        with scope.loop(f"for {counter} in range(D[{start} + {index}], D[{start} + {index} + 1]):"):
            visit(scope.let("site", f"D[{counter}]", valid=True))

    def each_ray(self, scope: Scope, site: Expression, visit: Visit) -> None:
        """Loop over lists of the data."""

        def rays() -> list[list[Sequence[int]]]:
            table = cache(self.kernel.board.rays)

            def of(name: str, place: int) -> Sequence[Sequence[int]]:
                if name != "Rotational":
                    return table(name)[place]
                # A ray that starts around the centre stays on its ring, however sharply it turns.
                turns = ("Rotational", "CW", "CCW")
                return list({ray[0]: ray for turn in turns for ray in table(turn)[place]}.values())

            return [list(dict.fromkeys(tuple(ray) for ray in found)) for found in self._lists(of)]  # type: ignore[arg-type]

        start = self.kernel.lists_of_lists(("rays", *self.key), rays, per=self._per)
        index = scope.let("place", self.place(scope, site))
        ray = scope.fresh("ray")
        with scope.loop(f"for {ray} in range(D[{start} + {index}], D[{start} + {index} + 1]):"):
            visit(Expression(ray))


def directions(scope: Scope, value: Value | None, default: str = "Adjacent") -> Directions:
    """The directions that an argument stands for."""
    if value is None:
        return WordDirections(scope.kernel, (default,))
    if isinstance(value, Word):
        return named_directions(scope.kernel, (value.name,))
    if isinstance(value, tuple):
        if all(isinstance(word, Word) for word in value):
            return named_directions(scope.kernel, tuple(word.name for word in value if isinstance(word, Word)))
        return JoinedDirections([directions(scope, part) for part in value])
    assert isinstance(value, Clause)
    found: Directions = scope.kernel.handler(value)(scope, value)
    return found


def named_directions(
    kernel: Kernel, words: tuple[str, ...], relation: str = "Adjacent", *, by_site: bool = False
) -> Directions:
    """Directions by words, those of the last move included."""
    from apts.engine.lowering.sites.direction_masks import LAST_MOVE, LastMoveDirections

    of_last_move: list[Directions] = [
        LastMoveDirections(kernel, word, relation, by_site=by_site) for word in words if word in LAST_MOVE
    ]
    plain = tuple(word for word in words if word not in LAST_MOVE)
    if not of_last_move:
        return WordDirections(kernel, plain, relation, by_site=by_site)
    if plain:
        of_last_move.append(WordDirections(kernel, plain, relation, by_site=by_site))
    return of_last_move[0] if len(of_last_move) == 1 else JoinedDirections(of_last_move)


def seen_from(scope: Scope, ways: Directions, origin: Expression) -> Directions:
    """The directions as the piece on one site sees them, whatever stands on the sites that they are asked of."""
    if isinstance(ways, JoinedDirections):
        return JoinedDirections([seen_from(scope, part, origin) for part in ways.parts])
    if not isinstance(ways, WordDirections) or not ways.relative:
        return ways
    faced = copy(ways)
    faced.piece = scope.let("piece", scope.kernel.storage.what(scope, origin))
    return faced


class JoinedDirections(Directions):
    """One kind of directions after the other."""

    def __init__(self, parts: Sequence[Directions]):
        self.parts = parts

    def each_step(self, scope: Scope, site: Expression, visit: Visit) -> None:
        """The steps of all parts."""
        for part in self.parts:
            part.each_step(scope, site, visit)

    def each_ray(self, scope: Scope, site: Expression, visit: Visit) -> None:
        """The rays of all parts."""
        for part in self.parts:
            part.each_ray(scope, site, visit)
