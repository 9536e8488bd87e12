"""Regions that depend on what stands on the sites: empty, occupied, or with a local state."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import UnsupportedRule, ludeme
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.placements import container_named
from apts.engine.lowering.player_roles import player_number
from apts.engine.lowering.sites.owners import SEVERAL, OwnedByMany, owned_sites, owner_test
from apts.engine.lowering.sites.regions import Filtered, FixedRegion, NumberSet, Region, SetRegion, combine
from apts.engine.lowering.sites.site_runs import SiteRun
from apts.engine.lowering.sites.site_types import among_kind, geometry_kind, sites_kind, sites_of_kind
from apts.language.tree import Clause, Text, Value, Word


@ludeme(
    "(sites Empty [on<SiteType>] [container<int>])",
    result="region",
    documentation="The empty sites of the board or of the container with that number.",
)
def empty(scope: Scope, clause: Clause) -> Region:
    """The set kept in the position; in other containers, a look at each site."""
    container = clause.get("container")
    if container is None:
        return among_kind(scope, scope.kernel.storage.empty(scope), geometry_kind(scope, clause))
    return Filtered(
        container_run(scope, scope.integer(container)),
        lambda inner, site: inner.kernel.storage.is_empty(inner, site),
    )


def container_run(scope: Scope, number: Expression) -> SiteRun:
    """The sites of the container with that number; none when there is no such container."""
    containers = scope.kernel.equipment.containers
    starts = scope.kernel.table("container starts", lambda: [*(box.first for box in containers), 0])
    ends = scope.kernel.table("container ends", lambda: [*(box.first + box.size for box in containers), 0])
    given, count = scope.simple(number, "number"), scope.kernel.number(len(containers))
    chosen = scope.let("container", f"{given} if 0 <= {given} < {count} else {count}")
    return SiteRun(f"D[{starts} + {chosen}]", f"D[{ends} + {chosen}]")


@ludeme(
    "(sites Occupied by:<role|seat> [container:<int|string>] [component:<int|string> | components:<{string}>] "
    "[top:<bool>] [on:<SiteType>])",
    result="region",
    documentation="The sites with pieces of a player; of stacks, by default only the topmost piece counts.",
    needs=lambda clause: ["stacking"] if clause.get("top") is not None else [],
)
def occupied(scope: Scope, clause: Clause) -> Region:
    """The sets of the owners, cut down to the container and filtered by the kind of piece."""
    kind = sites_kind(scope, clause, "on")
    kernel = scope.kernel
    who = clause.get("by")
    assert who is not None
    container = clause.get("container")
    place: Region | None = None
    if isinstance(container, Text) and container.value == "Hand":
        if isinstance(who, Word) and (who.name in SEVERAL or who.name.startswith("Team")):
            raise kernel.unsupported(clause, f"in the hands of {who.name}")
        place = hand_of(scope, who)
    elif isinstance(container, Text):
        box = container_named(scope, clause, container.value)
        place = FixedRegion(kernel, range(box.first, box.first + box.size))
    elif container is not None:
        place = container_run(scope, scope.integer(container))
    elif kernel.board.site_type != "Cell" and (kernel.storage.stacking or who == Word("All")):
        # Hands are cells: their stacks, and what is theirs among all pieces, are not found on sites of another type.
        place = FixedRegion(kernel, kernel.board.numbers())
    component = clause.get("component") if clause.get("component") is not None else clause.get("components")
    if isinstance(component, (Text, tuple)) and isinstance(who, Word) and who.name in ("Friend", "Ally"):
        # Ludii looks names up among the pieces of one owner, and finds none of several: surely not what is meant.
        what = f"the role {who.name}, which stands for several players, where one player is meant"
        raise UnsupportedRule(what, clause.position)
    on_top = scope.flag(clause, "top", default=True)
    region = owned_sites(scope, who) if on_top or not kernel.storage.stacking else OwnedByMany(owner_test("All"))
    region = among_kind(scope, region, kind, hands=container is not None or kind in (None, "Cell"))
    if place is not None:
        region = combine(kernel, "intersect_set", [region, place])
    if kernel.storage.stacking and (component is not None or not on_top):
        return _among_levels(clause, who, region)
    if component is None:
        return region
    return Filtered(region, lambda inner, site: wanted_component(inner, clause, inner.kernel.storage.what(inner, site)))


def wanted_component(scope: Scope, clause: Clause, what: Expression) -> Expression:
    """Whether a component is one of those the clause names; names are written without the owner's number."""
    component = clause.get("component")
    if component is not None and not isinstance(component, Text):
        return Expression(f"({what} == {scope.integer(component)})")
    texts = as_tuple(component if component is not None else clause.get("components"))
    names = tuple(text.value for text in texts if isinstance(text, Text))
    if not names:
        return Expression("True")
    pieces = scope.kernel.equipment.components
    table = scope.kernel.table(("named pieces", names), lambda: [0, *(int(piece.bare in names) for piece in pieces)])
    return Expression(f"(D[{table} + {what}] != 0)")


