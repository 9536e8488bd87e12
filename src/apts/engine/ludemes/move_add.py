"""Adding pieces: ``(move Add ..)`` and the effect ``(add ..)``."""

from __future__ import annotations

from apts.engine.blocks import Destination, component_choices
from apts.engine.expression import Expression
from apts.engine.ludeme import ludeme
from apts.engine.scope import Scope
from apts.engine.sinks import Move, Sink, with_then
from apts.language.tree import Clause


def _needs(clause: Clause) -> list[str]:
    stack = clause.get("stack")
    return ["stacking"] if stack is not None and getattr(stack, "value", True) else []


@ludeme(
    "(move Add [what<what>] to<to> [count:<int>] [stack:<bool>] [then<then>])",
    result="moves",
    documentation="Put a new piece on one of the sites; without a piece, the one whose number is the mover's.",
    needs=_needs,
)
@ludeme(
    "(add [what<what>] to<to> [count:<int>] [stack:<bool>] [then<then>])",
    result="moves",
    documentation="Put a new piece on each of the sites.",
    needs=_needs,
)
def add(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One move for each piece and site that meets the condition."""
    target = Destination(clause.get("to"))
    sink = with_then(sink, clause.get("then"))
    choices = component_choices(scope, clause.get("what"))
    with target.each(scope) as site, scope.bound(to=site, from_=site):
        with target.allowed(scope):
            for number, choice in enumerate(choices):

                def act(inner: Scope, choice: int = number) -> None:
                    place = inner.register("to")
                    target.apply(inner)
                    piece = component_choices(inner, clause.get("what"))[choice]
                    repeats = clause.get("count")
                    arguments = (place, piece.component, piece.state, piece.value)
                    if repeats is None:
                        inner.act("add", *arguments)
                    else:
                        with inner.loop(f"for _ in range({inner.integer(repeats)}):"):
                            inner.act("add", *arguments)

                sink.emit(scope, Move(clause, "add", site, site, act, key=("add", number)))
                _ = choice


_ = Expression
