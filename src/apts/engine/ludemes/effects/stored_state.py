"""``(remember State)`` and ``(avoidStoredState ..)``: one position that moves must not bring back."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import feature, ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, Wrapper, with_then
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause

_SOURCE = """
@compiled
def do_remember_state(D, S):
    S[D[AT_STORED_STATE]] = position_hash(D, S)
"""


@feature("stored state")
def stored_state(kernel: Kernel) -> None:
    """The hash of the position that was remembered last."""
    kernel.field("stored state", "one", hashed=False)
    kernel.storage.keep_key()
    kernel.add_operation("remember_state", 0, ("remembered",), _SOURCE)


@ludeme(
    "(remember State [then<then>])",
    result="moves",
    documentation="Remember what stands on the sites now, in place of what was remembered before.",
    needs=["stored state"],
)
def remember_state(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Keep the hash."""

    def act(inner: Scope) -> None:
        inner.act("remember_state")

    with_then(sink, clause.get("then")).emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act))


class OtherStateSink(Wrapper):
    """Lets a move pass only if it does not lead to the position remembered."""

    def __init__(self, inner: Sink):
        super().__init__(inner, "other state")

    def emit(self, scope: Scope, move: GeneratedMove) -> None:
        """Play the move on a copy and compare."""
        state = scope.base_state or scope.state
        decision = scope.kernel.decisions.find(scope, move)
        with scope.in_state(state):
            copy = scope.copy_of_state()
        scope.line(decision.play(scope, move, copy))
        place = scope.kernel.field("stored state", "one", hashed=False)
        with scope.block(f"if position_hash(D, {copy}) != {state}[{place}]:"):
            self.inner.emit(scope, move)


@ludeme(
    "(avoidStoredState moves<moves> [then<then>])",
    result="moves",
    documentation="The moves that do not bring back the position remembered.",
    idle="then",
    needs=["stored state"],
)
def avoid_stored_state(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Filter the moves; ``then`` has no effect here."""
    moves = clause.get("moves")
    assert moves is not None
    scope.moves(moves, OtherStateSink(sink))
