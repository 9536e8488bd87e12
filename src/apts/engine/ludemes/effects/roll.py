"""``(roll)`` and ``(forEach Die ..)``: rolling dice and moving by them."""

from __future__ import annotations

from dataclasses import replace

from apts.engine.compiler.expression import UNSET, Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, Wrapper, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.dice import die_count, die_value
from apts.language.tree import Clause

_DICE = ("die", "second_die", "third_die")


@ludeme("(roll [then<then>])", result="moves", documentation="Roll all dice.")
def roll(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One draw of chance for all dice together."""

    def act(inner: Scope) -> None:
        inner.act("roll")

    with_then(sink, clause.get("then")).emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act))


class UsingSink(Wrapper):
    """Every move that passes uses up the dice in the registers of that name.

    With ``replayDouble:`` equal dice are played twice: the first use keeps their value in the unnamed variable; while
    it is there, further uses put it back on all dice, and a use of equal dice forgets it.
    """

    def __init__(self, inner: Sink, clause: Clause, dice: int):
        super().__init__(inner, "using", id(clause), dice)
        self.clause, self.dice, self.doubles = clause, dice, clause.get("replayDouble")
        self.lazy = inner.lazy

    def emit(self, scope: Scope, move: GeneratedMove) -> None:
        """Pass the longer move on."""

        def act(inner: Scope) -> None:
            doubles = inner.boolean(self.doubles, "False")
            again = inner.let("again", f"1 if {doubles} else 0")
            move.act(inner)
            for register in _DICE[: self.dice]:
                inner.act("use_die", inner.register(register), again)

        self.inner.emit(scope, replace(move, act=act, key=(*move.key, "using", id(self.clause), self.dice)))


@ludeme(
    "(forEach Die [hand<int>] [combined:<bool>] [replayDouble:<bool>] [if:condition<bool>] moves<moves> [then<then>])",
    result="moves",
    documentation="The moves that each die allows, with combined: also sums of dice; a move uses its dice up.",
)
def for_each_die(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Loop over the dice with their present value as the ``pips``; used ones count 0."""
    sink = with_then(sink, clause.get("then"))
    for together in (1, 2, 3) if scope.flag(clause, "combined") else (1,):
        _combinations(scope, clause, sink, together)


def _combinations(scope: Scope, clause: Clause, sink: Sink, together: int, chosen: tuple[Expression, ...] = ()) -> None:
    """Choose so many dice in ascending order, then write the moves for their sum."""
    if len(chosen) < together:
        die = Expression(scope.fresh("die"))
        start = f"{chosen[-1]} + 1, " if chosen else ""
        with scope.loop(f"for {die} in range({start}{die_count(scope.kernel)}):"):
            if together > 1:
                with scope.block(f"if {die_value(scope, die)} == 0:"):
                    scope.line("continue")
            _combinations(scope, clause, sink, together, (*chosen, die))
        return
    moves = clause.get("moves")
    assert moves is not None
    pips = scope.let("pips", " + ".join(die_value(scope, die) for die in chosen))
    registers = dict(zip(_DICE, chosen, strict=False))
    with scope.bound(pips=pips, **registers), scope.block(f"if {scope.boolean(clause.get('condition'))}:"):
        scope.moves(moves, UsingSink(sink, clause, together))
