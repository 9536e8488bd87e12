"""Turning a piece into another one: ``(move Promote ..)`` and the effect ``(promote ..)``."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.registers_read import register_for_left_out
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.move_blocks import component_choices, named_component
from apts.engine.lowering.sites.regions import SingleSite
from apts.engine.lowering.sites.site_types import sites_kind
from apts.language.tree import Clause, Text, Value, Word


@ludeme(
    "(move Promote [on<SiteType>] [where<int>] what<what> [who<role|seat>] [then<then>])",
    result="moves",
    documentation="Turn the piece on a site into another one.",
)
@ludeme(
    "(promote [on<SiteType>] [where<int>] what<what> [who<role|seat>] [then<then>])",
    result="moves",
    documentation="The piece on the site becomes another one.",
)
def promote(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One move for each piece named; without a site it is the one in ``to``."""
    sites_kind(scope, clause)
    sink = with_then(sink, clause.get("then"))
    where = clause.get("where")
    site = register_for_left_out(scope, clause, "to") if where is None else scope.simple(scope.integer(where), "site")
    what = clause.get("what")
    index = what.get("index") if isinstance(what, Clause) else None
    known = "if True:" if index is None else f"if {scope.integer(index)} >= 1:"  # no piece to turn into, no move
    with SingleSite(site).each(scope) as place, scope.block(known), scope.bound(promoted=place):
        for number in range(len(_components(scope, clause))):

            def act(inner: Scope, number: int = number) -> None:
                inner.act("promote", inner.register("promoted"), _components(inner, clause)[number])

            sink.emit(scope, GeneratedMove(clause, "promote", place, place, act, key=("promote", number)))


def _components(scope: Scope, clause: Clause) -> list[Expression]:
    """The components named; with an owner, the first of each name that belongs to him."""
    what = clause.get("what")
    assert isinstance(what, Clause)
    owner = _owner(scope, clause.get("who"))
    if owner is None:
        return [piece.component for piece in component_choices(scope, what)]
    names = [text.value for text in as_tuple(what.get("name") or what.get("names")) if isinstance(text, Text)]
    if not names:
        return [_same_name(scope, scope.integer(what.get("index")), owner)]
    return [named_component(scope, what, name, owner) for name in names]


def _same_name(scope: Scope, component: Expression, owner: Expression) -> Expression:
    """The first component of the owner whose name contains that of the given one; 0 if there is none."""
    pieces, owners = scope.kernel.equipment.components, scope.kernel.equipment.players + 2

    def numbers() -> list[int]:
        found = [0] * owners
        for piece in pieces:
            for player in range(owners):
                same = (other.index for other in pieces if piece.name in other.name and other.owner == player)
                found.append(next(same, 0))
        return found

    table = scope.kernel.table("same name", numbers)
    return Expression(f"D[{table} + {component} * (D[PLAYERS] + 2) + {owner}]")


def _owner(scope: Scope, who: Value | None) -> Expression | None:
    if who is None:
        return None
    if isinstance(who, Word):
        return scope.role(who.name)
    assert isinstance(who, Clause)
    return scope.simple(scope.integer(who.get("index")), "owner")
