"""The neighbourhood of sites: ``(sites Around ..)`` and ``(expand ..)``."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.sites.directions import WordDirections
from apts.engine.lowering.sites.owners import owner_test
from apts.engine.lowering.sites.regions import Filtered, FixedRegion, Listed, Place, Region, SetRegion, SingleSite
from apts.engine.lowering.sites.site_types import geometry_kind, written_region
from apts.language.tree import Clause, Word

Visit = Callable[[Expression], None]


def _direction(clause: Clause, slot: str = "direction") -> str:
    word = clause.get(slot)
    return word.name if isinstance(word, Word) else "Adjacent"


@ludeme(
    "(sites Around [on<SiteType>] where<int|region> [kind<DynamicRegion>] [distance:<int>] "
    "[direction<AbsoluteDirection>] [if:condition<bool>] [includeSelf:<bool>])",
    result="region",
    documentation="The sites one step, or so many steps straight on, from a site or from any site of a region.",
)
def around(scope: Scope, clause: Clause) -> Region:
    """The steps of every origin; origins themselves are left out unless asked for."""
    kind, where = geometry_kind(scope, clause), clause.get("where")
    assert where is not None
    origins = written_region(scope, kind, where)
    plain = clause.get("kind") is None and clause.get("condition") is None
    if plain and origins.fixed is not None and clause.get("distance") is None:
        steps = scope.kernel.board.steps(_direction(clause))
        found = {site for origin in origins.fixed if origin < len(steps) for site in steps[origin]}
        own = scope.flag(clause, "includeSelf")
        return FixedRegion(scope.kernel, found | origins.fixed if own else found - origins.fixed)
    alone = isinstance(origins, SingleSite) and clause.get("distance") is None and not scope.flag(clause, "includeSelf")
    if isinstance(origins, SingleSite) and alone:
        return _around_one(scope, clause, origins.site)
    return _Around(clause, origins)


def _fits(scope: Scope, clause: Clause, origin: Expression, site: Expression) -> str | None:
    """The condition for a neighbour to be in the region, with ``from`` and ``to`` set; None when there is none."""
    condition, kind = clause.get("condition"), clause.get("kind")
    tests: list[str] = []
    with scope.bound(from_=origin, to=site):
        if isinstance(kind, Word):
            tests.append(of_kind(scope, kind.name, site))
        if condition is not None:
            tests.append(scope.boolean(condition))
    return " and ".join(tests) or None


def _around_one(scope: Scope, clause: Clause, origin: Expression) -> Region:
    """The neighbours of a single site: a list of the data for each site, or those of them that meet a condition."""
    kernel, word = scope.kernel, _direction(clause)
    lists = kernel.lists(("around", word), lambda: [*(sorted(set(near)) for near in kernel.board.steps(word)), []])
    neighbours = Listed(scope, lists, origin)
    if clause.get("condition") is None and clause.get("kind") is None:
        return neighbours
    return Filtered(neighbours, lambda inner, site: Expression(_fits(inner, clause, neighbours.origin, site) or "True"))


class _Around(Region):
    def __init__(self, clause: Clause, origins: Region):
        self.clause, self.origins = clause, origins

    def stored(self, scope: Scope) -> Place:
        """Collect the steps, then add or take out the origins."""
        array, base = self.origins.stored(scope)
        target = scope.temporary_set()
        scope.line(f"clear_set(W, {target}, D[SET_WORDS])")
        with SetRegion(array, base).each(scope) as origin:
            self._around(scope, origin, lambda site: scope.line(f"put_site(D, W, {target}, {site})"))
        operation = "unite_set" if scope.flag(self.clause, "includeSelf") else "subtract_set"
        scope.line(f"{operation}(W, {target}, {array}, {base}, D[SET_WORDS])")
        return "W", target

    def each(self, scope: Scope) -> AbstractContextManager[Expression]:
        """Collect, then walk."""
        array, base = self.stored(scope)
        return SetRegion(array, base).each(scope)

    def _around(self, scope: Scope, origin: Expression, put: Visit) -> None:
        def visit(site: Expression) -> None:
            with scope.block(f"if {_fits(scope, self.clause, origin, site) or True}:"):
                put(site)

        ways = WordDirections(scope.kernel, (_direction(self.clause),))
        distance = self.clause.get("distance")
        if distance is None:
            ways.each_step(scope, origin, visit)
            return
        far = scope.simple(scope.integer(distance), "distance")

        def along(ray: Expression) -> None:
            with scope.block(f"if 0 <= {far} <= D[{ray} + 1] - D[{ray}]:"):
                visit(scope.let("site", f"D[D[{ray}] + {far} - 1] if {far} > 0 else {origin}", valid=True))

        ways.each_ray(scope, origin, along)


def of_kind(scope: Scope, kind: str, site: Expression) -> Expression:
    """Whether a site is empty or holds a piece of the mover, of an enemy and so on."""
    storage = scope.kernel.storage
    if kind == "Empty":
        return storage.is_empty(scope, site)
    if kind == "NotEmpty":
        return Expression(f"not {storage.is_empty(scope, site)}")
    what = scope.let("what", storage.what(scope, site))
    owner = scope.let("owner", storage.owner(what))
    enemy = owner_test("Enemy")(scope, owner)
    own = f"({owner} == {scope.role('Mover')} or {owner} == D[PLAYERS] + 1)"
    if kind == "NotEnemy":  # among teams the reference takes the enemies here, and games rely on what it does
        test = f"({enemy} or {owner} == D[PLAYERS] + 1)" if scope.kernel.has("teams") else own
    else:
        test = {"Own": own, "Enemy": enemy, "NotOwn": f"not {own}"}[kind]
    return Expression(f"({what} != 0 and {test})")


@ludeme(
    "(expand [container<int|string>] (region<region> | origin:<int>) [steps:<int>] [direction<AbsoluteDirection>] "
    "[on<SiteType>])",
    result="region",
    documentation="A region with its neighbours, and theirs, for so many steps.",
)
def expand(scope: Scope, clause: Clause) -> Region:
    """Worked out at once when region and steps are fixed."""
    geometry_kind(scope, clause)
    if clause.get("container") is not None:
        raise scope.kernel.unsupported(clause, "in another container")
    region, origin = clause.get("region"), clause.get("origin")
    start = region if region is not None else origin
    assert start is not None
    source = scope.region(start)
    steps = scope.integer(clause.get("steps"), Expression("1", fixed=1))
    way = _direction(clause)
    if source.fixed is None or steps.fixed is None:
        return _Expanded(source, scope.simple(steps, "steps"), way)
    ways = scope.kernel.board.steps(way)
    found = set(source.fixed)
    edge = set(found)
    for _ in range(steps.fixed):
        edge = {site for place in edge if place < len(ways) for site in ways[place]} - found
        if not edge:
            break
        found |= edge
    return FixedRegion(scope.kernel, found)


class _Expanded(Region):
    def __init__(self, start: Region, steps: Expression, way: str):
        self.start, self.steps, self.way = start, steps, way

    def stored(self, scope: Scope) -> Place:
        """Add the neighbours of the sites that were added last, step by step."""
        target = self.start.copied(scope)
        before = scope.temporary_set()
        counter = scope.fresh("step")
        with scope.loop(f"for {counter} in range({self._useful(scope)}):"):
            scope.line(f"copy_set(W, {before}, W, {target}, D[SET_WORDS])")
            with SetRegion("W", before).each(scope) as site:
                WordDirections(scope.kernel, (self.way,)).each_step(
                    scope, site, lambda found: scope.line(f"put_site(D, W, {target}, {found})")
                )
        return "W", target

    def _useful(self, scope: Scope) -> str:
        """The steps that can add anything: with one for each site all are reached."""
        most = len(scope.kernel.board.steps(self.way))
        if self.steps.fixed is not None:
            return str(min(self.steps.fixed, most))
        return f"{self.steps} if {self.steps} < {most} else {most}"

    def each(self, scope: Scope) -> AbstractContextManager[Expression]:
        """Expand, then walk."""
        array, base = self.stored(scope)
        return SetRegion(array, base).each(scope)
