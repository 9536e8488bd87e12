"""Groups of pieces and empty areas: liberties, sizes, territories, numbers of groups."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.answer_functions import ask, leave_beyond, limit_of
from apts.engine.lowering.arrays import IntArray, WalkedArray
from apts.engine.lowering.sites.directions import directions
from apts.engine.lowering.sites.groups import Flood, Test, cleared_set, each_group
from apts.engine.lowering.sites.owners import belongs_to
from apts.engine.lowering.sites.site_types import geometry_kind, sites_of_kind, written_site
from apts.engine.lowering.sites.visibility import is_covered, is_joined_visibly
from apts.language.tree import Clause


def _condition(scope: Scope, clause: Clause, start: Expression) -> Test:
    """The test for the group around a site: the condition given, else the same component."""
    condition = clause.get("condition")
    if condition is None:
        wanted = scope.let("what", scope.kernel.storage.what(scope, start))
        return lambda inner, site: Expression(f"({inner.kernel.storage.what(inner, site)} == {wanted})")
    return _given(clause)


def _given(clause: Clause) -> Test:
    def test(inner: Scope, site: Expression) -> Expression:
        with inner.bound(to=site):
            return inner.boolean(clause.get("condition"))

    return test


def _seen(test: Test) -> Test:
    """The test for what nothing lies straight above of."""
    return lambda inner, site: Expression(f"(not {is_covered(inner, site)} and {test(inner, site)})")


def _start(scope: Scope, clause: Clause) -> Expression:
    """The site the group is around; the function answers 0 when it is not on the board."""
    at = written_site(scope, geometry_kind(scope, clause), clause.get("at"), f"{scope.state}[LAST_TO]")
    start = scope.let("start", at, valid=True)
    with scope.block(f"if {start} < 0 or {start} >= D[SITES]:"):
        scope.line("return 0")
    return start


@ludeme(
    "(count Liberties [on<SiteType>] [at:<int>] [directions<direction|{direction}>] [if:condition<bool>])",
    result="int",
    documentation="How many empty sites touch the group of like pieces around the site, by default the last move's.",
)
def liberties(scope: Scope, clause: Clause) -> Expression:
    """Flood the group and collect its empty neighbours."""
    geometry_kind(scope, clause)

    def write(inner: Scope) -> None:
        limit = limit_of(inner)
        start = _start(inner, clause)
        test = _condition(inner, clause, start)
        found, total = cleared_set(inner), inner.let("total", "0")

        def border(site: Expression) -> None:
            empty = inner.kernel.storage.is_empty(inner, site)
            with inner.block(f"if {empty} and not has_site(D, W, {found}, {site}):"):
                inner.line(f"put_site(D, W, {found}, {site})")
                inner.line(f"{total} += 1")
                leave_beyond(inner, limit, total)

        Flood(inner, directions(inner, clause.get("directions")), test).run(start, border=border)
        inner.line(f"return {total}")

    return ask(scope, ("liberties", id(clause)), "liberties", write)


@ludeme(
    "(size Group [on<SiteType>] at:<int> [directions<direction|{direction}>] [if:condition<bool>])",
    result="int",
    documentation="How many sites the group around a site has: like pieces, or sites that meet the condition.",
)
def group_size(scope: Scope, clause: Clause) -> Expression:
    """Flood the group and count."""
    geometry_kind(scope, clause)

    def write(inner: Scope) -> None:
        limit = limit_of(inner)
        start = _start(inner, clause)
        test = _condition(inner, clause, start)
        if clause.get("condition") is not None:
            with inner.block(f"if not {test(inner, start)}:"):
                inner.line("return 0")
        size = inner.let("size", "0")
        flood = Flood(inner, directions(inner, clause.get("directions")), test)

        def enter(_: Expression) -> None:
            inner.line(f"{size} += 1")
            leave_beyond(inner, limit, size)

        flood.run(start, enter)
        inner.line(f"return {size}")

    return ask(scope, ("group size", id(clause)), "group_size", write)


@ludeme(
    "(size Territory [on<SiteType>] who<role|seat> [direction<AbsoluteDirection>])",
    result="int",
    documentation="How many empty sites lie in areas that only pieces of the player border on.",
)
def territory(scope: Scope, clause: Clause) -> Expression:
    """Flood every empty area and look whose pieces are at its border; an empty board is everybody's."""
    geometry_kind(scope, clause)
    owner = clause.get("who")

    def write(inner: Scope) -> None:
        storage = inner.kernel.storage
        seen = cleared_set(inner)
        total, foreign, size = inner.let("total", "0"), inner.let("foreign", "False"), inner.let("size", "0")
        flood = Flood(inner, directions(inner, clause.get("direction")), storage.is_empty, seen)

        def border(site: Expression) -> None:
            with inner.block(f"if not {belongs_to(inner, owner, storage.who(inner, site))}:"):
                inner.line(f"{foreign} = True")

        with storage.empty(inner).each(inner) as site, inner.block(f"if not has_site(D, W, {seen}, {site}):"):
            inner.line(f"{foreign} = False")
            inner.line(f"{size} = 0")
            flood.run(site, lambda member: inner.line(f"{size} += 1"), border)  # noqa: ARG005
            with inner.block(f"if not {foreign}:"):
                inner.line(f"{total} += {size}")
        inner.line(f"return {total}")

    return ask(scope, ("territory", id(clause)), "territory", write)