def _among_levels(clause: Clause, who: Value, region: Region) -> Region:
    """The stacks of a region that hold, at any level, a piece of the owner and kind."""

    def owner_fits(scope: Scope, owner: str) -> str:
        if isinstance(who, Word) and (who.name in SEVERAL or who.name.startswith("Team")):
            return owner_test(who.name)(scope, owner)
        return f"{owner} == {player_number(scope, who)}"

    def test(scope: Scope, site: Expression) -> Expression:
        storage = scope.kernel.storage
        found = scope.let("found", "False")
        level = scope.fresh("level")
        with scope.loop(f"for {level} in range({storage.height(scope, site)}):"):
            what = scope.let("what", storage.what(scope, site, Expression(level)))
            owner = scope.let("owner", storage.owner(what))
            with scope.block(f"if {owner_fits(scope, owner)} and {wanted_component(scope, clause, what)}:"):
                scope.line(f"{found} = True")
        return found

    return Filtered(region, test)


@ludeme(
    "(sites Hand [who<role|seat>])",
    result="region",
    documentation="The sites of a player's hand; for Shared, of the first hand there is.",
)
def hand(scope: Scope, clause: Clause) -> Region:
    """A run of sites."""
    who = clause.get("who")
    return FixedRegion(scope.kernel, ()) if who is None else hand_of(scope, who)


def hand_of(scope: Scope, who: Value) -> Region:
    """The sites of the first hand of a player."""
    equipment = scope.kernel.equipment
    hands = [box for box in equipment.containers[1:] if box.name.startswith("Hand")]
    if isinstance(who, Word) and who.name in ("Shared", "All", "Each"):
        sites = range(hands[0].first, hands[0].first + hands[0].size) if hands else range(0)
        return FixedRegion(scope.kernel, sites)
    player = player_number(scope, who)
    owned = [next((box for box in hands if box.owner == owner), None) for owner in range(equipment.players + 2)]
    if player.fixed is not None:
        box = owned[player.fixed] if 0 <= player.fixed < len(owned) else None
        return FixedRegion(scope.kernel, range(box.first, box.first + box.size) if box is not None else ())
    starts = scope.kernel.table("hand starts", lambda: [box.first if box else 0 for box in owned])
    ends = scope.kernel.table("hand ends", lambda: [box.first + box.size if box else 0 for box in owned])
    chosen = player if isinstance(who, Word) and who.name != "Player" else scope.let("owner", f"max({player}, 0)")
    return SiteRun(f"D[{starts} + {chosen}]", f"D[{ends} + {chosen}]")


@ludeme(
    "(sites State [on<SiteType>] state<int>)",
    result="region",
    documentation="The sites of the board with that local state; empty sites have state 0.",
)
def with_state(scope: Scope, clause: Clause) -> Region:
    """A look at every site."""
    kind = geometry_kind(scope, clause)
    wanted = scope.simple(scope.integer(clause.get("state")), "state")
    return Filtered(
        sites_of_kind(scope, kind),
        lambda inner, site: Expression(f"({inner.kernel.storage.local(inner, 'state', site)} == {wanted})"),
    )


@ludeme(
    "(sites ToClear)", result="region", documentation="The sites captured in this turn that are cleared at its end."
)
def to_clear(scope: Scope, clause: Clause) -> Region:  # noqa: ARG001
    """The set kept in the position."""
    return SetRegion(scope.state, scope.kernel.field("clear", "set"), "clear")


@ludeme("(sites Pending)", result="region", documentation="The sites that were marked as pending by the last move.")
def pending(scope: Scope, clause: Clause) -> Region:  # noqa: ARG001
    """The set kept in the position."""
    return NumberSet(scope.state, scope.kernel.field("pending", "set"), "pending")
