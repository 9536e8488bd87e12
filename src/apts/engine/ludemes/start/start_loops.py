"""Start rules that are repeated: for each site, value or player."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.arrays import int_array
from apts.language.tree import Clause


def _rule(scope: Scope, clause: Clause) -> None:
    """Each round sees what the rounds before have placed."""
    rule = clause.get("rule")
    assert isinstance(rule, Clause)
    with scope.epoch():
        scope.kernel.handler(rule)(scope, rule)


@ludeme(
    "(forEach Site region<region> [if:condition<bool>] rule<startrule>)",
    result="startrule",
    documentation="A start rule for every site of a region.",
)
def for_each_site(scope: Scope, clause: Clause) -> None:
    """The sites are those of the region before the first round."""
    region = clause.get("region")
    assert region is not None
    where = scope.region(region).copied(scope)
    site = scope.let("site", f"first_site(W, {where}, D[SET_WORDS])")
    with scope.block(f"while {site} >= 0:"):
        with (
            scope.bound(site=Expression(site, valid=True)),
            scope.epoch(),
            scope.block(f"if {scope.boolean(clause.get('condition'))}:"),
        ):
            _rule(scope, clause)
        scope.line(f"{site} = next_site(W, {where}, D[SET_WORDS], {site} + 1)")


@ludeme(
    "(forEach Value min:low<int> max:high<int> rule<startrule>)",
    result="startrule",
    documentation="A start rule for every value from one number to another.",
)
def for_each_value(scope: Scope, clause: Clause) -> None:
    """Both ends are included."""
    low, high = scope.integer(clause.get("low")), scope.integer(clause.get("high"))
    value = scope.fresh("value")
    with scope.block(f"for {value} in range({low}, {high} + 1):"), scope.bound(value=Expression(value)):
        _rule(scope, clause)


@ludeme("(forEach Player rule<startrule>)", result="startrule", documentation="A start rule for every player.")
def for_each_player(scope: Scope, clause: Clause) -> None:
    """In order of their numbers."""
    player = scope.fresh("player")
    with scope.block(f"for {player} in range(1, D[PLAYERS] + 1):"), scope.bound(player=Expression(player)):
        _rule(scope, clause)


@ludeme(
    "(forEach players<array> rule<startrule>)",
    result="startrule",
    documentation="A start rule for each of the players.",
)
def for_players(scope: Scope, clause: Clause) -> None:
    """In the order of the list."""
    players = clause.get("players")
    assert players is not None
    with int_array(scope, players).each(scope) as player, scope.bound(player=player):
        _rule(scope, clause)
