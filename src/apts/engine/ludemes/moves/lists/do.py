"""``(do ..)``: something first, then a choice; or a choice whose result must meet a condition."""

from __future__ import annotations

from dataclasses import replace

from apts.engine.compiler.expression import EVERYTHING, UNSET
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import (
    EffectSink,
    ExistsSink,
    GeneratedMove,
    NotingSink,
    RecordSink,
    Sink,
    Wrapper,
    innermost,
    with_then,
)
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.dice import note_throw
from apts.language.tree import Clause, Value


class AfterwardsSink(Wrapper):
    """Lets a move pass only if a condition holds on the position after it.

    Where the list of legal moves is made, the test is put off until the list is closed or the move is chosen.
    """

    def __init__(self, inner: Sink, condition: Value):
        super().__init__(inner, "afterwards", id(condition))
        self.condition = condition

    def emit(self, scope: Scope, move: GeneratedMove) -> None:
        """See what comes of the move, or leave that for later."""
        outer = self.inner
        tests = [self.condition]
        while isinstance(outer, AfterwardsSink):
            tests.append(outer.condition)
            outer = outer.inner
        if scope.lazy and isinstance(outer, RecordSink) and outer.lazy:
            decision = scope.kernel.decisions.find(scope, move, tuple(tests))
            values = [str(decision.number), move.origin, move.target, *decision.captured(scope)]
            scope.line(f"n = record{len(values) - 3}(D, W, M, n, {', '.join(values)})")
            return
        certain = self._certain(scope)
        if certain is not None:
            if certain:
                self.inner.emit(scope, move)
            return
        with self.if_wanted(scope, move.target):
            self._look(scope, move)

    def _certain(self, scope: Scope) -> bool | None:
        """What the condition is wherever it is asked here, if that is known: nothing has to be played to see it."""
        with scope.captured() as lines, scope.in_state("T"):
            condition = scope.boolean(self.condition)
        return None if condition.fixed is None or lines else bool(condition.fixed)

    def _look(self, scope: Scope, move: GeneratedMove) -> None:
        """Play the move on a copy and look."""
        whole = _with_all_first(self.inner, move)
        state = scope.base_state or scope.state
        decision = scope.kernel.decisions.find(scope, whole)
        with scope.in_state(state):
            copy = scope.copy_of_state()
        scope.line(decision.play(scope, whole, copy))
        scope.kernel.decisions.prepare_afterwards(scope, copy)
        with scope.in_state(copy):
            condition = scope.boolean(self.condition)
        with scope.block(f"if {condition}:"):
            self.inner.emit(scope, move)


class FirstSink(Wrapper):
    """Puts an effect in front of every move that was found on the position after the effect."""

    def __init__(self, inner: Sink, prior: Value):
        super().__init__(inner, "first", id(prior))
        self.prior = prior
        self.lazy = inner.lazy

    def emit(self, scope: Scope, move: GeneratedMove) -> None:
        """Pass the longer move on."""
        self.inner.emit(scope, self.longer(move))

    def longer(self, move: GeneratedMove) -> GeneratedMove:
        """The move with the effect in front."""

        def act(inner: Scope) -> None:
            with inner.at_once():
                inner.moves(self.prior, EffectSink())
            with inner.barrier():
                move.act(inner)

        return replace(move, act=act, key=(*move.key, "first", id(self.prior)))


def _with_all_first(sink: Sink, move: GeneratedMove) -> GeneratedMove:
    """The move with everything that choices further out put in front of it: without that, a test of the position after
    it would miss what was done before it was looked for."""
    while isinstance(sink, Wrapper):
        if isinstance(sink, FirstSink):
            move = sink.longer(move)
        sink = sink.inner
    return move


@ludeme(
    "(do prior<moves> [next:<moves>] [ifAfterwards:condition<bool>] [then<then>])",
    result="moves",
    documentation="First one thing, then a choice; or only the moves after which a condition holds.",
)
def do(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Wrap the sink in the condition; generate the choice on a copy on which the first thing was done."""
    prior, following, condition = clause.get("prior"), clause.get("next"), clause.get("condition")
    assert prior is not None
    sink = with_then(sink, clause.get("then"))
    if condition is not None:
        sink = AfterwardsSink(sink, condition)
    elif following is None:
        return
    if following is None:
        scope.moves(prior, sink)
        return
    if isinstance(innermost(sink), EffectSink):
        _one_after_the_other(scope, prior, following, sink)
        return
    outer = scope.base_state
    base, copy = scope.state, scope.copy_of_state()
    found = scope.let("found", "0") if scope.kernel.has("dice") else None
    with scope.in_state(copy), scope.at_once():
        scope.effects(lambda: scope.moves(prior, EffectSink()))
    scope.count_on(copy)
    if found is not None and _rolls(prior) and not isinstance(innermost(sink), ExistsSink):
        with scope.in_state(copy):
            note_throw(scope)
    with scope.in_state(copy):
        scope.base_state = outer or base
        choice: Sink = FirstSink(sink, prior)
        try:
            scope.moves(following, choice if found is None else NotingSink(choice, found))
        finally:
            scope.base_state = outer
    if found is not None:
        with scope.block(f"if {found} == 0:"):
            _forced_pass(scope, clause, prior, sink)


def _rolls(prior: Value) -> bool:
    return isinstance(prior, Clause) and any(clause.name == "roll" for clause in prior.clauses())


def _forced_pass(scope: Scope, clause: Clause, prior: Value, sink: Sink) -> None:
    """Where dice are rolled first and allow nothing, the roll is made and the move is a pass."""

    def act(inner: Scope) -> None:
        with inner.at_once():
            inner.moves(prior, EffectSink())

    sink.emit(scope, GeneratedMove(clause, "pass", UNSET, UNSET, act, key=("forced",)))


def _one_after_the_other(scope: Scope, prior: Value, following: Value, sink: Sink) -> None:
    """As an effect: the second sees what the first has done, effects around see neither.

    The first is done only if the second offers anything (among dice, in any case).
    """
    if scope.kernel.has("dice"):
        _in_turn(scope, prior, following, sink)
        return
    scope.reads(*EVERYTHING)
    copy = scope.copy_of_state()
    with scope.in_state(copy), scope.at_once():
        scope.effects(lambda: scope.moves(prior, EffectSink()))
    with scope.in_state(copy):
        offered = scope.let("offered", scope.kernel.answer_call(scope, following, ExistsSink()))
    with scope.block(f"if {offered}:"):
        _in_turn(scope, prior, following, sink)


def _in_turn(scope: Scope, prior: Value, following: Value, sink: Sink) -> None:
    if not scope.queued:
        before = scope.fields_written
        with scope.at_once():
            scope.moves(prior, EffectSink())
        with scope.aftermath(*(scope.fields_written - before)):
            scope.moves(following, sink)
        return
    mark = scope.let("mark", "W[QUEUE_TOP]")
    with scope.at_once():
        scope.moves(prior, EffectSink())
    outer, scope.state = scope.state, scope.foreseen(mark)
    scope.moves(following, sink)
    scope.state = outer
