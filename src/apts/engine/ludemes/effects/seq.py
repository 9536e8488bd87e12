"""Effects one after the other: ``(seq ..)`` and ``(while ..)``."""

from __future__ import annotations

from apts.engine.compiler.expression import EVERYTHING
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.random_selection.sinks import ExistsSink, Sink, TargetSink, Wrapper, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.ludemes.moves.lists.append import FirstPairSink
from apts.language.tree import Clause, Value

ROUNDS = 10_000
"""A ``while`` that has not come to its end after so many rounds is a mistake of the rules, as in the reference."""


@ludeme(
    "(seq list<{moves}> [then<then>])",
    result="moves",
    documentation="These effects in turn, each after the one before.",
)
def seq(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Each part is evaluated on the position that the part before has left."""
    sink = with_then(sink, clause.get("then"))
    for part in as_tuple(clause.get("list")):
        _carried_out(scope, clause, part, sink)


@ludeme(
    "(while condition<bool> moves<moves> [then<then>])",
    result="moves",
    documentation="These effects again and again as long as the condition holds.",
)
def repeat(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Condition and effects see what the rounds before have done."""
    moves = clause.get("moves")
    assert moves is not None
    sink = with_then(sink, clause.get("then"))
    if _asks(sink):
        with scope.block(f"if {scope.boolean(clause.get('condition'))}:"):
            scope.moves(moves, sink)
        return
    done = scope.fresh("round")
    with scope.block(f"for {done} in range({ROUNDS + 1}):"):
        with scope.epoch(), scope.block(f"if not ({scope.boolean(clause.get('condition'))}):"):
            scope.line("break")
        scope.line(f'within({done}, {ROUNDS}, "rounds")')
        _carried_out(scope, clause, moves, sink)


def _carried_out(scope: Scope, clause: Clause, part: Value, sink: Sink) -> None:
    """Carry out a part at once, whatever else is still queued."""
    if _asks(sink):
        scope.moves(part, sink)
        return
    if sink.separate:
        raise scope.kernel.unsupported(clause, "as a choice")
    scope.reads(*EVERYTHING)
    with scope.epoch(), scope.at_once():
        scope.effects(lambda: scope.moves(part, sink))


def _asks(sink: Sink) -> bool:
    """Whether only the first move found counts: nothing has been changed before it, so nothing need be carried out."""
    while isinstance(sink, Wrapper):
        sink = sink.inner
    return isinstance(sink, ExistsSink | FirstPairSink) and not isinstance(sink, TargetSink)
