"""``(is Loop ..)`` and ``(is Blocked ..)``: pieces that enclose sites, regions that can no longer be joined."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.answer_functions import ask
from apts.engine.lowering.player_roles import player_number
from apts.engine.lowering.sites.directions import directions
from apts.engine.lowering.sites.groups import Flood, cleared_set
from apts.engine.lowering.sites.owned_regions import owned_regions
from apts.engine.lowering.sites.owners import belongs_to
from apts.engine.lowering.sites.regions import FixedRegion
from apts.engine.lowering.sites.site_types import geometry_kind
from apts.language.tree import Clause, Value


@ludeme(
    "(is Loop [on<SiteType>] [surround:<role> | surround:roles<{role}>] [directions<direction|{direction}>] "
    "[colour<int>] [start<int|region>] [path:<bool>])",
    result="bool",
    documentation="Whether the last piece placed closes a ring around a site, or around a piece of the roles given.",
)
def is_loop(scope: Scope, clause: Clause) -> Expression:
    """Flood the group, then everything else from the edge of the board: what is not reached is enclosed.

    The piece closes the ring if it touches both what is enclosed and what is not.
    """
    geometry_kind(scope, clause)
    for slot in ("colour", "start", "path"):
        if clause.get(slot) is not None:
            raise scope.kernel.unsupported(clause, f"with {slot}")
    return ask(scope, ("loop", id(clause)), "loop", lambda inner: _loop(inner, clause))


def _loop(scope: Scope, clause: Clause) -> None:
    storage, kernel = scope.kernel.storage, scope.kernel
    roles = as_tuple(clause.get("surround") or clause.get("roles"))
    start = scope.let("start", f"{scope.state}[LAST_TO]", valid=True)
    with scope.block(f"if {start} < 0 or {start} >= D[SITES] or {storage.who(scope, start)} != {scope.role('Mover')}:"):
        scope.line("return False")
    ways = directions(scope, clause.get("directions"))
    group = Flood(scope, ways, lambda inner, site: Expression(f"({storage.who(inner, site)} == {inner.state}[MOVER])"))
    group.run(start)
    outer = FixedRegion(kernel, kernel.board.sites("outer"))
    seen = cleared_set(scope)
    rest = Flood(scope, ways, lambda _, site: Expression(f"(not has_site(D, W, {group.seen}, {site}))"), seen)
    with outer.each(scope) as site:
        new = f"not has_site(D, W, {seen}, {site}) and not has_site(D, W, {group.seen}, {site})"
        with scope.block(f"if {new}:"):
            rest.run(site)
    touches = scope.let("touches", outer.contains(scope, start))

    def look(site: Expression) -> None:
        scope.line(f"{touches} = {touches} or has_site(D, W, {seen}, {site})")

    ways.each_step(scope, start, look)
    with scope.block(f"if not {touches}:"):
        scope.line("return False")
    found = scope.let("found", "False")

    def enter(site: Expression) -> None:
        scope.line(f"{found} = {found} or {_wanted(scope, roles, site)}")

    def visit(site: Expression) -> None:
        if not roles:
            _surrounded(scope, clause, site, group.seen, outer)
        with scope.block(f"if not has_site(D, W, {seen}, {site}) and not has_site(D, W, {group.seen}, {site}):"):
            rest.run(site, enter)

    ways.each_step(scope, start, visit)
    scope.line(f"return {found}")


def _surrounded(scope: Scope, clause: Clause, site: Expression, group: str, outer: FixedRegion) -> None:
    """A piece of the group with all its neighbours in the group is enclosed by them."""
    with scope.block(f"if has_site(D, W, {group}, {site}) and not {outer.contains(scope, site)}:"):
        closed = scope.let("closed", "True")

        def visit(neighbour: Expression) -> None:
            scope.line(f"{closed} = {closed} and has_site(D, W, {group}, {neighbour})")

        directions(scope, clause.get("directions")).each_step(scope, site, visit)
        with scope.block(f"if {closed}:"):
            scope.line("return True")


def _wanted(scope: Scope, roles: tuple[Value, ...], site: Expression) -> str:
    if not roles:
        return "True"
    owner = scope.let("owner", scope.kernel.storage.who(scope, site))
    return "(" + " or ".join(belongs_to(scope, role, owner) for role in roles) + ")"


@ludeme(
    "(is Blocked [number<int>] [directions<direction|{direction}>] who<role>)",
    result="bool",
    documentation="Whether the regions of a player can no longer be joined through empty sites and the player's own.",
)
def is_blocked(scope: Scope, clause: Clause) -> Expression:
    """Flood from the first region of the player and look which others are reached."""
    if clause.get("number") is not None:
        raise scope.kernel.unsupported(clause, "with a number of regions")
    role = clause.get("who")
    assert role is not None

    def write(inner: Scope) -> None:
        storage = inner.kernel.storage
        player = inner.let("player", player_number(inner, role))
        reached = cleared_set(inner)

        def open_site(deeper: Scope, site: Expression) -> Expression:
            what = deeper.let("what", storage.what(deeper, site))
            return Expression(f"({what} == 0 or {storage.owner(what)} == {player})")

        flood = Flood(inner, directions(inner, clause.get("directions")), open_site, reached)
        for owner in range(1, inner.kernel.equipment.players + 1):
            regions = owned_regions(inner, owner)
            with inner.block(f"if {player} == {owner}:"):
                if not regions:
                    inner.line("return False")
                    continue
                with regions[0].each(inner) as site:
                    enters = open_site(inner, site)
                    with inner.block(f"if {enters} and not has_site(D, W, {reached}, {site}):"):
                        flood.run(site)
                for region in regions[1:]:
                    array, base = region.stored(inner)
                    with inner.block(f"if not sets_meet(W, {reached}, {array}, {base}, D[SET_WORDS]):"):
                        inner.line("return True")
        inner.line("return False")

    return ask(scope, ("blocked", id(clause)), "blocked", write)
