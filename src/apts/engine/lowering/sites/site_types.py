"""Site types written in rules: the board's own kind of site, other kinds of its elements, and hands.

A board is read with its own kind of site. A clause that names another kind makes the compiler read it again, with the
elements of that kind as further sites (:class:`apts.board.mixed_board.MixedBoard`): from then on every number in the rules
at play is one of that board. Only numbers that are written down are those of the elements of their kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import OtherSites
from apts.language.tree import Clause, Literal, Value, Word

if TYPE_CHECKING:
    from apts.engine.compiler.scope import Scope
    from apts.engine.lowering.sites.regions import Region


def need_kind(scope: Scope, clause: Clause, kind: str) -> None:
    """Have the board read with the elements of a kind as sites."""
    if kind not in scope.kernel.board.kinds:
        what = f"({clause.name}) on the {kind} sites of a board played on another type of site"
        raise OtherSites(kind, what, clause.position)


def geometry_kind(scope: Scope, clause: Clause, slot: str = "on") -> str:
    """The kind of site of a clause about neighbours, lines or places; the board's own where none is written.

    Hands and dice are cells, but they have no geometry: on a board of vertices ``Cell`` means the cells between them.
    """
    word = clause.get(slot)
    if not isinstance(word, Word):
        return scope.kernel.board.site_type
    need_kind(scope, clause, word.name)
    return word.name


def sites_kind(scope: Scope, clause: Clause, slot: str = "on") -> str | None:
    """The kind of site that a clause names; hands and dice count as cells."""
    word = clause.get(slot)
    if not isinstance(word, Word):
        return None
    beside = len(scope.kernel.equipment.containers) > 1
    if not (word.name == "Cell" and beside):
        need_kind(scope, clause, word.name)
    return word.name


def sites_of_kind(scope: Scope, kind: str | None) -> Region:
    """All sites of the board of a kind, by default of its own."""
    from apts.engine.lowering.sites.regions import FixedRegion

    return FixedRegion(scope.kernel, scope.kernel.board.numbers(kind))


def among_kind(scope: Scope, region: Region, kind: str | None, *, hands: bool = False) -> Region:
    """What a region has of a kind of site; on a board of one kind that is all of it."""
    from apts.engine.lowering.sites.regions import FixedRegion, combine

    board = scope.kernel.board
    if len(board.kinds) == 1:
        return region
    beside = range(board.count(), scope.kernel.equipment.all_sites) if hands else range(0)
    wanted = FixedRegion(scope.kernel, (*board.numbers(kind), *beside))
    return combine(scope.kernel, "intersect_set", [region, wanted])


def written_site(
    scope: Scope, kind: str | None, value: Value | None, default: str | Expression | None = None
) -> Expression:
    """A site of a kind, by default of the board's own; a number that is written down is that of an element of the kind.

    A site of another kind stands for the element of this kind that has the same number among its own.
    """
    board = scope.kernel.board
    if isinstance(value, Literal) and not isinstance(value.value, bool):
        numbers = board.numbers(kind) if kind is not None else range(0)
        if numbers.start and 0 <= int(value.value) < len(numbers):
            return scope.kernel.number(numbers.start + int(value.value))
        return scope.integer(value, default)
    site = scope.integer(value, default)
    if len(board.kinds) == 1 or (kind is not None and kind not in board.kinds):
        return site
    table = scope.kernel.table(("as kind", kind), lambda: _as_kind(scope, board.numbers(kind)), per="site")
    site = scope.simple(site, "site")
    return Expression(f"(D[{table} + {site}] if 0 <= {site} < D[ALL_SITES] else {site})")


def _as_kind(scope: Scope, numbers: range) -> list[int]:
    """For every site the one of a kind with the same number among its own, or none; hands stand for themselves."""
    board = scope.kernel.board
    found = list(range(scope.kernel.equipment.all_sites))
    for each in board.kinds:
        for number, site in enumerate(board.numbers(each)):
            found[site] = numbers[number] if number < len(numbers) else -1
    return found


def written_region(scope: Scope, kind: str | None, value: Value) -> Region:
    """A region; numbers that are written down, and a lone site, are those of elements of the kind."""
    from apts.engine.lowering.sites.regions import FixedRegion, SingleSite

    first = scope.kernel.board.numbers(kind).start if kind is not None else 0
    listed = value.get("sites") if isinstance(value, Clause) and value.name == "sites" else None
    if first and isinstance(listed, tuple) and all(isinstance(item, Literal) for item in listed):
        region = scope.region(value)
        assert region.fixed is not None
        return FixedRegion(scope.kernel, (first + site for site in region.fixed))
    if isinstance(value, Clause) and value.signature.result == "region":
        return scope.region(value)
    site = written_site(scope, kind, value)
    if site.fixed is not None:
        return FixedRegion(scope.kernel, () if site.fixed < 0 else (site.fixed,))
    return SingleSite(scope.simple(site, "site"))
