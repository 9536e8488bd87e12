"""Passes as generated functions: which decisions are passes, and whether a pass is the only legal move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apts.engine.runtime.layout import RECORD_HEAD

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel
    from apts.engine.compiler.scope import Scope

FORCED_PASS = -1  # the decision number of a pass because nothing else is possible


def is_pass(kernel: Kernel, decision: str) -> str:
    """The code that tells whether a decision number is a pass."""
    passes = [FORCED_PASS, *(known.number for known in kernel.decisions.all if known.kind == "pass")]
    return "(" + " or ".join(f"{decision} == {number}" for number in passes) + ")"


def write_pass_functions(kernel: Kernel, candidates: str, legal: str | None) -> None:
    """The functions ``is_pass`` and ``lone_pass``, which loops of whole matches ask after they have chosen a move.

    ``candidates`` is the function that lists moves, and ``legal`` the one that tests one of them, where tests are left.
    """

    def ask(scope: Scope) -> None:
        with scope.block(f"if {is_pass(kernel, 'decision')}:"):
            scope.line("return 1")
        scope.line("return 0")

    kernel.function("is pass", "is_pass", ask, parameters=("decision",), plain=True)

    def look(scope: Scope) -> None:
        _look(kernel, scope, candidates, legal)

    kernel.function("lone pass", "lone_pass", look, parameters=("index",), plain=True)


def _look(kernel: Kernel, scope: Scope, candidates: str, legal: str | None) -> None:
    """Whether a chosen pass is the only legal move: 1 or 0, and twice the place where the pass stands in the list then.

    A pass that the rules offer is looked for among the candidates, which are listed for that; the words of its record tell
    it from others. These are tested until one is legal: in Go the tests of all of them took a third of a match.
    """
    scope.line("decision = M[index * D[RECORD]]")
    offered = [known for known in kernel.decisions.all if known.kind == "pass"]
    with scope.block(f"if decision == {FORCED_PASS}:"):
        scope.line("return 2 * index + 1")
    if not offered:
        scope.line("return 2 * index")
        return
    scope.line("used = 0")
    for known in offered:
        with scope.block(f"if decision == {known.number}:"):
            scope.line(f"used = {RECORD_HEAD + len(known.registers)}")
    scope.line("chosen = 0")
    with scope.block("for word in range(used):"):
        scope.line("chosen = mix(chosen, M[index * D[RECORD] + word])")
    scope.line(f"n = {scope.call(candidates, '0')}")
    scope.line("place = 0")
    scope.line("others = 0")
    with scope.block("for record in range(n):"):
        scope.line("own = 0")
        with scope.block("for word in range(used):"):
            scope.line("own = mix(own, M[record * D[RECORD] + word])")
        with scope.block("if own == chosen:"):
            scope.line("place = record")
        with scope.block("elif others == 0:"):
            scope.line("others = 1" if legal is None else f"others = {scope.call(legal, 'record')}")
    with scope.block("if others == 0:"):
        scope.line("return 2 * place + 1")
    scope.line("return 2 * place")
