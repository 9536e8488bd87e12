"""How many pieces there are: ``(count Pieces ..)``, ``(no Pieces ..)`` and ``(count ..)`` on sites."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.answer_functions import ask, is_limited_here, leave_beyond, limit_of, limited_to
from apts.engine.lowering.sites.owners import belongs_to, owned_sites
from apts.engine.lowering.sites.regions import FixedRegion, Region, combine
from apts.engine.lowering.sites.site_types import among_kind, sites_kind
from apts.language.tree import Clause, Text, Value, Word

_ARGUMENTS = "[on<SiteType>] [who<role> | of:<int>] [name<string>] [in:<region>]"


def named_pieces(scope: Scope, name: str) -> str:
    """A table with 1 for every component whose name contains the text (code of its start)."""
    pieces = scope.kernel.equipment.components
    return scope.kernel.table(("name holds", name), lambda: [0, *(int(name in piece.name) for piece in pieces)])


def _owner(clause: Clause) -> Value | None:
    of = clause.get("of")
    return clause.get("who") if of is None else of


@ludeme(
    f"(count Pieces {_ARGUMENTS} [if:condition<bool>])",
    result="int",
    documentation="How many pieces a player (or everybody) has, in hands too unless a region is given.",
)
def count_pieces(scope: Scope, clause: Clause) -> Expression:
    """The size of a set where that is enough, else a loop over the sites."""
    sites_kind(scope, clause)
    name = clause.get("name")
    if isinstance(name, Text) and name.value == "Bag":
        raise scope.kernel.unsupported(clause, "in a bag")
    limited = is_limited_here(scope)
    counted = getattr(scope.kernel.storage, "counted", False) or scope.kernel.storage.stacking
    if not counted and name is None and clause.get("condition") is None:
        limit_of(scope)  # the size of a set costs no more than a part of it
        return _places(scope, clause).size(scope)
    if not limited:
        return _sum(scope, clause, None)

    def write(inner: Scope) -> None:
        limit = limit_of(inner)
        inner.line(f"return {_sum(inner, clause, limit)}")

    return ask(scope, ("pieces", id(clause)), "pieces", write)


def _sum(scope: Scope, clause: Clause, limit: Expression | None) -> Expression:
    """Count one site after the other."""
    if scope.kernel.storage.stacking:
        return _in_stacks(scope, clause, limit)
    places = _places(scope, clause)
    total = scope.let("total", "0")
    with places.each(scope) as site, scope.bound(site=site):
        what = scope.kernel.storage.what(scope, site)
        with _counted(scope, clause, what):
            scope.line(f"{total} += {scope.kernel.storage.count(scope, site)}")
            leave_beyond(scope, limit, total)
    return total


@contextmanager
def _counted(scope: Scope, clause: Clause, what: Expression) -> Iterator[None]:
    """What is written inside runs only for a piece with the name, if one is given, that meets the condition."""
    name, condition = clause.get("name"), clause.get("condition")
    with ExitStack() as tests:
        if isinstance(name, Text):
            tests.enter_context(scope.block(f"if D[{named_pieces(scope, name.value)} + {what}] != 0:"))
        if condition is not None:
            tests.enter_context(scope.block(f"if {scope.boolean(condition)}:"))
        yield


def _places(scope: Scope, clause: Clause) -> Region:
    kind = sites_kind(scope, clause)
    owned = owned_sites(scope, _owner(clause) or Word("All"))
    owned = owned if kind is None else among_kind(scope, owned, kind, hands=kind == "Cell")
    region = clause.get("in")
    return owned if region is None else combine(scope.kernel, "intersect_set", [owned, scope.region(region)])


def _in_stacks(scope: Scope, clause: Clause, limit: Expression | None) -> Expression:
    storage, region = scope.kernel.storage, clause.get("in")
    everywhere: Region = FixedRegion(scope.kernel, range(scope.kernel.equipment.all_sites))
    kind = sites_kind(scope, clause)
    everywhere = everywhere if kind is None else among_kind(scope, everywhere, kind, hands=kind == "Cell")
    places = everywhere if region is None else scope.region(region)
    total = scope.let("total", "0")
    with places.each(scope) as site:
        level = Expression(scope.fresh("level"))
        with scope.loop(f"for {level} in range({storage.height(scope, site)}):"), scope.bound(site=site, level=level):
            what = scope.let("what", storage.what(scope, site, level))
            belongs = belongs_to(scope, _owner(clause), storage.owner(what))
            with scope.block(f"if {belongs}:"), _counted(scope, clause, what):
                scope.line(f"{total} += 1")
                leave_beyond(scope, limit, total)
    return total


@ludeme(
    f"(no Pieces {_ARGUMENTS})",
    result="bool",
    documentation="Whether a player (or everybody) has no pieces, in hands neither unless a region is given.",
)
def no_pieces(scope: Scope, clause: Clause) -> Expression:
    """An empty set, or a count of 0."""
    sites_kind(scope, clause)
    if scope.kernel.storage.stacking or clause.get("name") is not None:
        with limited_to(scope, Expression("0", fixed=0)):
            return Expression(f"({count_pieces(scope, clause)} == 0)")
    return _places(scope, clause).is_empty(scope)


@ludeme(
    "(count [on<SiteType>] [at:<int> | in:<region>])",
    result="int",
    documentation="How many pieces are on the site (by default the last move's) or on all sites of the region.",
    needs=["count"],
)
def count(scope: Scope, clause: Clause) -> Expression:
    """The count of a site, or the sum over a region."""
    sites_kind(scope, clause)
    region = clause.get("in")
    if region is None:
        site = scope.simple(scope.integer(clause.get("at"), f"{scope.state}[LAST_TO]"), "site")
        counted = scope.kernel.storage.count(scope, site)
        if clause.get("on") is None and scope.kernel.board.site_type != "Cell":
            # Hands are cells: on a board of another type they must be asked for as such.
            return Expression(f"({counted} if {site} < D[SITES] else 0)")
        return counted
    total = scope.let("total", "0")
    with scope.region(region).each(scope) as site:
        scope.line(f"{total} += {scope.kernel.storage.count(scope, site)}")
    return total
