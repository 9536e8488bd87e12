"""``(set Team ..)``: who plays together."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import feature, ludeme
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
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

# All members of a team have the rank of the team, those who had left before too: 1 for the first team, the last rank for the
# last one, in even steps between (to the nearest half where more than three teams make other fractions).
_WIN = """
@compiled
def team_rank(D, S, place):
    teams = 0
    for team in range(1, D[PLAYERS] + 1):
        member = 0
        for player in range(1, D[PLAYERS] + 1):
            if S[D[AT_TEAM] + player] == team:
                member = 1
        teams += member
    if teams < 2 or place < 2:
        return 2
    return 2 + (2 * (D[PLAYERS] - 1) * (place - 1) + (teams - 1) // 2) // (teams - 1)


@compiled
def win_team(D, S, team, rule):
    size = 0
    for player in range(1, D[PLAYERS] + 1):
        if (S[ACTIVE] >> player) & 1 != 0 and S[D[AT_TEAM] + player] == team:
            size += 1
    if size == 0:
        return
    S[D[AT_TEAMS_WON]] += 1
    rank = team_rank(D, S, S[D[AT_TEAMS_WON]])
    for player in range(1, D[PLAYERS] + 1):
        if S[D[AT_TEAM] + player] == team:
            S[ACTIVE] &= ~(1 << player)
            S[D[RANK_AT] + player] = rank
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
        rank = team_rank(D, S, S[D[AT_TEAMS_WON]] + 1)
        for player in range(1, D[PLAYERS] + 1):
            if (S[ACTIVE] >> player) & 1 != 0 or (other != 0 and S[D[AT_TEAM] + player] == other):
                S[D[RANK_AT] + player] = rank
                S[LOSERS] += 1
        finish(S, rule)

"""


@feature("teams")
def teams(kernel: Kernel) -> None:
    """A team for each player; at the start everybody is a team of one."""
    place = kernel.field("team", "player")
    kernel.field("teams won", "one", hashed=False)
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
