"""``(directional ..)``: capture of the row of pieces ahead."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import Sink
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.captures import condition, hit, last_target, start_site
from apts.engine.lowering.sites.directions import directions
from apts.language.tree import Clause


@ludeme(
    "(directional [start<from>] directions<direction> [to<to>] [then<then>])",
    result="moves",
    documentation="Hit the unbroken row of enemies that begins next to the site in a direction.",
    idle="then",
)
def directional(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Follow each ray as long as the condition holds; ``then`` has no effect here."""
    to = clause.get("to")

    def along(ray: Expression) -> None:
        index = scope.fresh("i")
        with scope.loop(f"for {index} in range(D[{ray}], D[{ray} + 1]):"):
            site = scope.let("site", f"D[{index}]", valid=True)
            with scope.bound(to=site):
                with scope.block(f"if not {condition(scope, to, site, enemy=True)}:"):
                    scope.line("break")
                hit(scope, clause, to, "to", sink)

    start = start_site(scope, clause.get("start"), last_target(scope))
    with scope.block(f"if 0 <= {start} < D[SITES]:"):
        directions(scope, clause.get("directions")).each_ray(scope, Expression(start, valid=True), along)
