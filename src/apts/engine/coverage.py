"""Rule coverage: how often each rule of a text was tried and took effect.

A kernel can be written with counters: two words of the work array for each place of the text, one for "tried", one for
"took effect". A condition takes effect when it holds, an effect when it is carried out, a move rule when one of its moves
is played, a list of moves when it offers one. Only what happens on a position whose word ``COUNTED`` is 1 counts;
copies made to look ahead have it at 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apts.engine.sinks import EffectSink, Move, Sink, Wrapper
from apts.language.tree import Clause, Position

if TYPE_CHECKING:
    from apts.engine.scope import Scope

TRIED, EFFECT = 0, 1


@dataclass(frozen=True)
class Rule:
    """A place of the rules text that has counters."""

    name: str
    kind: str
    position: Position


class Coverage:
    """Hands out counters; a place of the text that is used several times has one pair."""

    def __init__(self) -> None:
        self.rules: list[Rule] = []
        self._numbers: dict[tuple[str, Position], int] = {}

    def count(self, scope: Scope, clause: Clause, which: int, amount: str = "") -> None:
        """Write the line that counts; ``amount`` is a truth value when not every time counts."""
        key = (clause.name, clause.position)
        if key not in self._numbers:
            self._numbers[key] = len(self.rules)
            self.rules.append(Rule(clause.name, clause.signature.result, clause.position))
        factor = f" * int({amount})" if amount else ""
        scope.line(f"W[FRAMES + {2 * self._numbers[key] + which}] += {scope.state}[COUNTED]{factor}")


class CountingSink(Wrapper):
    """Counts what a moves clause gives: effects carried out, or moves offered."""

    def __init__(self, inner: Sink, clause: Clause):
        super().__init__(inner, "counting", id(clause))
        self.clause = clause
        self.lazy = inner.lazy

    def emit(self, scope: Scope, move: Move) -> None:
        """Count and pass on; a move that a player may choose counts when it is played."""
        coverage = scope.kernel.coverage
        if coverage is not None and (isinstance(_last(self.inner), EffectSink) or move.clause is not self.clause):
            coverage.count(scope, self.clause, EFFECT)
        self.inner.emit(scope, move)


def _last(sink: Sink) -> Sink:
    while isinstance(sink, Wrapper):
        sink = sink.inner
    return sink
