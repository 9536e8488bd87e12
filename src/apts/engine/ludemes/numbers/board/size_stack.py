"""Heights of stacks."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause


@ludeme(
    "(size Stack [on<SiteType>] [at:<int> | in:<region>])",
    result="int",
    documentation="How many pieces are stacked on the site, by default on the last move's.",
    needs=["stacking"],
)
def size_stack(scope: Scope, clause: Clause) -> Expression:
    """The height, or the sum of heights of a region."""
    region = clause.get("in")
    if region is None:
        site = scope.integer(clause.get("at"), f"{scope.state}[LAST_TO]")
        return scope.kernel.storage.height(scope, site)
    total = scope.let("total", "0")
    with scope.region(region).each(scope) as site:
        scope.line(f"{total} += {scope.kernel.storage.height(scope, site)}")
    return total
