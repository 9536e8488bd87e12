"""What captures have in common: where they start, whom they hit, and what they do to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.random_selection.sinks import GeneratedMove
from apts.language.tree import Clause, Value

if TYPE_CHECKING:
    from apts.engine.compiler.random_selection.sinks import Sink
    from apts.engine.compiler.scope import Scope


def start_site(scope: Scope, block: Value | None, default: str) -> Expression:
    """The site at which a capture starts: the one of its ``(from ..)`` block, or the default."""
    where = block.get("where") if isinstance(block, Clause) else None
    return scope.let("start", scope.integer(where, default))


def last_target(scope: Scope) -> str:
    """The site the last move went to."""
    return f"{scope.state}[LAST_TO]"


def condition(scope: Scope, block: Value | None, site: Expression, *, enemy: bool) -> Expression:
    """The condition of a block; without one, whether an enemy (or a friend) of the mover stands on the site."""
    written = block.get("condition") if isinstance(block, Clause) else None
    if written is not None:
        return scope.boolean(written)
    owner = scope.let("owner", scope.kernel.storage.who(scope, site))
    mover = scope.role("Mover")
    friend = f"{scope.team(owner)} == {scope.team(mover)}"
    return Expression(f"({owner} != 0 and not ({friend}))" if enemy else f"({owner} != 0 and {friend})")


def hit(scope: Scope, clause: Clause, block: Value | None, register: str, sink: Sink) -> None:
    """Give the moves of the block's effect to the sink; without an effect, the removal of the site in the register."""
    effect = block.get("effect") if isinstance(block, Clause) else None
    if not isinstance(effect, Clause):

        def act(inner: Scope) -> None:
            inner.act("remove", inner.register(register))

        site = scope.register(register)
        sink.emit(scope, GeneratedMove(clause, "remove", site, site, act))
        return
    moves, test = effect.get("effect"), effect.get("condition")
    if moves is None:
        return
    if test is None:
        scope.moves(moves, sink)
        return
    with scope.block(f"if {scope.boolean(test)}:"):
        scope.moves(moves, sink)
