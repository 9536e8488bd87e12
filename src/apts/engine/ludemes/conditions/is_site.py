"""Questions about sites: empty, occupied, in a region, full, within, pending, visited."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import feature, ludeme
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.registers_read import register_for_left_out
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.arrays import int_array
from apts.engine.lowering.sites.regions import NumberSet, Region
from apts.engine.lowering.sites.site_types import among_kind, sites_kind, written_site
from apts.language.tree import Clause


@ludeme("(is Empty [on<SiteType>] site<int>)", result="bool", documentation="Whether an existing site is empty.")
def is_empty(scope: Scope, clause: Clause) -> Expression:
    """Nothing stands there."""
    site = written_site(scope, sites_kind(scope, clause), clause.get("site"))
    return scope.kernel.storage.is_empty(scope, site)


@ludeme("(is Occupied [on<SiteType>] site<int>)", result="bool", documentation="Whether something stands on the site.")
def is_occupied(scope: Scope, clause: Clause) -> Expression:
    """Something stands there; a site that does not exist is neither empty nor occupied."""
    site = written_site(scope, sites_kind(scope, clause), clause.get("site"))
    return Expression(f"({scope.kernel.storage.height(scope, site)} != 0)")


def member(scope: Scope, region: Region, site: Expression) -> Expression:
    """Whether a number, which need not be a site, belongs to a region."""
    if region.fixed is not None and any(number >= scope.kernel.equipment.all_sites for number in region.fixed):
        raise scope.kernel.unsupported(scope.kernel.rules, "a region with numbers that are no sites")
    if site.valid or isinstance(region, NumberSet):
        return region.contains(scope, site)
    site = scope.simple(site, "site")
    return Expression(f"({site} < D[ALL_SITES] and {region.contains(scope, site)})")


@ludeme(
    "(is In [site<int> | sites<{int}>] (region<region> | array<array>))",
    result="bool",
    documentation="Whether the site, or each of several, is in the region or the number in the array.",
)
def is_in(scope: Scope, clause: Clause) -> Expression:
    """Ask the region; several sites must all be in it."""
    several = clause.get("sites")
    numbers = as_tuple(several) if several is not None else (clause.get("site"),)
    sites = [
        register_for_left_out(scope, clause, "to") if number is None else scope.integer(number) for number in numbers
    ]
    array, region = clause.get("array"), clause.get("region")
    if array is not None:
        listed = int_array(scope, array)
        tests = [listed.contains(scope, site) for site in sites]
    else:
        assert region is not None
        place = scope.region(region)
        tests = [member(scope, place, site) for site in sites]
    return tests[0] if len(tests) == 1 else Expression("(" + " and ".join(tests or ["True"]) + ")")


@ludeme("(is Full)", result="bool", documentation="Whether no site of the board is empty.")
def is_full(scope: Scope, clause: Clause) -> Expression:  # noqa: ARG001
    """The set of empty sites has no member."""
    return among_kind(scope, scope.kernel.storage.empty(scope), None).is_empty(scope)


@ludeme(
    "(is Within what<int> [on<SiteType>] [at:<int> | in:<region>])",
    result="bool",
    documentation="Whether the piece of that number stands on the site, or on some site of the region.",
)
def is_within(scope: Scope, clause: Clause) -> Expression:
    """Compare the pieces."""
    sites_kind(scope, clause)
    component = scope.simple(scope.integer(clause.get("what")), "what")
    region = clause.get("in")
    if region is None:
        site = scope.integer(clause.get("at"), f"{scope.state}[LAST_TO]")
        if not scope.kernel.storage.stacking:
            return Expression(f"({component} > 0 and {scope.kernel.storage.what(scope, site)} == {component})")
        found = scope.let("found", "False")
        _note_piece(scope, scope.simple(site, "site"), component, found)
        return found
    found = scope.let("found", "False")
    with scope.region(region).each(scope) as site:
        _note_piece(scope, site, component, found)
    return found


def _note_piece(scope: Scope, site: Expression, component: Expression, found: Expression) -> None:
    storage = scope.kernel.storage
    if not storage.stacking:
        with scope.block(f"if {component} > 0 and {storage.what(scope, site)} == {component}:"):
            scope.line(f"{found} = True")
        return
    level = Expression(scope.fresh("level"))
    with scope.loop(f"for {level} in range({storage.height(scope, site)}):"):
        scope.line(f"{found} = {found} or {storage.what(scope, site, level)} == {component}")


@ludeme(
    "(is Pending)", result="bool", documentation="Whether anything is pending since the last move.", needs=["pending"]
)
def is_pending(scope: Scope, clause: Clause) -> Expression:  # noqa: ARG001
    """The set of pending values has a member."""
    scope.reads("pending")
    place = scope.kernel.field("pending", "set")
    return Expression(f"(not no_site({scope.state}, {place}, D[SET_WORDS]))")


@ludeme(
    "(value Pending)",
    result="int",
    documentation="The pending value; 0 when there is none or more than one.",
    needs=["pending"],
)
def value_pending(scope: Scope, clause: Clause) -> Expression:  # noqa: ARG001
    """The only member of the set."""
    scope.reads("pending")
    return Expression(f"only_site({scope.state}, {scope.kernel.field('pending', 'set')}, D[SET_WORDS])")


@feature("visited")
def visited(kernel: Kernel) -> None:
    """Keep the origins and targets of the moves of a turn, the one under way included; a new turn begins with none."""
    place = kernel.field("visited", "set", hashed=False)

    def visit(scope: Scope) -> None:
        scope.line(f"put_site(D, S, {place}, S[LAST_FROM])")
        scope.line(f"put_site(D, S, {place}, S[LAST_TO])")

    def leave(scope: Scope) -> None:
        with scope.block("if S[NEXT] != S[MOVER]:"):
            scope.line(f"clear_set(S, {place}, D[SET_WORDS])")

    kernel.hook("note move", visit)
    kernel.hook("advance", leave)


@ludeme(
    "(is Visited site<int>)",
    result="bool",
    documentation="Whether an earlier move of this turn came from the site or went to it.",
    needs=["visited"],
)
def is_visited(scope: Scope, clause: Clause) -> Expression:
    """A member of the set that is kept."""
    site = scope.simple(scope.integer(clause.get("site")), "site")
    place = scope.kernel.field("visited", "set", hashed=False)
    return Expression(f"({site} < D[ALL_SITES] and has_site(D, {scope.state}, {place}, {site}))")
