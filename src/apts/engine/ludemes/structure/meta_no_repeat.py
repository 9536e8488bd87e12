"""``(no Repeat ..)``: moves that bring back an earlier position are not legal; ``(is Repeat ..)``: whether one came back.

The hashes of the positions that have been are kept behind the state; only those there are copied.

A position is kept after the first move of a turn, before the next player is to move. With ``Situational`` it is told
apart by who moved, who moved before and what belongs to the players, too. The start is kept with ``Positional`` alone.
So two players who go to and fro come back to the start with their fourth move; the first situation that was there
before is the one after their sixth, for before the first move nobody had moved.
"""

from __future__ import annotations

from apts.engine.compiler.expression import EVERYTHING, Expression
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import feature, ludeme
from apts.engine.compiler.passes import is_pass
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, Wrapper
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause, Word

_STORED = """
@compiled
def is_stored(D, S, key):
    for index in range(D[STATE_SIZE] - D[HISTORY], S[LENGTH]):
        if S[index] == key:
            return True
    return False


@compiled
def store(D, S, key):
    if S[LENGTH] < D[STATE_SIZE]:
        S[S[LENGTH]] = key
        S[LENGTH] += 1
"""


def _kind(clause: Clause) -> str:
    kind = clause.get("kind")
    return kind.name if isinstance(kind, Word) else "Positional"


def _hash(kind: str) -> str:
    """The function that tells positions apart, or positions with whose move it is."""
    return "situation_hash" if kind.startswith("Situational") else "position_hash"


@feature("history")
def keep_history(kernel: Kernel) -> None:
    """Keep the hashes of the positions of the match, or of the turn."""
    parts = [clause for clause in kernel.rules.clauses() if clause.name in ("no Repeat", "is Repeat")]
    kind = _kind(parts[0])
    for clause in parts:
        if _kind(clause) != kind:
            raise kernel.unsupported(clause, f"{_kind(clause)} beside {kind}")
    kernel.field("history", "history", hashed=False)
    kernel.storage.keep_key()
    kernel.prelude["repetition"] = _STORED
    key, in_turn = _hash(kind), kind.endswith("InTurn")

    def started(scope: Scope) -> None:
        if kind == "Positional":
            scope.line(f"store(D, S, {key}(D, S))")

    def ended(scope: Scope) -> None:
        if in_turn:
            with scope.block("if S[MOVER] != S[PREVIOUS]:"):
                scope.line("S[LENGTH] = D[STATE_SIZE] - D[HISTORY]")
            scope.line(f"store(D, S, {key}(D, S))")
        else:
            with scope.block("if S[MOVER] != S[PREVIOUS]:"):
                scope.line(f"store(D, S, {key}(D, S))")

    kernel.hook("started", started)
    kernel.hook("ended", ended)


@feature("no repeat")
def forbid_repetition(kernel: Kernel) -> None:
    """Test every move but passes."""
    rule = next(clause for clause in kernel.rules.clauses() if clause.name == "no Repeat")
    key = _hash(_kind(rule))

    def legal(scope: Scope) -> None:
        forbidden = f"is_stored(D, {scope.state}, {key}(D, {scope.state}))"
        with scope.block(f"if not {is_pass(kernel, 'decision')} and {forbidden}:"):
            scope.line("return 0")

    kernel.hook("legal", legal)
    kernel.exists_wrappers.append(lambda sink: NewPositionSink(sink, key))


@ludeme(
    "(is Repeat [kind<Repetition>])",
    result="bool",
    documentation="Whether the position was there before, in the match or (InTurn) in this turn; "
    "the start counts for Positional alone.",
    needs=["history"],
)
def is_repeat(scope: Scope, clause: Clause) -> Expression:
    """Look the position up among those that are kept."""
    scope.reads(*EVERYTHING)
    return Expression(f"is_stored(D, {scope.state}, {_hash(_kind(clause))}(D, {scope.state}))")


class NewPositionSink(Wrapper):
    """Lets a move pass only if the position after it has not been there."""

    def __init__(self, inner: Sink, key: str):
        super().__init__(inner, "new position", key)
        self.hash_function = key

    def emit(self, scope: Scope, move: GeneratedMove) -> None:
        """Play the move on a copy and look it up."""
        if move.kind == "pass":
            self.inner.emit(scope, move)
            return
        decision = scope.kernel.decisions.find(scope, move)
        copy = scope.copy_of_state()
        scope.line(decision.play(scope, move, copy))
        with scope.block(f"if not is_stored(D, {copy}, {self.hash_function}(D, {copy})):"):
            self.inner.emit(scope, move)
