"""``(apply ..)`` in the place of moves: effects, perhaps on a condition."""

from __future__ import annotations

from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import Sink
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause


@ludeme(
    "(apply if:condition<bool> [effect<moves>])",
    result="moves",
    documentation="These effects, if the condition holds.",
)
@ludeme("(apply effect<moves>)", result="moves", documentation="These effects.")
def apply(scope: Scope, clause: Clause, sink: Sink) -> None:
    """The effects themselves."""
    effect = clause.get("effect")
    if effect is None:
        return
    with scope.block(f"if {scope.boolean(clause.get('condition'))}:"):
        scope.moves(effect, sink)
