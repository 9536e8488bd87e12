"""Elements of the board that touch each other: ``(sites Incident ..)``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.player_roles import player_number
from apts.engine.lowering.sites.owners import owner_test
from apts.engine.lowering.sites.regions import Filtered, FixedRegion, Place, Region
from apts.language.tree import Clause, Value, Word


@ludeme(
    "(sites Incident result<SiteType> of:<SiteType> at:<int> [owner:<role|seat>])",
    result="region",
    documentation=(
        "The elements of the board that touch an element, of each type by its number: corners and sides of a cell, ends of "
        "an edge; of the same type cells that share an edge, vertices that an edge joins, edges that meet. An owner is "
        "asked for only where pieces stand, of the type that the board is played on; elements of another type are walked "
        "through and counted, and joined with other regions where the board has at least as many sites."
    ),
)
def incident(scope: Scope, clause: Clause) -> Region:
    """A list of the data for each element."""
    result, of = (_kind(clause, slot) for slot in ("result", "of"))
    board, owner = scope.kernel.board, clause.get("owner")
    own = result == board.site_type
    at = scope.integer(clause.get("at"))
    if owner is None and own and at.fixed is not None:
        there = 0 <= at.fixed < board.count(of)
        return FixedRegion(scope.kernel, board.incident(result, of, at.fixed) if there else ())
    touching = _Touching(scope, clause, result, of, scope.simple(at, "at"))
    if owner is None:
        return touching
    if not own:
        raise scope.kernel.unsupported(clause, f"with owner: of {result} sites, on which no pieces stand")
    return _owned(scope, touching, owner)


def _kind(clause: Clause, slot: str) -> str:
    word = clause.get(slot)
    assert isinstance(word, Word)
    return word.name


def _owned(scope: Scope, region: Region, owner: Value) -> Region:
    """The sites of a region on which pieces of an owner stand; shared and everybody mean any piece."""
    if isinstance(owner, Word) and owner.name in ("All", "Each", "Shared", "Any"):
        return Filtered(region, lambda inner, site: Expression(f"not {inner.kernel.storage.is_empty(inner, site)}"))
    if isinstance(owner, Word) and scope.role(owner.name).fixed == -1:
        test = owner_test(owner.name)
        return Filtered(region, lambda inner, site: Expression(test(inner, inner.kernel.storage.who(inner, site))))
    player = player_number(scope, owner)
    return Filtered(region, lambda inner, site: Expression(f"{inner.kernel.storage.who(inner, site)} == {player}"))


class _Touching(Region):
    """The elements that touch one element, as the board lists them: ascending, each once."""

    def __init__(self, scope: Scope, clause: Clause, result: str, of: str, at: Expression):
        kernel, board = scope.kernel, scope.kernel.board
        self.kernel, self.clause, self.result, self.at = kernel, clause, result, at
        self.count = kernel.number(board.count(of))
        self.lists = kernel.lists(
            ("touching", result, of),
            lambda: [board.incident(result, of, element) for element in range(board.count(of))],
        )

    @contextmanager
    def each(self, scope: Scope) -> Iterator[Expression]:
        """Walk through the list; what is no element of the board touches none."""
        index, own = scope.fresh("i"), self.result == self.kernel.board.site_type
        listed = f"for {index} in range(D[{self.lists} + {self.at}], D[{self.lists} + {self.at} + 1]):"
        with scope.block(f"if 0 <= {self.at} < {self.count}:"), scope.loop(listed):
            yield scope.let("site", f"D[{index}]", valid=own)

    def refuse_beyond_sites(self) -> None:
        """Sets have room for the numbers of sites, and moves go to sites."""
        if self.kernel.board.count(self.result) > self.kernel.equipment.all_sites:
            words = (
                f"with {self.result} sites, on a board with fewer sites, except to walk through them or to count them"
            )
            raise self.kernel.unsupported(self.clause, words)

    def stored(self, scope: Scope) -> Place:
        """Collect the numbers."""
        self.refuse_beyond_sites()
        target = scope.temporary_set()
        scope.line(f"clear_set(W, {target}, D[SET_WORDS])")
        with self.each(scope) as site:
            scope.line(f"put_site(D, W, {target}, {site})")
        return "W", target

    def contains(self, scope: Scope, site: Expression) -> Expression:
        """Look through the list."""
        site, found = scope.simple(site, "site"), scope.let("found", "False")
        with self.each(scope) as other, scope.block(f"if {other} == {site}:"):
            scope.line(f"{found} = True")
        return found

    def size(self, scope: Scope) -> Expression:
        """The length of the list."""
        total = scope.let("total", "0")
        with scope.block(f"if 0 <= {self.at} < {self.count}:"):
            scope.line(f"{total} = D[{self.lists} + {self.at} + 1] - D[{self.lists} + {self.at}]")
        return total

    def first(self, scope: Scope) -> Expression:
        """The first one found."""
        found = scope.let("first", "-1")
        with self.each(scope) as site, scope.block(f"if {found} < 0:"):
            scope.line(f"{found} = {site}")
        return found
