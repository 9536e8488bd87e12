"""Several effects as one choice: ``(append ..)`` and ``(allCombinations ..)``."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import EffectSink, GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause, Value

_BASE = 1 << 20  # sites are far fewer
_FIRST = "first_"


class FirstPairSink(Sink):
    """Answers with the pair of sites of the first move found; see :meth:`read`."""

    key = ("first pair",)

    def emit(self, scope: Scope, move: GeneratedMove) -> None:
        """Leave the function with both sites in one number."""
        scope.kernel.readings.ask(move.clause)
        scope.line(f"return {_BASE * _BASE} + ({move.origin} + 1) * {_BASE} + {move.target} + 1")

    def call(self, scope: Scope, function: str, arguments: list[str]) -> None:
        """Leave with the function that is called."""
        answer = scope.let("answer", scope.call(function, "n", *arguments))
        with scope.block(f"if {answer} != 0:"):
            scope.line(f"return {answer}")

    def close(self, scope: Scope) -> None:
        """Nothing was found."""
        scope.line("return 0")

    @staticmethod
    def read(scope: Scope, answer: Expression) -> tuple[Expression, Expression]:
        """The two sites of an answer that is not 0."""
        origin = scope.let("origin", f"({answer} - {_BASE * _BASE}) // {_BASE} - 1")
        return origin, scope.let("target", f"{answer} % {_BASE} - 1")


@ludeme("(append moves<moves> [then<then>])", result="moves", documentation="All these effects together are one move.")
def append(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One move, if there is any effect at all; its sites are those of the first."""
    sink = with_then(sink, clause.get("then"))
    moves = clause.get("moves")
    assert moves is not None

    def act(inner: Scope) -> None:
        inner.moves(moves, EffectSink())

    answer = scope.let("answer", _first_pair(scope, moves))
    with scope.block(f"if {answer} != 0:"):
        origin, target = FirstPairSink.read(scope, answer)
        sink.emit(scope, GeneratedMove(clause, "append", origin, target, act))


def _first_pair(scope: Scope, moves: Value) -> Expression:
    kernel, sink = scope.kernel, FirstPairSink()

    def write(inner: Scope) -> None:
        inner.moves(moves, sink)
        sink.close(inner)

    registers = dict(scope.registers)
    name = kernel.function((id(moves), sink.key), "first", write, registers, ("n",), nested=scope.nested)
    return scope.call(name, "0", *registers.values())


class CombiningSink(Sink):
    """For every move found, goes through the moves of another clause and passes on the two as one."""

    def __init__(self, clause: Clause, second: Value, sink: Sink, outer: dict[str, Expression]):
        self.clause, self.second, self.sink, self.outer = clause, second, sink, outer
        self.key = ("combining", id(second), *sink.key)
        self.separate = False

    def emit(self, scope: Scope, move: GeneratedMove) -> None:
        """Keep the registers of the first move under other names while the second is looked for."""
        kept = {f"{_FIRST}{name}": value for name, value in scope.registers.items()}
        found = scope.registers
        scope.registers = {**self.outer, **kept}
        try:
            scope.moves(self.second, _PairSink(self.clause, move, self.sink))
        finally:
            scope.registers = found


class _PairSink(Sink):
    """Passes on the first move followed by the second."""

    def __init__(self, clause: Clause, first: GeneratedMove, sink: Sink):
        self.clause, self.first, self.sink = clause, first, sink
        self.key = ("pair", id(first.clause), first.key, *sink.key)
        self.separate = False

    def emit(self, scope: Scope, move: GeneratedMove) -> None:
        """The sites are those of the first move."""
        first = self.first

        def act(inner: Scope) -> None:
            registers = inner.registers
            inner.registers = {
                name.removeprefix(_FIRST): value for name, value in registers.items() if name.startswith(_FIRST)
            }
            first.act(inner)
            inner.registers = registers
            move.act(inner)

        key = ("pair", id(first.clause), first.key, id(move.clause), move.key)
        consequences = (*first.consequences, *move.consequences)
        rules = (*first.rules, *move.rules)
        both = GeneratedMove(self.clause, "pair", first.origin, first.target, act, consequences, key, rules)
        self.sink.emit(scope, both)


@ludeme(
    "(allCombinations first<moves> second<moves> [then<then>])",
    result="moves",
    documentation="Every move of the first kind together with every move of the second.",
)
def all_combinations(scope: Scope, clause: Clause, sink: Sink) -> None:
    """The second kind is looked for once for each of the first."""
    first, second = clause.get("first"), clause.get("second")
    assert first is not None
    assert second is not None
    sink = with_then(sink, clause.get("then"))
    scope.moves(first, CombiningSink(clause, second, sink, scope.registers))
