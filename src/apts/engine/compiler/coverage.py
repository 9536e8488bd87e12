"""Rule coverage: how often each rule of a text was tried and took effect.

A kernel can be written with counters: three words of the work array for each place of the text, how often it was tried,
in how many of these tries it took effect, and the number of the try that did so last. A try takes effect once at most:

* a condition when it holds;
* an effect when it is carried out, and every rule around it that brought it about;
* a rule of moves to choose from when a move of it is played, and every rule around it that offered that move;
* moves that are only asked about (``can Move``, ``is Threatened`` ..) when one is found;
* an end rule when it changes who is still in the match, by itself or by a rule inside;
* a phase when a move of it is played, a change of phase when it happens.

Only what happens on a position whose word ``COUNTED`` is 1 counts; copies made to look ahead have it at 0, and so have
questions about the rules of play themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, Wrapper
from apts.language.tree import Clause, TextPlace

if TYPE_CHECKING:
    from apts.engine.compiler.scope import Scope

COUNTERS = 3
"""Words a rule: tried, took effect, the try that took effect last."""


@dataclass(frozen=True)
class Rule:
    """A place of the rules text that has counters."""

    name: str
    kind: str
    position: TextPlace


class Coverage:
    """Hands out counters; a place of the text that is used several times has one set of them."""

    def __init__(self) -> None:
        self.rules: list[Rule] = []
        self._numbers: dict[tuple[str, TextPlace], int] = {}
        self._chosen: dict[int, dict[int, None]] = {}

    def tried(self, scope: Scope, clause: Clause) -> None:
        """Write the line that counts a try."""
        scope.line(f"W[WORK_HEAD + {self._place(clause)}] += {scope.state}[COUNTED]")

    def effect(self, scope: Scope, *clauses: Clause) -> None:
        """Write the lines that count an effect of the present try of each clause."""
        for place in dict.fromkeys(self._place(clause) for clause in clauses):
            scope.line(f"count_effect(W, WORK_HEAD + {place}, {scope.state}[COUNTED])")

    def offered(self, decision: int, move: GeneratedMove) -> None:
        """Note the rules that offer a decision: they take effect when it is played."""
        self._chosen.setdefault(decision, {}).update(dict.fromkeys(self._place(clause) for clause in move.rules))

    def played(self, scope: Scope, decision: int) -> None:
        """Write the lines that count the effect of all rules that offer a decision."""
        for place in self._chosen.get(decision, ()):
            scope.line(f"count_effect(W, WORK_HEAD + {place}, {scope.state}[COUNTED])")

    def _place(self, clause: Clause) -> int:
        key = (clause.name, clause.position)
        if key not in self._numbers:
            self._numbers[key] = len(self.rules)
            self.rules.append(Rule(clause.name, clause.signature.result, clause.position))
        return COUNTERS * self._numbers[key]


class CountingSink(Wrapper):
    """Writes its clause on every move that passes; the last sink counts what became of the move."""

    def __init__(self, inner: Sink, clause: Clause):
        super().__init__(inner, "counting", id(clause))
        self.clause = clause
        self.lazy = inner.lazy
        self.counts = inner.counts

    def emit(self, scope: Scope, move: GeneratedMove) -> None:
        """Pass the marked move on."""
        self.inner.emit(scope, replace(move, rules=(*move.rules, self.clause)))


def inside_unused(rules: Clause, unused: set[tuple[str, TextPlace]]) -> set[tuple[str, TextPlace]]:
    """The places of the text that stand inside an unused rule, wherever they are used; rules are named by their places."""
    inside: set[tuple[str, TextPlace]] = set()
    outside: set[tuple[str, TextPlace]] = set()

    def walk(clause: Clause, shut: bool) -> None:
        place = (clause.name, clause.position)
        (inside if shut else outside).add(place)
        for value in clause.arguments.values():
            for part in value if isinstance(value, tuple) else (value,):
                if isinstance(part, Clause):
                    walk(part, shut or place in unused)

    walk(rules, False)
    return inside - outside
