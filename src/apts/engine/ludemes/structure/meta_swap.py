"""The swap rule: after the first turn the second player may take over the first player's side."""

from __future__ import annotations

from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import ImpossibleRule, feature
from apts.engine.compiler.scope import Scope


@feature("swap")
def install(kernel: Kernel) -> None:
    """Offer the swap when exactly one move less than there are players has been made."""
    if kernel.equipment.players < 2:
        rule = next(clause for clause in kernel.rules.clauses() if clause.name == "swap")
        raise ImpossibleRule("(swap) in a game for one player", rule.position)
    kernel.hook("candidates", _offer)


def _offer(scope: Scope) -> None:
    with scope.block("if S[MOVES] == D[PLAYERS] - 1 and S[PREVIOUS] != S[MOVER]:"):
        scope.line("n = record0(D, W, M, n, SWAP, -1, -1)")
