"""The movement of a piece itself, shared by all moves that take a piece from one site to another."""

from __future__ import annotations

from apts.engine.compiler.scope import Scope
from apts.engine.lowering.move_blocks import Origin
from apts.language.tree import Clause, Literal


def stack_needs(clause: Clause) -> list[str]:
    """A move that says ``stack:True`` asks for stacks."""
    stack = clause.get("stack")
    return ["stacking"] if stack is not None and not (isinstance(stack, Literal) and stack.value is False) else []


def move_piece(scope: Scope, clause: Clause, origin: Origin) -> None:
    """Take the piece (the whole stack, or the piece at a level) from ``from`` to ``to``."""
    start, end = scope.register("from"), scope.register("to")
    if scope.flag(clause, "stack"):
        scope.act("move_stack", start, end)
    elif origin.level is not None:
        scope.act("move_level", start, scope.integer(origin.level), end)
    elif scope.kernel.storage.stacking:
        scope.act("move_level", start, "-1", end)  # always the topmost, whichever piece of the stack is meant
    else:
        scope.act("move", start, end)


def carry(scope: Scope, clause: Clause) -> None:
    """Take the topmost piece (with ``stack:True`` the whole stack) from ``from`` to ``to``."""
    scope.act("move_stack" if scope.flag(clause, "stack") else "move", scope.register("from"), scope.register("to"))
