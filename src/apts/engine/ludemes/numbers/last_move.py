"""The last move: last To, last From, was Pass, all Passed."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.sites.regions import FixedRegion, Region, SetRegion, SingleSite, combine
from apts.engine.lowering.sites.site_types import geometry_kind
from apts.language.tree import Clause, Literal


def _needs(clause: Clause) -> list[str]:
    after = clause.get("afterConsequence")
    return ["last location"] if after is not None and not (isinstance(after, Literal) and not after.value) else []


@ludeme(
    "(last To [afterConsequence:<bool>])",
    result="int",
    documentation="The site the last move went to; with afterConsequence:True the site of its last action.",
    needs=_needs,
)
def last_to(scope: Scope, clause: Clause) -> Expression:
    """A word of the position."""
    after = scope.flag(clause, "afterConsequence")
    return Expression(f"{scope.state}[{'LAST_LOCATION' if after else 'LAST_TO'}]")


@ludeme(
    "(last From [afterConsequence:<bool>])",
    result="int",
    documentation="The site the last move came from; with afterConsequence:True the site that its last action came from.",
    needs=lambda clause: ["last origin"] if _needs(clause) else [],
)
def last_from(scope: Scope, clause: Clause) -> Expression:
    """A word of the position."""
    if scope.flag(clause, "afterConsequence"):
        return Expression(f"{scope.state}[{scope.kernel.field('last origin', 'one', hashed=False)}]")
    return Expression(f"{scope.state}[LAST_FROM]")


@ludeme(
    "(last LevelFrom)",
    result="int",
    documentation="The level of the stack that the last move took its piece from.",
    needs=["stacking", "last level"],
)
@ludeme(
    "(last LevelTo)",
    result="int",
    documentation="The level that the last move named for its target: the one of a piece selected, else 0.",
    needs=["stacking", "last level"],
)
def last_level(scope: Scope, clause: Clause) -> Expression:
    """A word of the position; a piece that moves onto a stack names no level, wherever it lands."""
    place = scope.kernel.field("last level", "one", times=2)
    return Expression(f"{scope.state}[{place} + {1 if clause.signature.mode == 'LevelTo' else 0}]")


@ludeme("(is LastTo on<SiteType>)", result="bool", documentation="Whether the last move went to a site of that kind.")
@ludeme(
    "(is LastFrom on<SiteType>)", result="bool", documentation="Whether the last move came from a site of that kind."
)
def is_last_kind(scope: Scope, clause: Clause) -> Expression:
    """Hands and dice are cells."""
    kind, equipment = geometry_kind(scope, clause), scope.kernel.equipment
    site = f"{scope.state}[{'LAST_TO' if clause.signature.mode == 'LastTo' else 'LAST_FROM'}]"
    numbers = equipment.board.numbers(kind)
    first, last = scope.kernel.number(numbers.start), scope.kernel.number(numbers.stop)
    beside = f" or {site} >= D[SITES]" if kind == "Cell" else ""
    return Expression(f"({first} <= {site} < {last}{beside})")


@ludeme(
    "(sites LastTo)",
    result="region",
    documentation="All sites that something went to in the last move.",
    needs=["last places"],
)
@ludeme(
    "(sites LastFrom)",
    result="region",
    documentation="All sites that something came from in the last move.",
    needs=["last places"],
)
def last_places(scope: Scope, clause: Clause) -> Region:
    """The sites of its actions, and its own."""
    way = "to" if clause.signature.mode == "LastTo" else "from"
    kernel, own = scope.kernel, f"{scope.state}[LAST_{way.upper()}]"
    place = kernel.field(f"last places {way}", "set", hashed=False)
    board = FixedRegion(kernel, kernel.board.numbers())
    actions = combine(kernel, "intersect_set", [SetRegion(scope.state, place), board])
    return combine(kernel, "unite_set", [actions, SingleSite(scope.let("site", own))])


@ludeme(
    "(last Between)",
    result="region",
    documentation="The sites that the last move passed: what it hopped over, slid or shot across.",
    needs=["last between"],
)
def last_between(scope: Scope, clause: Clause) -> Region:  # noqa: ARG001
    """A set of the position."""
    return SetRegion(scope.state, scope.kernel.field("last between", "set", hashed=False))


@ludeme("(was Pass)", result="bool", documentation="Whether the last move was a pass.")
def was_pass(scope: Scope, clause: Clause) -> Expression:  # noqa: ARG001
    """A word of the position."""
    return Expression(f"({scope.state}[LAST_PASS] != 0)")


@ludeme(
    "(all Passed)",
    result="bool",
    documentation="Whether everybody's last turn was a pass. A game that asks this is not drawn by passing alone.",
    needs=["no pass draw"],
)
def all_passed(scope: Scope, clause: Clause) -> Expression:  # noqa: ARG001
    """As many passes in a row as there are players."""
    return Expression(f"({scope.state}[PASSES] >= D[PLAYERS])")
