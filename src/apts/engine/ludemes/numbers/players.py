"""Numbers of players and pieces: mover, next, prev, id, score, value Player, var, counter."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET, Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.move_blocks import named_component
from apts.engine.lowering.player_roles import player_number
from apts.engine.lowering.variables import player_value, variable
from apts.language.signatures.signature import enumeration
from apts.language.tree import Clause, Text, Word

enumeration("PrevKind", "Mover MoverLastTurn")


@ludeme("(mover)", result="int", documentation="The player whose move it is.")
@ludeme("(next)", result="int", documentation="The player who moves next.")
def in_turn(scope: Scope, clause: Clause) -> Expression:
    """A word of the position."""
    return scope.role(clause.signature.head.capitalize())


@ludeme("(prev [kind<PrevKind>])", result="int", documentation="The player who made the previous move.")
def previous(scope: Scope, clause: Clause) -> Expression:
    """A word of the position."""
    kind = clause.get("kind")
    if isinstance(kind, Word) and kind.name == "MoverLastTurn":
        raise scope.kernel.unsupported(clause, "MoverLastTurn")
    return scope.role("Prev")


@ludeme("(id who<role>)", result="int", documentation="The number of a player.")
def player_id(scope: Scope, clause: Clause) -> Expression:
    """The role as a number."""
    return scope.integer(clause.get("who"))


@ludeme("(id name<string>)", result="int", documentation="The number of the container or piece of exactly that name.")
def named_id(scope: Scope, clause: Clause) -> Expression:
    """Looked up when the game is compiled; a container goes before a piece."""
    name = clause.get("name")
    assert isinstance(name, Text)
    equipment = scope.kernel.equipment
    for number, container in enumerate(equipment.containers):
        if container.name == name.value:
            return scope.kernel.number(number)
    component = equipment.component(name.value)
    return scope.kernel.number(-1 if component is None else component.index)


@ludeme(
    "(id name<string> who<role>)",
    result="int",
    documentation="The number of the player's first piece whose name contains the text; -1 if there is none. Only a single "
    "player is asked for a piece: of Player, the player of a loop, it is the number of the player.",
)
def piece_id(scope: Scope, clause: Clause) -> Expression:
    """Looked up in a table by owner."""
    name, who = clause.get("name"), clause.get("who")
    assert isinstance(name, Text)
    assert isinstance(who, Word)
    if who.name == "Player":  # so it is in the reference, whatever the name
        return scope.register("player")
    if who.name in ("All", "Each") or (who.name.startswith("Team") and not scope.kernel.has("teams")):
        return UNSET
    return named_component(scope, clause, name.value, scope.role(who.name))


@ludeme("(score who<role|seat>)", result="int", documentation="The score of a player.", needs=["score"])
def score(scope: Scope, clause: Clause) -> Expression:
    """A word of the position."""
    who = clause.get("who")
    assert who is not None
    scope.reads("score")
    start = scope.kernel.field("score", "player")
    return Expression(f"{scope.state}[{start} + {player_number(scope, who)}]")


@ludeme(
    "(value Player who<int|role>)", result="int", documentation="The number attached to a player; -1 until it is set."
)
def value_player(scope: Scope, clause: Clause) -> Expression:
    """A word of the position."""
    who = clause.get("who")
    assert who is not None
    return player_value(scope, player_number(scope, who))


@ludeme("(var [name<string>])", result="int", documentation="The value of a variable; -1 until it is set.")
def var(scope: Scope, clause: Clause) -> Expression:
    """A word of the position."""
    name = clause.get("name")
    return variable(scope, name.value if isinstance(name, Text) else None)


@ludeme("(counter)", result="int", documentation="The counter of the match: -1 at first, one more after every move.")
def counter(scope: Scope, clause: Clause) -> Expression:  # noqa: ARG001
    """A word of the position."""
    scope.reads("counter")
    return Expression(f"{scope.state}[COUNTER]")
