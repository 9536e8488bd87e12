"""How matches end: conditions, results, scores."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme, structure
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.roles import role_number
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.scores import write_scores
from apts.language.tree import Clause, Word


@ludeme(
    "(if condition<bool> [rules<{endrule}> | rule<endrule>] [result<result>])",
    result="endrule",
    documentation="When the condition holds the match ends so; of several rules inside, the first that applies decides.",
)
def end_if(scope: Scope, clause: Clause) -> None:
    """Test the condition, then the rules inside, then the result."""
    number = scope.kernel.end_rule(clause)
    condition = scope.boolean(clause.get("condition"))
    inner = as_tuple(clause.get("rules") or clause.get("rule"))
    with scope.block(f"if {condition}:"):
        if inner:
            scope.line("before = S[ACTIVE]")
        for rule in inner:
            assert isinstance(rule, Clause)
            with scope.block("if S[OVER] == 0 and S[ACTIVE] == before:"):
                scope.kernel.course.end_rule(scope, rule)
        result = clause.get("result")
        if isinstance(result, Clause):
            guard = "if S[OVER] == 0 and S[ACTIVE] == before:" if inner else "if True:"
            with scope.block(guard):
                scope.kernel.handler(result)(scope, result, number)


@ludeme(
    "(forEach [who<PlayersLoop>] if:condition<bool> result<result>)",
    result="endrule",
    documentation="The result applies to every player for whom the condition holds.",
)
def end_for_each(scope: Scope, clause: Clause) -> None:
    """Loop over the players still in the match."""
    number = scope.kernel.end_rule(clause)
    who = clause.get("who")
    others = isinstance(who, Word) and who.name == "NonMover"
    player = scope.fresh("player")
    with scope.block(f"for {player} in range(1, D[PLAYERS] + 1):"):
        active = f"(S[ACTIVE] >> {player}) & 1" + (f" and {player} != S[MOVER]" if others else "")
        with scope.block(f"if {active}:"), scope.bound(player=Expression(player)):
            condition = scope.boolean(clause.get("condition"))
            with scope.block(f"if {condition}:"):
                result = clause.get("result")
                assert isinstance(result, Clause)
                scope.kernel.handler(result)(scope, result, number)


@ludeme("(result who<role> kind<Result>)", result="result", documentation="Who wins or loses, or that it is a draw.")
def result(scope: Scope, clause: Clause, number: int) -> None:
    """Write the change of ranks."""
    who, kind = clause.get("who"), clause.get("kind")
    assert isinstance(who, Word)
    assert isinstance(kind, Word)
    if who.name.startswith("Team"):
        _team_result(scope, clause, who.name, kind.name, number)
        return
    everybody = who.name in ("All", "Shared", "Each")
    if kind.name in ("Tie", "Abandon", "Crash"):
        raise scope.kernel.unsupported(clause, kind.name)
    player = scope.role(who.name)
    if not everybody and player.fixed is not None and player.fixed > scope.kernel.equipment.players:
        scope.line(f"missing_player(D, {player})")
    if kind.name == "Draw":
        if everybody:
            scope.line(f"draw(D, S, {number})")
        else:
            with scope.block(f"if (S[ACTIVE] >> {player}) & 1:"):
                scope.line(f"draw(D, S, {number})")
        return
    function = "win" if kind.name == "Win" else "lose"
    if everybody:
        scope.line(f"{function}_all(D, S, {number})")
    else:
        scope.line(f"{function}(D, S, {player}, {number})")


def _team_result(scope: Scope, clause: Clause, team: str, kind: str, number: int) -> None:
    """A team can win; that it loses or draws changes nothing, as in the reference."""
    if kind == "Win" and scope.kernel.has("teams"):
        scope.line(f"win_team(D, S, {role_number(scope, team)}, {number})")
    elif kind in ("Loss", "Draw"):
        scope.line("pass")
    else:
        raise scope.kernel.unsupported(clause, "for a team")


structure(
    "(score who<role> value<int>)",
    result="finalscore",
    documentation="A score to be set before the ranking.",
    needs=["score"],
)


@ludeme(
    "(byScore [scores<{finalscore}>] [misere:<bool>])",
    result="result",
    documentation="The players are ranked by score, the highest first; with misere: the lowest.",
    needs=["score"],
)
def by_score(scope: Scope, clause: Clause, number: int) -> None:
    """Set the scores given, then rank."""
    start = scope.kernel.field("score", "player")
    write_scores(scope, as_tuple(clause.get("scores")), start)
    scope.line(f"rank_by_score(D, S, {start}, {scope.flag(clause, 'misere')}, {number})")
