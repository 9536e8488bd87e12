"""``(remember Value ..)`` and ``(forget Value ..)``: lists of numbers that rules keep."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.arrays import remember_operations, remembered_place
from apts.language.signatures.signature import enumeration
from apts.language.tree import Clause, Text, Value

enumeration("Everything", "All")

_LISTS = ("remember Value", "forget Value", "values Remembered", "set RememberValue")


def _text(name: Value | None) -> str | None:
    return name.value if isinstance(name, Text) else None


@ludeme(
    "(remember Value [name<string>] number<int> [unique:<bool>] [then<then>])",
    result="moves",
    documentation="Add a number to a list (by name, or the one without); with unique: only if it is not there.",
)
def remember(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Add to the end of the list."""

    def act(inner: Scope) -> None:
        remember_operations(inner.kernel)
        place = remembered_place(inner.kernel, _text(clause.get("name")))
        unique = inner.boolean(clause.get("unique"), "False")
        inner.act("remember", place, inner.integer(clause.get("number")), f"(1 if {unique} else 0)")

    with_then(sink, clause.get("then")).emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act))


@ludeme(
    "(forget Value [name<string>] (number<int> | all<Everything>) [then<then>])",
    result="moves",
    documentation="Take a number out of a list once, or empty the list; All without a name empties every list.",
    idle="all",
)
def forget(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Remove one occurrence or everything."""
    number, name = clause.get("number"), _text(clause.get("name"))

    def act(inner: Scope) -> None:
        kernel = inner.kernel
        remember_operations(kernel)
        if number is not None:
            inner.act("forget", remembered_place(kernel, name), inner.integer(number))
            return
        names = {name}
        if name is None:
            names |= {_text(part.get("name")) for part in kernel.rules.clauses() if part.name in _LISTS}
        for known in sorted(names, key=str):
            inner.act("forget_all", remembered_place(kernel, known))

    with_then(sink, clause.get("then")).emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act))
