"""Regions that are written down: numbers, coordinates, names and owners of regions, walks, the region of a loop."""

from __future__ import annotations

from collections.abc import Callable

from apts.board.mixed_board import sites_by_coordinate
from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.arrays import IntArray, int_array
from apts.engine.lowering.player_roles import player_number
from apts.engine.lowering.sites.owned_regions import regions_named, regions_of
from apts.engine.lowering.sites.regions import Filtered, FixedRegion, Region, SetRegion, Walked, combine
from apts.engine.lowering.sites.site_types import geometry_kind, sites_of_kind
from apts.engine.lowering.sites.walks import read_walks, walk_ends
from apts.language.tree import Clause, Literal, Text, Value


@ludeme("(sites Board [on<SiteType>])", result="region", documentation="All sites of the board.")
def board(scope: Scope, clause: Clause) -> Region:
    """Every number of the board's own site type."""
    return sites_of_kind(scope, geometry_kind(scope, clause))


@ludeme("(sites sites<{int}>)", result="region", documentation="The sites with these numbers.")
def listed(scope: Scope, clause: Clause) -> Region:
    """A fixed region when every number is fixed."""
    values = clause.get("sites")
    assert isinstance(values, tuple)
    return listed_sites(scope, values)


def listed_sites(scope: Scope, values: tuple[Value, ...]) -> Region:
    """The region of the given numbers; negative ones are left out."""
    last = scope.kernel.equipment.all_sites
    if all(isinstance(value, Literal) for value in values):
        numbers = [int(value.value) for value in values if isinstance(value, Literal)]
        return FixedRegion(scope.kernel, (number for number in numbers if 0 <= number < last))
    found = [scope.simple(scope.integer(value), "site") for value in values]
    if all(number.fixed is not None for number in found):
        return FixedRegion(scope.kernel, (n.fixed for n in found if n.fixed is not None and 0 <= n.fixed < last))

    def walk(inner: Scope, visit: Callable[[Expression], None]) -> None:
        for number in found:
            if number.valid:
                visit(number)
            else:
                with inner.block(f"if 0 <= {number} < D[ALL_SITES]:"):
                    visit(Expression(number, valid=True))

    return ListedSites(walk, found)


@ludeme("(sites array<array>)", result="region", documentation="The sites whose numbers are in an array.")
def of_array(scope: Scope, clause: Clause) -> Region:
    """Numbers that are no sites are left out."""
    value = clause.get("array")
    assert value is not None
    array = int_array(scope, value)

    def walk(inner: Scope, visit: Callable[[Expression], None]) -> None:
        with array.each(inner) as number, inner.block(f"if 0 <= {number} < D[ALL_SITES]:"):
            visit(Expression(number, valid=True))

    return _ArraySites(walk, array)


class _ArraySites(Walked):
    """The sites in an array."""

    def __init__(self, walk: Callable[[Scope, Callable[[Expression], None]], None], array: IntArray):
        super().__init__(walk)
        self.array = array

    def contains(self, scope: Scope, site: Expression) -> Expression:
        """Look through the array."""
        site = scope.simple(site, "site")
        return Expression(f"({site} >= 0 and {self.array.contains(scope, site)})")


class ListedSites(Walked):
    """Sites given one by one."""

    def __init__(self, walk: Callable[[Scope, Callable[[Expression], None]], None], numbers: list[Expression]):
        super().__init__(walk)
        self.numbers = numbers

    def contains(self, scope: Scope, site: Expression) -> Expression:
        """Compare with each."""
        site = scope.simple(site, "site")
        return Expression(f"({site} >= 0 and ({' or '.join(f'{site} == {number}' for number in self.numbers)}))")


@ludeme(
    "(sites [on<SiteType>] labels<{string}>)",
    result="region",
    documentation="The sites with these coordinates; unknown ones are left out.",
)
def labelled(scope: Scope, clause: Clause) -> Region:
    """Looked up among the labels of the board."""
    kind = geometry_kind(scope, clause)
    labels = clause.get("labels")
    assert isinstance(labels, tuple)
    numbers = sites_by_coordinate(scope.kernel.board, kind)
    written = (text.value.lower() for text in labels if isinstance(text, Text))
    return FixedRegion(scope.kernel, (numbers[label] for label in written if label in numbers))


@ludeme(
    "(sites [on<SiteType>] name<string>)",
    result="region",
    documentation="The regions of that name, whoever owns them; or the site with that coordinate.",
)
def named(scope: Scope, clause: Clause) -> Region:
    """A name of the equipment before a coordinate."""
    name, kind = clause.get("name"), geometry_kind(scope, clause)
    assert isinstance(name, Text)
    regions = regions_named(scope, name.value) if clause.get("on") is None else []
    if regions:
        return combine(scope.kernel, "unite_set", regions)
    site = sites_by_coordinate(scope.kernel.board, kind).get(name.value.lower())
    return FixedRegion(scope.kernel, () if site is None else (site,))


@ludeme(
    "(sites who<role|seat> [name<string>])",
    result="region",
    documentation="The regions that belong to a player, all or those whose name contains the text.",
)
def owned(scope: Scope, clause: Clause) -> Region:
    """One region for each player, chosen by its number when the position decides it."""
    who, name = clause.get("who"), clause.get("name")
    assert who is not None
    return regions_of(scope, player_number(scope, who), name.value if isinstance(name, Text) else None)


@ludeme(
    "(sites [on<SiteType>] [start<int>] walks<{{walk}}> [rotations:<bool>])",
    result="region",
    documentation="Where walks of forward steps and turns lead from a site, in every direction of the board.",
)
def walked(scope: Scope, clause: Clause) -> Region:
    """A list of ends for each site."""
    geometry_kind(scope, clause)
    kernel = scope.kernel
    walks = read_walks(clause.get("walks"))
    rotations = scope.flag(clause, "rotations", default=True)
    ends = kernel.lists(("region walks", walks, rotations), lambda: walk_ends(kernel.board, walks, rotations=rotations))
    start = scope.simple(scope.integer(clause.get("start"), scope.register("from")), "start")

    def walk(inner: Scope, visit: Callable[[Expression], None]) -> None:
        index = inner.fresh("i")
        listed = f"for {index} in range(D[{ends} + {start}], D[{ends} + {start} + 1]):"
        with inner.block(f"if 0 <= {start} < D[SITES]:"), inner.loop(listed):
            visit(inner.let("site", f"D[{index}]", valid=True))

    return Walked(walk)


@ludeme("(sites)", result="region", documentation="The region of the loop around.")
def of_loop(scope: Scope, clause: Clause) -> Region:
    """The register ``region`` says where the set is in W."""
    place = scope.register("region")
    if place.fixed is not None:
        raise scope.kernel.unsupported(clause, "outside a loop over regions")
    return SetRegion("W", place)


@ludeme(
    "(forEach region<region> if:condition<bool>)",
    result="region",
    documentation="The sites of a region for which a condition on the site holds.",
)
def where(scope: Scope, clause: Clause) -> Region:
    """A filter with the ``site`` register set."""

    def test(inner: Scope, site: Expression) -> Expression:
        with inner.bound(site=site):
            return inner.boolean(clause.get("condition"))

    region = clause.get("region")
    assert region is not None
    return Filtered(scope.region(region), test)
