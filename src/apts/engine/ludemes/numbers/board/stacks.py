"""Questions about stacks: ``(count Stack ..)`` and the last levels."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.answer_functions import ask
from apts.engine.lowering.sites.site_types import sites_kind
from apts.language.tree import Clause, Word


@ludeme(
    "(count Stack [order<StackDirection>] [on<SiteType>] [at:<int> | to:<region>] [if:condition<bool>] [stop:<bool>])",
    result="int",
    documentation="How many pieces of a stack meet a condition, up to the level at which the other condition stops.",
    needs=["stacking"],
)
def count_stack(scope: Scope, clause: Clause) -> Expression:
    """A function that walks through the levels with ``to`` and ``level`` set."""
    sites_kind(scope, clause)
    order, region, stop = clause.get("order"), clause.get("to"), clause.get("stop")
    falling = isinstance(order, Word) and order.name == "FromTop"

    def write(inner: Scope) -> None:
        total = inner.let("total", "0")
        if region is None:
            site = inner.let("site", inner.integer(clause.get("at"), f"{inner.state}[LAST_TO]"))
            _levels(inner, clause, site, total, falling=falling)
        else:
            if stop is not None:
                raise inner.kernel.unsupported(clause, "of a region with stop:")
            with inner.region(region).each(inner) as site:
                _levels(inner, clause, site, total, falling=falling)
        inner.line(f"return {total}")

    return ask(scope, ("count stack", id(clause)), "count_stack", write)


def _levels(scope: Scope, clause: Clause, site: Expression, total: Expression, *, falling: bool) -> None:
    height = scope.let("height", scope.kernel.storage.height(scope, site))
    level = Expression(scope.fresh("level"))
    levels = f"range({height} - 1, -1, -1)" if falling else f"range({height})"
    with scope.loop(f"for {level} in {levels}:"), scope.bound(to=site, level=level):
        with scope.block(f"if {scope.boolean(clause.get('condition'))}:"):
            scope.line(f"{total} += 1")
        if clause.get("stop") is not None:
            with scope.block(f"if {scope.boolean(clause.get('stop'))}:"):
                scope.line(f"return {total}")
