"""``(is Cycle)``: the same run of positions three times in a row."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import feature, ludeme
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause

_SOURCE = """
@compiled
def note_cycle(D, S, length):
    at = D[AT_CYCLE]
    for index in range(3 * length - 1):
        S[at + index] = S[at + index + 1]
    S[at + 3 * length - 1] = position_hash(D, S)
    S[at + 3 * length] = min(S[at + 3 * length] + 1, 3 * length)


@compiled
def has_cycle(D, S, length):
    at = D[AT_CYCLE]
    if S[at + 3 * length] < 3 * length:
        return False
    for index in range(at, at + length):
        if S[index] != S[index + length] or S[index] != S[index + 2 * length]:
            return False
    return True
"""


def _length(kernel: Kernel) -> Expression:
    """How many positions make a round: the square of the number of players."""
    return kernel.number(kernel.equipment.players**2)


@feature("cycle")
def cycle(kernel: Kernel) -> None:
    """Keep the hashes of as many positions as three rounds have, the latest last, then how many there are."""
    kernel.field("cycle", "one", hashed=False, times=3 * kernel.equipment.players**2 + 1)
    kernel.prelude["cycle"] = _SOURCE
    kernel.hook("ended", lambda scope: scope.line(f"note_cycle(D, S, {_length(kernel)})"))


@ludeme(
    "(is Cycle)",
    result="bool",
    documentation="Whether the last positions, as many as the square of the players, came three times in a row.",
    needs=["cycle"],
)
def is_cycle(scope: Scope, clause: Clause) -> Expression:  # noqa: ARG001
    """Compare the hashes kept."""
    return Expression(f"has_cycle(D, {scope.state}, {_length(scope.kernel)})")
