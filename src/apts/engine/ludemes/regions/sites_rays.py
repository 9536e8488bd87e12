"""Regions along rays: ``(sites Direction ..)``, ``(sites LineOfSight ..)``, ``(sites Between ..)``."""

from __future__ import annotations

from collections.abc import Callable

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.sites.directions import directions
from apts.engine.lowering.sites.regions import Region, Walked
from apts.engine.lowering.sites.site_types import geometry_kind, written_region
from apts.language.tree import Clause, Literal, Word

Visit = Callable[[Expression], None]


@ludeme(
    "(sites Direction from:<int|region> [directions<direction|{direction}>] [included:<bool>] [stop:<bool>] "
    "[stopIncluded:<bool>] [distance:<int>] [on<SiteType>])",
    result="region",
    documentation="The sites on the rays of a site or region, up to a distance or to where a condition stops them.",
)
def along_rays(scope: Scope, clause: Clause) -> Region:
    """Each ray is followed with the ``to`` register set."""
    kind, origins_value = geometry_kind(scope, clause), clause.get("from")
    assert origins_value is not None
    origins = written_region(scope, kind, origins_value)
    distance = clause.get("distance")
    far = None if distance is None else scope.simple(scope.integer(distance), "distance")
    ways = directions(scope, clause.get("directions"))

    def walk(inner: Scope, visit: Visit) -> None:
        def along(ray: Expression) -> None:
            end = f"D[{ray} + 1]" if far is None else f"min(D[{ray} + 1], D[{ray}] + {far})"
            index = inner.fresh("i")
            with inner.loop(f"for {index} in range(D[{ray}], {end}):"):
                site = inner.let("site", f"D[{index}]", valid=True)
                with inner.bound(to=site):
                    _stopping(inner, clause, site, visit)
                visit(site)

        with origins.each(inner) as origin, inner.block(f"if {origin} < D[SITES]:"):
            _if(inner, clause, "included", lambda: visit(origin))
            ways.each_ray(inner, origin, along)

    return Walked(walk)


def _stopping(scope: Scope, clause: Clause, site: Expression, visit: Visit) -> None:
    stop = clause.get("stop")
    if stop is None:
        return
    with scope.block(f"if {scope.boolean(stop)}:"):
        _if(scope, clause, "stopIncluded", lambda: visit(site))
        scope.line("break")


def _if(scope: Scope, clause: Clause, slot: str, write: Callable[[], None]) -> None:
    """What is written applies when the argument, by default False, is true."""
    value = clause.get(slot)
    if value is None or (isinstance(value, Literal) and not value.value):
        return
    with scope.block(f"if {scope.boolean(value)}:"):
        write()


@ludeme(
    "(sites LineOfSight [kind<LineOfSight>] [on<SiteType>] [at:<int>] [directions<direction|{direction}>])",
    result="region",
    documentation="What is seen along the rays of a site: the first piece, all empty sites before it, or the last.",
)
def line_of_sight(scope: Scope, clause: Clause) -> Region:
    """Without a site, the last move's."""
    geometry_kind(scope, clause)
    kind = clause.get("kind")
    wanted = kind.name if isinstance(kind, Word) else "Piece"
    at = scope.simple(scope.integer(clause.get("at"), f"{scope.state}[LAST_TO]"), "eye")
    eye = Expression(at, valid=True)
    ways = directions(scope, clause.get("directions"))

    def walk(inner: Scope, visit: Visit) -> None:
        def along(ray: Expression) -> None:
            last = inner.let("last", "-1")
            index = inner.fresh("i")
            with inner.loop(f"for {index} in range(D[{ray}], D[{ray} + 1]):"):
                site = inner.let("site", f"D[{index}]", valid=True)
                with inner.block(f"if not {inner.kernel.storage.is_empty(inner, site)}:"):
                    if wanted == "Piece":
                        visit(site)
                    inner.line("break")
                if wanted == "Empty":
                    visit(site)
                elif wanted == "Farthest":
                    inner.line(f"{last} = {site}")
            if wanted == "Farthest":
                with inner.block(f"if {last} >= 0:"):
                    visit(Expression(last, valid=True))

        with inner.block(f"if 0 <= {eye} < D[SITES]:"):
            ways.each_ray(inner, eye, along)

    return Walked(walk)


@ludeme(
    "(sites Between [directions<direction|{direction}>] [on<SiteType>] from:<int> [fromIncluded:<bool>] to:<int> "
    "[toIncluded:<bool>] [cond:condition<bool>])",
    result="region",
    documentation="The sites between two sites on the first ray that joins them.",
)
def between(scope: Scope, clause: Clause) -> Region:
    """The condition is tested with ``from``, ``to`` and ``between`` set."""
    geometry_kind(scope, clause)
    start = scope.simple(scope.integer(clause.get("from")), "start")
    end = scope.simple(scope.integer(clause.get("to")), "end")
    first, last = Expression(start, valid=True), Expression(end, valid=True)
    ways = directions(scope, clause.get("directions"))

    def walk(inner: Scope, visit: Visit) -> None:
        def along(ray: Expression) -> None:
            index, reached = inner.fresh("i"), inner.let("reached", "-1")
            here = f"if {found} == 0 and {reached} < 0 and D[{index}] == {last}:"
            with inner.loop(f"for {index} in range(D[{ray}], D[{ray} + 1]):"), inner.block(here):
                inner.line(f"{reached} = {index}")
            with inner.block(f"if {reached} >= 0:"):
                inner.line(f"{found} = 1")
                with inner.loop(f"for {index} in range(D[{ray}], {reached}):"):
                    site = inner.let("site", f"D[{index}]", valid=True)
                    _passing(inner, clause, site, visit)

        with (
            inner.block(f"if 0 <= {start} < D[SITES] and 0 <= {end} < D[SITES]:"),
            inner.bound(from_=first, to=last),
        ):
            found = inner.let("found", "0")
            _if(inner, clause, "fromIncluded", lambda: visit(first))
            _if(inner, clause, "toIncluded", lambda: visit(last))
            ways.each_ray(inner, first, along)

    return Walked(walk)


def _passing(scope: Scope, clause: Clause, site: Expression, visit: Visit) -> None:
    condition = clause.get("condition")
    if condition is None:
        visit(site)
        return
    with scope.bound(between=site), scope.block(f"if {scope.boolean(condition)}:"):
        visit(site)
