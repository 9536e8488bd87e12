"""The end rules of a text as people read them, and what they do with those who stay."""

from __future__ import annotations

from collections.abc import Sequence

from apts.engine.play.questions import EndRule
from apts.language.printer import to_text
from apts.language.tree import Clause, Literal, Word

EVERYBODY = ("All", "Each", "Shared")


def told_end_rules(rules: Sequence[Clause]) -> tuple[EndRule, ...]:
    """Each end rule with its text, its line, and the end rules inside it."""
    places = {id(rule): place for place, rule in enumerate(rules)}
    found = []
    for rule in rules:
        ends = [part for part in rule.clauses() if part.signature.result == "endrule"]
        line = rule.position.line
        text = f"{' '.join(to_text(rule).split())} (line {line})"
        inside = tuple(places[id(part)] for part in ends if id(part) in places)
        found.append(EndRule(rule, text, line, inside, tuple(part.position.line for part in ends)))
    return tuple(found)


def scores_add_up(rules: Sequence[Clause]) -> bool:
    """Whether what one player gains by these rules another one loses.

    Single winners and losers, draws and ranks by score share the places out; when all win, all lose or a team wins, more
    or less than all places are given away.
    """
    for rule in rules:
        for clause in rule.clauses():
            who, kind = clause.get("who"), clause.get("kind")
            if clause.name != "result" or not isinstance(who, Word) or not isinstance(kind, Word):
                continue
            if who.name.startswith("Team") or (who.name in EVERYBODY and kind.name != "Draw"):
                return False
    return True


def all_alike(rules: Sequence[Clause]) -> bool:
    """Whether these rules give all players the same result whatever happens: all win, all lose, or it is a draw."""
    found = False
    for rule in rules:
        for clause in rule.clauses():
            if clause.signature.result != "result":
                continue
            who, kind = clause.get("who"), clause.get("kind")
            if clause.name != "result" or not isinstance(who, Word) or not isinstance(kind, Word):
                return False
            if kind.name != "Draw" and who.name not in EVERYBODY:
                return False
            found = found or kind.name in ("Win", "Loss")
    return found


def results_for_one(rules: Sequence[Clause]) -> frozenset[str]:
    """The results, wins and losses, that the rules give to one player while the others stay."""
    found = set()
    for rule in rules:
        for clause in rule.clauses():
            who, kind = clause.get("who"), clause.get("kind")
            if clause.name != "result" or not isinstance(who, Word) or not isinstance(kind, Word):
                continue
            if who.name not in EVERYBODY and not who.name.startswith("Team") and kind.name in ("Win", "Loss"):
                found.add(kind.name)
    return frozenset(found)


def is_safety_net(rule: Clause) -> bool:
    """Whether an end rule is there to stop matches that would never end: after so many moves, or at repeated positions."""
    return _asks_for_the_course(rule.get("condition"))


def _asks_for_the_course(condition: object) -> bool:
    """Whether a condition asks for nothing but the number of moves or turns, or whether a position came again."""
    if not isinstance(condition, Clause):
        return False
    if condition.signature.head in (">=", ">", "="):
        sides = [condition.get(side) for side in ("a", "b")]
        return any(_counts_moves(side) for side in sides) and any(isinstance(side, Literal) for side in sides)
    if condition.signature.head in ("or", "and"):
        parts = [
            part for value in condition.arguments.values() for part in (value if isinstance(value, tuple) else (value,))
        ]
        return bool(parts) and all(_asks_for_the_course(part) for part in parts)
    return condition.signature.head == "is" and condition.signature.mode == "Repeat"


def _counts_moves(side: object) -> bool:
    return isinstance(side, Clause) and side.signature.head == "count" and side.signature.mode in ("Moves", "Turns")
