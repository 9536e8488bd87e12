"""Adding pieces: ``(move Add ..)`` and the effect ``(add ..)``."""

from __future__ import annotations

from functools import partial

from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.move_blocks import Destination, component_choices
from apts.engine.lowering.sites.site_types import sites_kind
from apts.language.tree import Clause


def _needs(clause: Clause) -> list[str]:
    stack = clause.get("stack")
    return ["stacking"] if stack is not None and getattr(stack, "value", True) else []


@ludeme(
    "(move Add [what<what>] to<to> [count:<int>] [stack:<bool>] [then<then>])",
    result="moves",
    documentation="Put a new piece on one of the sites; without a piece, the one whose number is the mover's.",
    idle="stack",
    needs=_needs,
)
@ludeme(
    "(add [what<what>] to<to> [count:<int>] [stack:<bool>] [then<then>])",
    result="moves",
    documentation="Put a new piece on each of the sites.",
    idle="stack",
    needs=_needs,
)
def add(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One move for each piece and site that meets the condition.

    The reference lists a move twice when it has an effect and its site was chosen from a region.
    """
    target = Destination(clause.get("to"))
    assert target.clause is not None
    sites_kind(scope, target.clause)
    sink = with_then(sink, clause.get("then"))
    choices = component_choices(scope, clause.get("what"))
    where, effect = target.clause.get("where"), target.clause.get("effect")
    doubled = effect is not None and isinstance(where, Clause) and where.signature.result == "region"
    outer = {f"outer_{name}": scope.registers[name] for name in ("from", "to") if name in scope.registers}
    with target.each(scope) as site, scope.bound(to=site, from_=site, **outer), target.allowed(scope, sink):
        for number in range(len(choices)):
            move = GeneratedMove(clause, "add", site, site, partial(_act, clause, target, number), key=("add", number))
            sink.emit(scope, move)
            if doubled:
                with scope.block(f"if {target.effect_condition(scope)}:"):
                    sink.emit(scope, move)


def _act(clause: Clause, target: Destination, number: int, inner: Scope) -> None:
    """The effect, then the piece, as often as ``count:`` says."""
    assert target.clause is not None
    place, level = inner.register("to"), target.clause.get("level")
    target.apply(inner)
    before = {f"{name}_": inner.register(f"outer_{name}") for name in ("from", "to")}
    with inner.bound(**before):  # which piece it is was decided before the site
        piece = component_choices(inner, clause.get("what"))[number]
    arguments: tuple[str, ...] = ("add", place, piece.component, piece.state, piece.value)
    if level is not None and inner.kernel.storage.stacking:
        arguments = ("insert", place, inner.integer(level), piece.component, piece.state, piece.value)
    repeats = clause.get("count")
    if repeats is None:
        inner.act(*arguments)
    else:
        with inner.loop(f"for _ in range({inner.integer(repeats)}):"):
            inner.act(*arguments)
