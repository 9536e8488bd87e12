"""``(custodial ..)``: capture by flanking a row of pieces."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.captures import condition, hit, last_target, start_site
from apts.engine.lowering.move_blocks import range_bounds
from apts.engine.lowering.sites.directions import directions
from apts.language.tree import Clause


@ludeme(
    "(custodial [start<from>] [directions<direction>] [between<between>] [to<to>] [then<then>])",
    result="moves",
    documentation="Hit every row of enemies that lies between the site and a friend.",
)
def custodial(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Follow each ray over sites that can be hit; if the next one closes the row, its sites are hit."""
    sink = with_then(sink, clause.get("then"))
    between, to = clause.get("between"), clause.get("to")
    low, high = range_bounds(scope, between.get("range") if isinstance(between, Clause) else None, "0", "1000")

    def along(ray: Expression) -> None:
        first = scope.let("first", f"D[{ray}]")
        end = scope.let("end", f"D[{ray} + 1]")
        last = scope.let("last", f"min({end}, {first} + {high})")
        place = scope.let("at", first)
        with scope.loop(f"while {place} < {last}:"):
            site = scope.let("site", f"D[{place}]", valid=True)
            with scope.bound(between=site), scope.block(f"if not {condition(scope, between, site, enemy=True)}:"):
                scope.line("break")
            scope.line(f"{place} += 1")
        # A row of at most one must be closed by a site; longer ones ask the condition about the edge, too.
        closed = f"({place} < {end} or {high} != 1)"
        with scope.block(f"if {place} > {first} and {place} - {first} >= {low} and {closed}:"):
            closing = scope.let("closing", f"D[{place}] if {place} < {end} else -1")
            with scope.bound(to=closing):
                flanked = condition(scope, to, closing, enemy=False)
            with scope.block(f"if {flanked}:"):
                index = scope.fresh("i")
                with scope.loop(f"for {index} in range({first}, {place}):"):
                    victim = scope.let("victim", f"D[{index}]", valid=True)
                    with scope.bound(between=victim):
                        hit(scope, clause, between, "between", sink)

    start = start_site(scope, clause.get("start"), last_target(scope))
    with scope.block(f"if 0 <= {start} < D[SITES]:"):
        directions(scope, clause.get("directions")).each_ray(scope, Expression(start, valid=True), along)
