"""Regions made of regions: union, intersection, difference, choice, loops."""

from __future__ import annotations

from collections.abc import Callable

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.arrays import int_array
from apts.engine.lowering.sites.regions import FixedRegion, Region, Walked, combine
from apts.language.tree import Clause, Value

Visit = Callable[[Expression], None]


def _parts(scope: Scope, clause: Clause) -> list[Region]:
    regions = clause.get("regions")
    values = regions if isinstance(regions, tuple) else (clause.get("first"), clause.get("second"))
    return [scope.region(value) for value in values if value is not None]


@ludeme("(union first<region> second<region>)", result="region", documentation="The sites that are in either region.")
@ludeme("(union regions<{region}>)", result="region", documentation="The sites that are in any of the regions.")
def union(scope: Scope, clause: Clause) -> Region:
    """Unite all parts."""
    parts = _parts(scope, clause)
    return combine(scope.kernel, "unite_set", parts) if parts else FixedRegion(scope.kernel, ())


@ludeme(
    "(intersection first<region> second<region>)",
    result="region",
    documentation="The sites that are in both regions.",
)
@ludeme(
    "(intersection regions<{region}>)",
    result="region",
    documentation="The sites that are in all of the regions.",
)
def intersection(scope: Scope, clause: Clause) -> Region:
    """Keep what all parts share."""
    parts = _parts(scope, clause)
    return combine(scope.kernel, "intersect_set", parts) if parts else FixedRegion(scope.kernel, ())


@ludeme(
    "(difference first<region> second<region|int>)",
    result="region",
    documentation="The sites of the first region that are not in the second; a lone site may be taken out too.",
)
def difference(scope: Scope, clause: Clause) -> Region:
    """Take the second part out of the first."""
    return combine(scope.kernel, "subtract_set", _parts(scope, clause))


@ludeme(
    "(if condition<bool> region<region> [otherwise<region>])",
    result="region",
    documentation="One region or another, as a condition decides; without the other, none.",
)
def choice(scope: Scope, clause: Clause) -> Region:
    """The condition is tested where the region is needed."""
    region, otherwise = clause.get("region"), clause.get("otherwise")
    assert region is not None
    condition = scope.boolean(clause.get("condition"))
    if condition.fixed is not None:
        chosen = region if condition.fixed else otherwise
        return FixedRegion(scope.kernel, ()) if chosen is None else scope.region(chosen)
    met = scope.simple(condition, "met")
    return _RegionChoice(met, region, otherwise)


class _RegionChoice(Walked):
    """One of two regions."""

    def __init__(self, met: Expression, region: Value, otherwise: Value | None):
        super().__init__(self._walk)
        self.met, self.region, self.otherwise = met, region, otherwise

    def _walk(self, scope: Scope, visit: Visit) -> None:
        with scope.block(f"if {self.met}:"), scope.region(self.region).each(scope) as site:
            visit(site)
        if self.otherwise is not None:
            with scope.block("else:"), scope.region(self.otherwise).each(scope) as site:
                visit(site)

    def contains(self, scope: Scope, site: Expression) -> Expression:
        """Ask the region that applies."""
        site = scope.simple(site, "site")
        found = scope.let("found", "False")
        with scope.block(f"if {self.met}:"):
            scope.line(f"{found} = {scope.region(self.region).contains(scope, site)}")
        if self.otherwise is not None:
            with scope.block("else:"):
                scope.line(f"{found} = {scope.region(self.otherwise).contains(scope, site)}")
        return found


@ludeme(
    "(forEach of:source<region> region<region>)",
    result="region",
    documentation="The union of a region worked out for each site of another one.",
)
def for_each_site(scope: Scope, clause: Clause) -> Region:  # noqa: ARG001
    """The inner region is worked out with the ``site`` register set."""
    source, region = clause.get("source"), clause.get("region")
    assert source is not None
    assert region is not None

    def walk(inner: Scope, visit: Visit) -> None:
        with (
            inner.region(source).each(inner) as site,
            inner.bound(site=site),
            inner.region(region).each(inner) as found,
        ):
            visit(found)

    return Walked(walk)


@ludeme(
    "(forEach players<array> region<region>)",
    result="region",
    documentation="The union of a region worked out for each of the players.",
)
@ludeme(
    "(forEach players<{int}> region<region>)",
    result="region",
    documentation="The union of a region worked out for each of the players.",
)
def for_each_player(scope: Scope, clause: Clause) -> Region:  # noqa: ARG001
    """The inner region is worked out with the ``player`` register set."""
    players, region = clause.get("players"), clause.get("region")
    assert players is not None
    assert region is not None

    def walk(inner: Scope, visit: Visit) -> None:
        with (
            int_array(inner, players).each(inner) as player,
            inner.bound(player=player),
            inner.region(region).each(inner) as found,
        ):
            visit(found)

    return Walked(walk)
