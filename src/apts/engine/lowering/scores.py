"""What the rules mean by the scores of the players, and the scores of a position as a person should see them.

Some rules keep the scores while the match runs (``addScore``, ``set Score``). Others work them out from the position when
the match ends, ``(byScore {(score P1 ..) ..})``; until then the words of the position that hold scores mean nothing, and
what the end rule would find now is shown instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ImpossibleRule
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.scope import Scope
from apts.language.printer import to_text
from apts.language.tree import Clause, Value, Word

_KEEPING = ("set Score", "addScore")
_OF_THE_MOMENT = frozenset(
    ("mover", "next", "prev", "last", "Mover", "Next", "Prev", "NonMover", "Enemy", "Friend", "TeamMover")
)
_OF_THE_MOVE = _OF_THE_MOMENT | {"from", "to", "between", "site", "level", "player", "track", "edge", "pips"}

SCORES_ENTRY = """
@entry(4)
def scores(data, state, work, records):
    # Writes the scores into the position that the rules work out from it.
    D, W = pointer(data), pointer(work)
    begin_work(W)
    present_scores(D, pointer(state), W, pointer(records), D[FIRST_FRAME])
    return 0
"""


@dataclass(frozen=True)
class ScoreRules:
    """How the scores of a game come about.

    ``final`` are the scores that every ranking by score sets first, if they say something about any position and not
    only about the one that ends the match. ``kept`` tells whether moves or the start change scores. ``worked_out`` tells
    that moves set them to what they find in the position, so that they are unknown before the first move; ``first`` are
    such scores where every move sets the same, so that they can be worked out for the start position too.
    """

    final: tuple[Clause, ...] = ()
    kept: bool = False
    worked_out: bool = False
    first: tuple[Clause, ...] = ()

    @property
    def present(self) -> tuple[Clause, ...]:
        """The scores that the kernel can work out for a position."""
        return self.final or self.first


def score_rules(game: Clause) -> ScoreRules:
    """Read them off the typed rules."""
    rankings = [clause for clause in game.clauses() if clause.name == "byScore"]
    final: tuple[Clause, ...] = ()
    if len({_written(clause) for clause in rankings}) == 1:
        final = tuple(score for score in as_tuple(rankings[0].get("scores")) if isinstance(score, Clause))
    if any(_of_the_moment(score.get("value")) for score in final):
        final = ()
    start = _part(game, "start")
    at_start = [clause for clause in start.clauses() if clause.name in _KEEPING] if start is not None else []
    changes = [clause for clause in game.clauses() if clause.name in _KEEPING and clause not in at_start]
    worked_out = not at_start and any(_worked_out(clause) for clause in changes)
    first = _first(game, changes) if worked_out else ()
    return ScoreRules(final, bool(changes or at_start), worked_out, first)


def _first(game: Clause, changes: Sequence[Clause]) -> tuple[Clause, ...]:
    """The settings of scores if all moves make them, whatever the move, and they agree about each player."""
    always = [found for clause in game.clauses() if clause.name == "then" for found in _unconditional(clause)]
    if any(clause not in always or _of_the_moment(clause, _OF_THE_MOVE) for clause in changes):
        return ()
    by_player = {str(clause.get("who")): clause for clause in changes}
    agreed = all(_written(clause) == _written(by_player[str(clause.get("who"))]) for clause in changes)
    named = all(isinstance(clause.get("who"), Word) for clause in changes)
    return tuple(by_player.values()) if agreed and named else ()


def _unconditional(value: Value | None) -> Iterator[Clause]:
    """The settings of scores that a consequence makes in any case."""
    for part in as_tuple(value):
        if isinstance(part, Clause) and part.name in ("then", "and", "seq"):
            for argument in part.arguments.values():
                yield from _unconditional(argument)
        elif isinstance(part, Clause) and part.name == "set Score":
            yield part


def _written(clause: Clause) -> str:
    return " ".join(to_text(clause).split())


def _part(game: Clause, name: str) -> Clause | None:
    rules = game.get("rules")
    part = rules.get(name) if isinstance(rules, Clause) else None
    return part if isinstance(part, Clause) else None


def _of_the_moment(value: Value | None, moment: frozenset[str] = _OF_THE_MOMENT) -> bool:
    """Whether a score depends on the move or on who makes it: such a score says who wins, not how things stand."""
    if not isinstance(value, Clause):
        return False
    for clause in value.clauses():
        given = [word for argument in clause.arguments.values() for word in as_tuple(argument)]
        words = [word.name for word in given if isinstance(word, Word)]
        if not moment.isdisjoint((*clause.name.split(), *words)):
            return True
    return False


def _worked_out(change: Clause) -> bool:
    """Whether a score is set to something else than a plain number or a change of the score as it was."""
    amount = change.get("amount")
    if change.name != "set Score" or not isinstance(amount, Clause):
        return False
    return not any(clause.name == "score" for clause in amount.clauses())


def write_scores(scope: Scope, scores: Iterable[Value], start: str) -> None:
    """Write the scores of a list: all are worked out before the first is written."""
    values: list[tuple[str, Expression]] = []
    for score in scores:
        assert isinstance(score, Clause)
        who = score.get("who")
        assert isinstance(who, Word)
        _refuse_nobody(scope, score, who)
        amount = score.get("value" if score.name == "score" else "amount")
        values.append((who.name, scope.let("score", scope.integer(amount))))
    for name, value in values:
        if name in ("All", "Each", "Shared"):
            with scope.block("for player in range(1, D[PLAYERS] + 1):"):
                scope.line(f"S[{start} + player] = {value}")
        else:
            scope.line(f"S[{start} + {scope.role(name)}] = {value}")


def _refuse_nobody(scope: Scope, score: Clause, who: Word) -> None:
    """Only players have scores."""
    players = scope.kernel.equipment.players
    seat = re.fullmatch(r"P(\d+)", who.name)
    if who.name == "Neutral" or (seat is not None and int(seat[1]) > players):
        what = f"({score.name} {who.name} ..); the game has players 1 to {players}"
        raise ImpossibleRule(what, score.position)
