"""``(enclose ..)``: capture of groups without an empty neighbour."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.captures import condition, hit, last_target, start_site
from apts.engine.lowering.sites.directions import Directions, directions
from apts.engine.lowering.sites.regions import SetRegion
from apts.engine.lowering.sites.site_types import geometry_kind
from apts.language.tree import Clause


@ludeme(
    "(enclose [on<SiteType>] [start<from>] [directions<direction>] [between<between>] [numException:<int>] "
    "[then<then>])",
    result="moves",
    documentation="Hit each group of enemies next to the site that has no empty neighbour, with so many exceptions.",
)
def enclose(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Flood the group of each neighbour that can be hit, until an empty neighbour shows that it is free.

    Empty sites count as sites that can be hit as long as exceptions are left.
    """
    geometry_kind(scope, clause)
    between = clause.get("between")
    written = between.get("condition") if isinstance(between, Clause) else None
    if isinstance(written, Clause) and any(part.name == "is Empty" for part in written.clauses()):
        raise scope.kernel.unsupported(clause, "of empty sites")
    sink = with_then(sink, clause.get("then"))
    exceptions = clause.get("numException") is not None
    group, seen = scope.let("group", scope.temporary_set()), scope.let("seen", scope.temporary_set())
    allowed = scope.let("allowed", scope.integer(clause.get("numException"), "0"))
    start = Expression(start_site(scope, clause.get("start"), last_target(scope)), valid=True)

    def neighbour(site: Expression) -> None:
        with scope.block(f"if has_site(D, W, {seen}, {site}):"):
            scope.line("continue")
        left = allowed
        if exceptions:
            empty = scope.kernel.storage.is_empty(scope, site)
            left = scope.let("left", f"{allowed} - 1 if {empty} else {allowed}")
            with scope.block(f"if {left} < 0:"):
                scope.line("continue")
        with scope.bound(between=site):
            target = condition(scope, between, site, enemy=True)
            with scope.block(f"if not {target}" + (f" and {left} == {allowed}:" if exceptions else ":")):
                scope.line("continue")
        flood = _flood_function(scope, clause, way)
        found = scope.call(flood, group, seen, site, left, *scope.registers.values())
        with scope.block(f"if {found} != 0:"), SetRegion("W", group).each(scope) as victim, scope.bound(between=victim):
            hit(scope, clause, between, "between", sink)

    with scope.block(f"if 0 <= {start} < D[SITES] and not {scope.kernel.storage.is_empty(scope, start)}:"):
        scope.line(f"clear_set(W, {seen}, D[SET_WORDS])")
        way = directions(scope, clause.get("directions"))
        way.each_step(scope, start, neighbour)


def _flood_function(scope: Scope, clause: Clause, way: Directions) -> str:
    """The function that collects the group of a site: 1 when it is enclosed, 0 as soon as it has too many liberties.

    An empty site that is allowed becomes part of the group, so what lies behind it counts as well.

    The sites still to be looked at lie on top of the queue of actions, which is as long as before when it returns.
    """
    between = clause.get("between")
    exceptions = clause.get("numException") is not None

    def write(inner: Scope) -> None:
        inner.line("clear_set(W, group, D[SET_WORDS])")
        inner.line("put_site(D, W, group, first)")
        inner.line("put_site(D, W, seen, first)")
        inner.line("bottom = W[QUEUE_TOP]")
        inner.line("W[bottom] = first")
        inner.line("top = bottom + 1")
        with inner.block("while top > bottom:"):
            inner.line("top -= 1")
            here = Expression("here", valid=True)
            inner.line("here = W[top]")

            def neighbour(site: Expression) -> None:
                with inner.block(f"if not has_site(D, W, group, {site}):"):
                    with inner.block(f"if {inner.kernel.storage.is_empty(inner, site)}:"):
                        if exceptions:
                            inner.line("allowed -= 1")
                            with inner.block("if allowed < 0:"):
                                inner.line("return 0")
                        else:
                            inner.line("return 0")
                    with inner.block("else:"), inner.bound(between=site):
                        target = condition(inner, between, site, enemy=True)
                        with inner.block(f"if not {target}:"):
                            inner.line("continue")
                    inner.line(f"put_site(D, W, group, {site})")
                    inner.line(f"put_site(D, W, seen, {site})")
                    inner.line(f"W[top] = {site}")
                    inner.line("top += 1")

            way.each_step(inner, here, neighbour)
        inner.line("return 1")

    parameters = ("group", "seen", "first", "allowed")
    return scope.kernel.function(("flood", id(clause)), "enclosed", write, scope.registers, parameters)
