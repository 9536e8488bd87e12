"""What sites cost: ``(set Cost ..)`` at the start and ``(cost ..)``."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.compiler.storage.piece_storage import guarded
from apts.engine.lowering.sites.site_types import sites_kind, written_region, written_site
from apts.language.tree import Clause


def _place(scope: Scope) -> str:
    return scope.kernel.field("cost", "site", hashed=False)


@ludeme(
    "(set Cost number<int> [on<SiteType>] (at:<int> | to:<region>))",
    result="startrule",
    documentation="What a site, or every site of a region, costs; others cost nothing.",
)
def set_cost(scope: Scope, clause: Clause) -> None:
    """A word for each site."""
    kind, at = sites_kind(scope, clause), clause.get("at")
    where = clause.get("to") if at is None else at
    assert where is not None
    cost = scope.simple(scope.integer(clause.get("number")), "cost")
    with written_region(scope, kind, where).each(scope) as site, scope.block(f"if 0 <= {site} < D[ALL_SITES]:"):
        scope.line(f"{scope.state}[{_place(scope)} + {site}] = {cost}")


@ludeme(
    "(cost [on<SiteType>] (at:<int> | in:<region>))",
    result="int",
    documentation="What a site costs, or all sites of a region together.",
)
def cost(scope: Scope, clause: Clause) -> Expression:
    """The word of the site, or a sum."""
    kind, region = sites_kind(scope, clause), clause.get("in")
    if region is None:
        site = scope.simple(written_site(scope, kind, clause.get("at")), "site")
        return guarded(site, f"{scope.state}[{_place(scope)} + {site}]")
    total = scope.let("total", "0")
    with written_region(scope, kind, region).each(scope) as site:
        scope.line(f"{total} += {scope.state}[{_place(scope)} + {site}]")
    return total
