"""``(sites Start ..)``: where a piece stood when the match began."""

from __future__ import annotations

from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import feature, ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.move_blocks import component_choices
from apts.engine.lowering.sites.regions import FixedRegion, Region, SetRegion, combine
from apts.language.tree import Clause


@feature("start sites")
def start_sites(kernel: Kernel) -> None:
    """A set of board sites for each component, taken when all start rules have been carried out."""
    place = kernel.field("start sets", "component set", hashed=False)

    def record(scope: Scope) -> None:
        with FixedRegion(kernel, kernel.board.numbers()).each(scope) as site:
            what = kernel.storage.what(scope, site)
            scope.line(f"put_site(D, S, {place} + {what} * D[SET_WORDS], {site})")

    kernel.hook("started", record)


@ludeme(
    "(sites Start what<what>)",
    result="region",
    documentation="The sites of the board that held this piece after the start rules.",
    needs=["start sites"],
)
def at_start(scope: Scope, clause: Clause) -> Region:
    """The set recorded for the component."""
    place = scope.kernel.field("start sets", "component set", hashed=False)
    regions: list[Region] = []
    for choice in component_choices(scope, clause.get("what")):
        component = scope.let("component", f"max({choice.component}, 0)")
        regions.append(SetRegion(scope.state, f"{place} + {component} * D[SET_WORDS]"))
    return combine(scope.kernel, "unite_set", regions)
