"""``(set Team ..)``: who plays together."""

from __future__ import annotations

from apts.engine.compiler.drawing_moves.move_destinations import GeneratedMove, Sink, with_then
from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import feature, ludeme
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.player_roles import player_number
from apts.language.tree import Clause

_SOURCE = """
@compiled
def do_set_team(D, S, player, team):
    if player >= 1 and player <= D[PLAYERS]:
        S[D[AT_TEAM] + player] = team
    else:
        missing_player(D, player)
"""

# The members share the best free rank, and when one other team is left its members share the next. Whether the team is
# still in the match is asked of the player with its number, as in the reference.
_WIN = """
@compiled
def win_team(D, S, team, rule):
    if team < 1 or team > D[PLAYERS] or (S[ACTIVE] >> team) & 1 == 0:
        return
    rank = 2 * (S[WINNERS] + 1)
    size = 0
    for player in range(1, D[PLAYERS] + 1):
        if (S[ACTIVE] >> player) & 1 != 0 and S[D[AT_TEAM] + player] == team:
            S[ACTIVE] &= ~(1 << player)
            S[D[RANK_AT] + player] = rank
            size += 1
    S[WINNERS] += size
    if S[WON_BY] == 0:
        S[WON_BY] = rule
    other = 0
    several = 0
    for player in range(1, D[PLAYERS] + 1):
        if (S[ACTIVE] >> player) & 1 != 0:
            if other != 0 and S[D[AT_TEAM] + player] != other:
                several = 1
            other = S[D[AT_TEAM] + player]
    if several == 0:
        for player in range(1, D[PLAYERS] + 1):
            if (S[ACTIVE] >> player) & 1 != 0:
                S[D[RANK_AT] + player] = rank + 2 * size
                S[LOSERS] += 1
        finish(S, rule)
"""


@feature("teams")
def teams(kernel: Kernel) -> None:
    """A team for each player; at the start everybody is a team of one."""
    place = kernel.field("team", "player")
    kernel.prelude["win team"] = _WIN
    kernel.add_operation("set_team", 2, ("team",), _SOURCE)

    def alone(scope: Scope) -> None:
        with scope.block("for player in range(D[PLAYERS] + 2):"):
            scope.line(f"S[{place} + player] = player")

    kernel.hook("start", alone)


def join_team(scope: Scope, clause: Clause) -> None:
    """Put every player of the list into the team."""
    for role in as_tuple(clause.get("roles")):
        scope.act("set_team", player_number(scope, role), scope.integer(clause.get("team")))


@ludeme(
    "(set Team team<int> roles<{role}> [then<then>])",
    result="moves",
    documentation="Put players into a team.",
    needs=["teams"],
)
def set_team(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One change of teams."""

    def act(inner: Scope) -> None:
        join_team(inner, clause)

    with_then(sink, clause.get("then")).emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act))


@ludeme(
    "(set Team team<int> roles<{role}>)",
    result="startrule",
    documentation="Put players into a team for the whole match.",
    needs=["teams"],
)
def start_team(scope: Scope, clause: Clause) -> None:
    """The teams of the start position."""
    join_team(scope, clause)