@contextmanager
def _groups(scope: Scope, clause: Clause) -> Iterator[tuple[str, Expression]]:
    """Loop over the groups of the board that a clause means: of an owner, of a condition, or of all pieces."""
    storage = scope.kernel.storage
    owner = clause.get("who") or clause.get("of")

    def occupied(inner: Scope, site: Expression) -> Expression:
        what = inner.let("what", storage.what(inner, site))
        return Expression(f"({what} != 0 and {belongs_to(inner, owner, storage.owner(what))})")

    test = occupied if clause.get("condition") is None else _given(clause)
    board = sites_of_kind(scope, geometry_kind(scope, clause))
    smallest = clause.get("min")
    least = None if smallest is None else scope.let("least", scope.integer(smallest))
    visible = scope.flag(clause, "isVisible")
    meant = _seen(test) if visible else test
    joined = is_joined_visibly if visible else None
    with each_group(scope, board, directions(scope, clause.get("directions")), meant, joined) as (group, size):
        if least is None:
            yield group, size
        else:
            with scope.block(f"if {size} >= {least}:"):
                yield group, size


@ludeme(
    "(count Groups [on<SiteType>] [directions<direction|{direction}>] [if:condition<bool>] [min:<int>])",
    result="int",
    documentation="How many groups of connected sites there are: of pieces, or of sites that meet the condition.",
)
@ludeme(
    "(count SizeBiggestGroup [on<SiteType>] [directions<direction|{direction}>] [if:condition<bool>] "
    "[isVisible:<bool>])",
    result="int",
    documentation="The size of the largest group: of pieces, or of sites that meet the condition; with isVisible: only "
    "what is seen from above counts.",
)
def count_groups(scope: Scope, clause: Clause) -> Expression:
    """Flood every group."""
    geometry_kind(scope, clause)

    def write(inner: Scope) -> None:
        total = inner.let("total", "0")
        with _groups(inner, clause) as (_, size):
            counted = f"{total} + 1" if clause.signature.mode == "Groups" else f"max({total}, {size})"
            inner.line(f"{total} = {counted}")
        inner.line(f"return {total}")

    return ask(scope, ("groups", id(clause)), "count_groups", write)


@ludeme(
    "(all Groups [on<SiteType>] [directions<direction|{direction}>] [of:condition<bool>] if:test<bool>)",
    result="bool",
    documentation="Whether a condition on the region holds for every group.",
)
def all_groups(scope: Scope, clause: Clause) -> Expression:
    """Leave at the first group that fails."""
    geometry_kind(scope, clause)

    def write(inner: Scope) -> None:
        with _groups(inner, clause) as (group, _), inner.bound(region=Expression(group)):
            fails = f"not {inner.boolean(clause.get('test'))}"
            with inner.block(f"if {fails}:"):
                inner.line("return False")
        inner.line("return True")

    return ask(scope, ("all groups", id(clause)), "every_group", write)


@ludeme(
    "(sizes Group [on<SiteType>] [directions<direction|{direction}>] [who<role> | of:<int> | if:condition<bool>] "
    "[min:<int>])",
    result="array",
    documentation="The sizes of all groups: of a player's pieces, or of sites that meet the condition.",
)
def group_sizes(scope: Scope, clause: Clause) -> IntArray:
    """Walked through in the order of their lowest sites."""
    geometry_kind(scope, clause)

    @contextmanager
    def walk(inner: Scope) -> Iterator[Expression]:
        with _groups(inner, clause) as (_, size):
            yield size

    return WalkedArray(walk)
