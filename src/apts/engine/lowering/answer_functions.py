"""Questions that are answered by a function of their own, because the answer may be clear before the end of a loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause, Value

# Counts that are found one by one; where they are compared with a number, they need to be known only up to that.
LIMITED = frozenset(("count Liberties", "count Pieces", "size Group"))
_LIMIT = "limit"


def ask(scope: Scope, key: object, hint: str, write: Callable[[Scope], None]) -> Expression:
    """The call of a generated function that returns an answer; it knows the registers of the asking scope.

    What the function reads of the position counts as read by the asking scope. ``key`` tells functions apart.
    """
    registers = dict(scope.registers)
    name = scope.kernel.function(key, hint, write, registers, nested=scope.nested, raw=scope.raw)
    return scope.ask(name, *registers.values())


def is_limited(value: Value | None) -> bool:
    """Whether an argument is such a count."""
    return isinstance(value, Clause) and value.name in LIMITED


def limited(scope: Scope, value: Value | None, bound: Expression) -> Expression:
    """The count itself if it is at most the bound, else some number above the bound."""
    with limited_to(scope, bound):
        return scope.integer(value)


@contextmanager
def limited_to(scope: Scope, bound: Expression) -> Iterator[None]:
    """What is counted inside needs to be known only up to the bound; where rules are counted, nothing is cut short."""
    if scope.kernel.coverage is None:
        with scope.bound(**{_LIMIT: bound}):
            yield
    else:
        yield


def is_limited_here(scope: Scope) -> bool:
    """Whether the count that is asked for needs to be known only up to a bound."""
    return _LIMIT in scope.registers


def limit_of(scope: Scope) -> Expression | None:
    """The bound up to which the function being written has to count; nothing inside it is bounded by that."""
    return scope.registers.pop(_LIMIT, None)


def leave_beyond(scope: Scope, limit: Expression | None, count: Expression) -> None:
    """Answer as soon as the count is above the bound."""
    if limit is not None:
        with scope.block(f"if {count} > {limit}:"):
            scope.line(f"return {count}")
