"""Start rules that set numbers: scores, counts and remembered values; and pieces by the number of a player."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.arrays import remember_operations, remembered_place
from apts.engine.lowering.hidden import hide
from apts.engine.lowering.placements import Placement, known_coordinate, note_placement, put_at
from apts.engine.lowering.sites.site_types import sites_kind, written_region, written_site
from apts.language.tree import Clause, Text, Value, Word


def _nothing_placed(scope: Scope) -> None:
    """A rule that moves no piece leaves no site behind."""
    for place in ("LAST_FROM", "LAST_TO", "LAST_LOCATION"):
        scope.line(f"{scope.state}[{place}] = -1")


@ludeme(
    "(set Score who<role> value<int>)",
    result="startrule",
    documentation="The score of a player, or of everybody, at the start.",
    needs=["score"],
)
def set_score(scope: Scope, clause: Clause) -> None:
    """One score, or those of all players."""
    who = clause.get("who")
    assert isinstance(who, Word)
    value = scope.simple(scope.integer(clause.get("value")), "score")
    if who.name in ("Each", "All", "Shared"):
        player = scope.fresh("player")
        with scope.loop(f"for {player} in range(1, D[PLAYERS] + 1):"):
            scope.act("set_score", player, value)
    else:
        scope.act("set_score", scope.role(who.name), value)
    _nothing_placed(scope)


@ludeme(
    "(set Count number<int> [on<SiteType>] (at:<int> | to:<region>))",
    result="startrule",
    documentation="So many pieces of the last kind of the equipment on a site or on every site of a region.",
    needs=["count"],
)
def set_count(scope: Scope, clause: Clause) -> None:
    """Meant for games with one kind of piece."""
    sites_kind(scope, clause)
    piece = scope.kernel.number(len(scope.kernel.equipment.components))
    where = clause.get("to") if clause.get("at") is None else clause.get("at")
    assert where is not None

    def write() -> None:
        amount = scope.simple(scope.integer(clause.get("number")), "count")
        with scope.region(where).each(scope) as site:
            Placement(scope, clause).put(scope, site, piece, amount)

    scope.effects(write)


@ludeme(
    "(set RememberValue [name<string>] values<int|region> [unique:<bool>])",
    result="startrule",
    documentation="A number, or the sites of a region, in a remembered list from the start.",
)
def remember(scope: Scope, clause: Clause) -> None:
    """Added to the end of the list in ascending order."""
    remember_operations(scope.kernel)
    name, values = clause.get("name"), clause.get("values")
    assert values is not None
    place = remembered_place(scope.kernel, name.value if isinstance(name, Text) else None)
    unique = f"(1 if {scope.boolean(clause.get('unique'), 'False')} else 0)"
    if isinstance(values, Clause) and values.signature.result == "region":

        def write() -> None:
            with scope.region(values).each(scope) as site:
                scope.act("remember", place, site, unique)

        scope.effects(write)
    else:
        scope.act("remember", place, scope.integer(values), unique)
    _nothing_placed(scope)


@ludeme(
    "(set Hidden [what<HiddenData> | several<{HiddenData}>] [on<SiteType>] [at:<int> | region<region>] [level:<int>] "
    "[hidden<bool>] to:<seat|role>)",
    result="startrule",
    documentation="What players may not see from the start.",
    idle="what several on at region level hidden to",
)
def hide_at_start(scope: Scope, clause: Clause) -> None:
    """The last site counts as the last thing done."""
    hide(scope, clause)
    where = clause.get("region") if clause.get("at") is None else clause.get("at")
    if where is not None:
        with scope.region(where).each(scope) as site:
            note_placement(scope, site)


@ludeme(
    "(set who<role> [on<SiteType>] [site<int>] [coord:<string>])",
    result="startrule",
    documentation="The piece with the number of a player on one site.",
)
@ludeme(
    "(set who<role> [on<SiteType>] [sites<{int}>] [region<region>] [coords<{string}>])",
    result="startrule",
    documentation="The piece with the number of a player on several sites.",
)
def set_owner(scope: Scope, clause: Clause) -> None:
    """The component whose number is the player's; for everybody or nobody, the first one that belongs to them."""
    kind = sites_kind(scope, clause)
    component = _component(scope, clause)
    placement = Placement(scope, clause)
    site, sites, region = clause.get("site"), clause.get("sites"), clause.get("region")
    texts = [text for text in (clause.get("coord"), *_listed(clause, "coords")) if text is not None]
    if region is not None:

        def write() -> None:
            with written_region(scope, kind, region).each(scope) as found:
                placement.put(scope, found, component)

        scope.effects(write)
        return
    values = sites if isinstance(sites, tuple) else () if site is None else (site,)
    for value in values:
        put_at(scope, placement, written_site(scope, kind, value), component)
    for text in texts:
        number = known_coordinate(scope, text, kind)
        placement.put(scope, Expression(scope.kernel.number(number), valid=True), component)


def _listed(clause: Clause, slot: str) -> tuple[Value, ...]:
    value = clause.get(slot)
    return value if isinstance(value, tuple) else ()


def _component(scope: Scope, clause: Clause) -> Expression:
    who = clause.get("who")
    assert isinstance(who, Word)
    role = scope.role(who.name)
    players, components = scope.kernel.equipment.players, scope.kernel.equipment.components
    if role.fixed in (0, players + 1):
        piece = next((piece for piece in components if piece.owner == role.fixed), None)
        if piece is None:
            raise scope.kernel.unsupported(clause, f"for {who.name}, who owns no piece")
        return scope.kernel.number(piece.index)
    if role.fixed is None or not 0 < role.fixed <= len(components):
        raise scope.kernel.unsupported(clause, f"for {who.name}")
    return scope.kernel.number(role.fixed)
