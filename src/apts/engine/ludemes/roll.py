"""``(roll)`` and ``(forEach Die ..)``: rolling dice and moving by them."""

from __future__ import annotations

from dataclasses import replace

from apts.engine.dice import die_count, die_value
from apts.engine.expression import UNSET, Expression
from apts.engine.ludeme import ludeme
from apts.engine.scope import Scope
from apts.engine.sinks import Move, Sink, Wrapper, with_then
from apts.language.tree import Clause


@ludeme("(roll [then<then>])", result="moves", documentation="Roll all dice.")
def roll(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One draw of chance for all dice together."""

    def act(inner: Scope) -> None:
        inner.act("roll")

    with_then(sink, clause.get("then")).emit(scope, Move(clause, "effect", UNSET, UNSET, act))


class UsingSink(Wrapper):
    """Every move that passes uses up the die in the register ``die``.

    With ``replayDouble:`` equal dice are played twice: the first use keeps their value in the unnamed variable; while
    it is there, further uses put it back on all dice, and a use of equal dice forgets it.
    """

    def __init__(self, inner: Sink, clause: Clause):
        super().__init__(inner, "using", id(clause))
        self.clause = clause
        self.lazy = inner.lazy

    def emit(self, scope: Scope, move: Move) -> None:
        """Pass the longer move on."""

        def act(inner: Scope) -> None:
            doubles = inner.boolean(self.clause.get("replayDouble"), "False")
            again = inner.let("again", f"1 if {doubles} else 0")
            move.act(inner)
            inner.act("use_die", inner.register("die"), again)

        self.inner.emit(scope, replace(move, act=act, key=(*move.key, "using", id(self.clause))))


@ludeme(
    "(forEach Die [hand<int>] [combined:<bool>] [replayDouble:<bool>] [if:condition<bool>] moves<moves> [then<then>])",
    result="moves",
    documentation="The moves that each die allows; a move uses its die up.",
)
def for_each_die(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Loop over the dice with their present value as the ``pips``; used ones count 0."""
    if scope.flag(clause, "combined"):
        raise scope.kernel.unsupported(clause, "with combined:")
    moves = clause.get("moves")
    assert moves is not None
    sink = UsingSink(with_then(sink, clause.get("then")), clause)
    die = Expression(scope.fresh("die"))
    with scope.loop(f"for {die} in range({die_count(scope.kernel)}):"):
        pips = scope.let("pips", die_value(scope, die))
        with scope.bound(pips=pips, die=die), scope.block(f"if {scope.boolean(clause.get('condition'))}:"):
            scope.moves(moves, sink)
