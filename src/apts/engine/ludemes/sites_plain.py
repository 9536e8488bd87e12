"""``(sites Board)``, ``(forEach region if:..)`` and other plain regions."""

from __future__ import annotations

from apts.engine.expression import Expression
from apts.engine.ludeme import ludeme
from apts.engine.regions import Filtered, FixedRegion, Region
from apts.engine.scope import Scope
from apts.language.tree import Clause


@ludeme("(sites Board [on<SiteType>])", result="region", documentation="All sites of the board.")
def board(scope: Scope, clause: Clause) -> Region:  # noqa: ARG001
    """Every number of the board's own site type."""
    return FixedRegion(scope.kernel, range(scope.kernel.equipment.sites))


@ludeme(
    "(forEach region<region> if:condition<bool>)",
    result="region",
    documentation="The sites of a region for which a condition on the site holds.",
)
def where(scope: Scope, clause: Clause) -> Region:
    """A filter with the ``site`` register set."""

    def test(inner: Scope, site: Expression) -> Expression:
        with inner.bound(site=site):
            return inner.boolean(clause.get("condition"))

    region = clause.get("region")
    assert region is not None
    return Filtered(scope.region(region), test)
