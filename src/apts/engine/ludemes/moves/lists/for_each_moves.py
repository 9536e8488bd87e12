"""Loops over moves: ``(forEach Site ..)``, ``Player``, ``Value``, ``Level`` and ``(forEach array ..)``."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import NotingSink, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.arrays import int_array
from apts.engine.lowering.sites.site_types import sites_kind
from apts.language.tree import Clause, Value, Word


def _moves(clause: Clause) -> Value:
    moves = clause.get("moves")
    assert moves is not None
    return moves


@ludeme(
    "(forEach Site where<region> moves<moves> [noMoveYet:otherwise<moves>] [then<then>])",
    result="moves",
    documentation="For every site of the region these moves; noMoveYet: those, if there were none at all.",
)
def for_each_site(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Set ``site`` and ``to`` to each site; the last one stays when the other moves are looked for.

    The consequence belongs to the moves of the sites alone.
    """
    other_sink, sink = sink, with_then(sink, clause.get("then"))
    where, otherwise = clause.get("where"), clause.get("otherwise")
    assert where is not None
    if otherwise is None:
        with scope.region(where).each(scope) as site, scope.bound(site=site, to=site):
            scope.moves(_moves(clause), sink)
        return
    found = scope.let("found", "0")
    last_site, last_to = scope.let("last", scope.register("site")), scope.let("last", scope.register("to"))
    lazy, scope.lazy = scope.lazy, False
    with scope.region(where).each(scope) as site, scope.bound(site=site, to=site):
        scope.line(f"{last_site} = {site}")
        scope.line(f"{last_to} = {site}")
        scope.moves(_moves(clause), NotingSink(sink, found))
    scope.lazy = lazy
    with scope.block(f"if {found} == 0:"), scope.bound(site=Expression(last_site), to=Expression(last_to)):
        scope.moves(otherwise, other_sink)


@ludeme(
    "(forEach Player moves<moves> [then<then>])",
    result="moves",
    documentation="For every player these moves; a consequence of the loop itself is not carried out.",
    idle="then",
)
def for_each_player(scope: Scope, clause: Clause, sink: Sink) -> None:
    """All players from 1, also those who have left the match."""
    player = Expression(scope.fresh("player"))
    with scope.loop(f"for {player} in range(1, D[PLAYERS] + 1):"), scope.bound(player=player):
        scope.moves(_moves(clause), sink)


@ludeme(
    "(forEach players<array> moves<moves> [then<then>])",
    result="moves",
    documentation="For every player of the list these moves.",
)
def for_each_listed_player(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Set ``player`` to each number."""
    sink = with_then(sink, clause.get("then"))
    players = clause.get("players")
    assert players is not None
    with int_array(scope, players).each(scope) as player, scope.bound(player=player):
        scope.moves(_moves(clause), sink)


@ludeme(
    "(forEach Value values<array|{int}> moves<moves> [then<then>])",
    result="moves",
    documentation="For every number of the list these moves.",
)
def for_each_listed_value(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Set ``value`` to each number."""
    sink = with_then(sink, clause.get("then"))
    values = clause.get("values")
    assert values is not None
    with int_array(scope, values).each(scope) as value, scope.bound(value=value):
        scope.moves(_moves(clause), sink)


@ludeme(
    "(forEach Value min:<int> max:<int> moves<moves> [then<then>])",
    result="moves",
    documentation="For every number from the least to the greatest these moves.",
)
def for_each_value(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Set ``value`` to each number, both ends included."""
    sink = with_then(sink, clause.get("then"))
    low = scope.simple(scope.integer(clause.get("min")), "low")
    high = scope.simple(scope.integer(clause.get("max")), "high")
    value = Expression(scope.fresh("value"))
    with scope.loop(f"for {value} in range({low}, {high} + 1):"), scope.bound(value=value):
        scope.moves(_moves(clause), sink)


@ludeme(
    "(forEach Level [on<SiteType>] where<int> [order<StackDirection>] moves<moves> [then<then>])",
    result="moves",
    documentation="For every level of the stack on a site these moves, from the top unless FromBottom is written.",
    needs=["stacking"],
)
def for_each_level(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Set ``level`` to each level."""
    sites_kind(scope, clause)
    sink = with_then(sink, clause.get("then"))
    site = scope.simple(scope.integer(clause.get("where")), "site")
    height = scope.let("height", scope.kernel.storage.height(scope, site))
    order = clause.get("order")
    upward = isinstance(order, Word) and order.name == "FromBottom"
    level = Expression(scope.fresh("level"))
    levels = f"range({height})" if upward else f"range({height} - 1, -1, -1)"
    with scope.loop(f"for {level} in {levels}:"), scope.bound(level=level):
        scope.moves(_moves(clause), sink)
