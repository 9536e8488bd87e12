"""Questions that are answered by a function of their own, because the answer may be clear before the end of a loop."""

from __future__ import annotations

from collections.abc import Callable

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.scope import Scope


def ask(scope: Scope, key: object, hint: str, write: Callable[[Scope], None]) -> Expression:
    """The call of a generated function that returns an answer; it knows the registers of the asking scope.

    What the function reads of the position counts as read by the asking scope. ``key`` tells functions apart.
    """
    registers = dict(scope.registers)
    name = scope.kernel.function(key, hint, write, registers, nested=scope.nested, raw=scope.raw)
    scope.reads(*scope.kernel.function_reads[name])
    return scope.call(name, *registers.values())
