"""Lists of moves put together: or, and, if, priority."""

from __future__ import annotations

from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.random_selection.sinks import NotingSink, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause, Value


def _parts(clause: Clause) -> list[Value]:
    parts: list[Value] = []
    for slot in ("first", "second", "list"):
        parts.extend(as_tuple(clause.get(slot)))
    return parts


@ludeme("(or first<moves> second<moves> [then<then>])", result="moves", documentation="The moves of either.")
@ludeme("(or list<{moves}> [then<then>])", result="moves", documentation="The moves of any of these.")
@ludeme("(and first<moves> second<moves> [then<then>])", result="moves", documentation="Both effects.")
@ludeme("(and list<{moves}> [then<then>])", result="moves", documentation="All of these effects.")
def together(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One list after the other; for move lists "or" and "and" are the same."""
    sink = with_then(sink, clause.get("then"))
    for part in _parts(clause):
        scope.moves(part, sink)


@ludeme(
    "(if condition<bool> yes<moves> [no<moves>] [then<then>])",
    result="moves",
    documentation="These moves when the condition holds, else the others.",
)
def if_moves(scope: Scope, clause: Clause, sink: Sink) -> None:
    """A branch."""
    sink = with_then(sink, clause.get("then"))
    yes, no = clause.get("yes"), clause.get("no")
    assert yes is not None
    with scope.block(f"if {scope.boolean(clause.get('condition'))}:"):
        scope.moves(yes, sink)
    if no is not None:
        with scope.block("else:"):
            scope.moves(no, sink)


@ludeme(
    "(priority first<moves> second<moves> [then<then>])",
    result="moves",
    documentation="The first if it offers any move, else the second.",
)
@ludeme("(priority list<{moves}> [then<then>])", result="moves", documentation="The first list that offers any move.")
def priority(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Each list is tried only while nothing has been found; tests of moves cannot be put off here."""
    sink = with_then(sink, clause.get("then"))
    found = scope.let("found", "0")
    depth = 0
    lazy, scope.lazy = scope.lazy, False
    parts = _parts(clause)
    for index, part in enumerate(parts):
        if index:
            scope.line(f"if {found} == 0:")
            scope.depth += 1
            depth += 1
        scope.line("pass")
        scope.moves(part, NotingSink(sink, found))
    scope.depth -= depth
    scope.lazy = lazy
