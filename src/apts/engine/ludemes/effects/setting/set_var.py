"""``(set Var ..)``: a variable of the rules."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.variables import variable_place
from apts.language.tree import Clause, Text

_SOURCE = """
@compiled
def do_set_variable(D, S, place, amount):
    S[place] = amount
"""


@ludeme(
    "(set Var [name<string>] [amount<int>] [then<then>])",
    result="moves",
    documentation="Give a variable, by its name or the one without a name, a number; -1 when none is written.",
)
def set_variable(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Write the variable."""
    name = clause.get("name")

    def act(inner: Scope) -> None:
        inner.kernel.add_operation("set_variable", 2, ("variable",), _SOURCE)
        place = variable_place(inner.kernel, name.value if isinstance(name, Text) else None)
        inner.act("set_variable", place, inner.integer(clause.get("amount"), UNSET))

    with_then(sink, clause.get("then")).emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act))
