"""Start rules that set numbers: scores, counts, teams, remembered values, and pieces by player."""

from __future__ import annotations

from apts.engine.ludeme import ludeme
from apts.engine.scope import Scope
from apts.language.tree import Clause, Word


@ludeme(
    "(set Score who<role> value<int>)",
    result="startrule",
    documentation="The score of a player, or of everybody, at the start.",
    needs=["score"],
)
def set_score(scope: Scope, clause: Clause) -> None:
    """One word, or those of all players."""
    who = clause.get("who")
    assert isinstance(who, Word)
    start = scope.kernel.field("score", "player")
    value = scope.simple(scope.integer(clause.get("value")), "score")
    if who.name in ("Each", "All", "Shared"):
        player = scope.fresh("player")
        with scope.loop(f"for {player} in range(1, D[PLAYERS] + 1):"):
            scope.line(f"{scope.state}[{start} + {player}] = {value}")
    else:
        scope.line(f"{scope.state}[{start} + {scope.role(who.name)}] = {value}")
    scope.writes("score")
