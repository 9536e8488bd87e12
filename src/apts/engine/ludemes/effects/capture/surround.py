"""``(surround ..)``: capture of single pieces with all their neighbours."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import Sink
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.captures import condition, hit, start_site
from apts.engine.lowering.move_blocks import component_choices
from apts.engine.lowering.sites.directions import WordDirections
from apts.language.tree import Clause, Word


@ludeme(
    "(surround [start<from>] [relation<Relation>] [between<between>] [to<to>] [except:<int>] [with:<what>] "
    "[then<then>])",
    result="moves",
    documentation="Hit each neighbouring enemy whose other neighbours are all friends, up to a number of exceptions.",
    idle="then",
)
def surround(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Look at each neighbour of the site and count which of its neighbours fail; ``then`` has no effect here."""
    between, to, relation = (clause.get(slot) for slot in ("between", "to", "relation"))
    around = WordDirections(scope.kernel, (relation.name if isinstance(relation, Word) else "Adjacent",))
    allowed = scope.let("allowed", scope.integer(clause.get("except"), "0"))
    ally = clause.get("with")
    partner = scope.let("partner", component_choices(scope, ally)[0].component) if ally is not None else None
    start = Expression(start_site(scope, clause.get("start"), scope.register("from")), valid=True)

    def victim(site: Expression) -> None:
        with scope.bound(between=site), scope.block(f"if {condition(scope, between, site, enemy=True)}:"):
            gaps = scope.let("gaps", "0")
            helped = scope.let("helped", "1" if partner is None else "0")

            def neighbour(other: Expression) -> None:
                if partner is not None:
                    with scope.block(f"if {scope.kernel.storage.what(scope, other)} == {partner}:"):
                        scope.line(f"{helped} = 1")
                with scope.block(f"if {other} != {start}:"), scope.bound(to=other):
                    friend = condition(scope, to, other, enemy=False)
                    with scope.block(f"if not {friend}:"):
                        scope.line(f"{gaps} += 1")

            around.each_step(scope, site, neighbour)
            with scope.block(f"if {gaps} <= {allowed} and {helped} != 0:"):
                hit(scope, clause, between, "between", sink)

    with scope.block(f"if 0 <= {start} < D[SITES]:"):
        around.each_step(scope, start, victim)
