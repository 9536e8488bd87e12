"""Regions of moves: where the moves of a rule come from and go to."""

from __future__ import annotations

from contextlib import AbstractContextManager

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import CollectSink
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.sites.regions import Place, Region, SetRegion
from apts.language.tree import Clause, Value


@ludeme("(sites To moves<moves>)", result="region", documentation="Where the moves of a rule could go to now.")
def targets(scope: Scope, clause: Clause) -> Region:  # noqa: ARG001
    """The targets of all moves found."""
    moves = clause.get("moves")
    assert moves is not None
    return _Collected(moves, "to")


@ludeme("(sites From moves<moves>)", result="region", documentation="Where the moves of a rule could come from now.")
def origins(scope: Scope, clause: Clause) -> Region:  # noqa: ARG001
    """The origins of all moves found."""
    moves = clause.get("moves")
    assert moves is not None
    return _Collected(moves, "from")


class _Collected(Region):
    def __init__(self, moves: Value, part: str):
        self.moves, self.part = moves, part

    def stored(self, scope: Scope) -> Place:
        """A function finds the moves and adds a site for each to the set."""
        target = scope.temporary_set()
        scope.line(f"clear_set(W, {target}, D[SET_WORDS])")
        sink = CollectSink(self.part)

        def write(inner: Scope) -> None:
            inner.moves(self.moves, sink)
            sink.close(inner)

        with scope.bound(collected=target):
            registers = dict(scope.registers)
            key = (id(self.moves), sink.key)
            name = scope.kernel.function(key, "collect", write, registers, ("n",), nested=scope.nested)
            scope.line(scope.call(name, "0", *registers.values()))
        return "W", target

    def each(self, scope: Scope) -> AbstractContextManager[Expression]:
        """Collect, then walk."""
        array, base = self.stored(scope)
        return SetRegion(array, base).each(scope)
