"""The end rules of a text as people read them, and what they do with those who stay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from apts.engine.play.questions import EndRule
from apts.language.printer import to_text
from apts.language.tree import Clause, Literal, Word

EVERYBODY = ("All", "Each", "Shared")


def described_end_rules(rules: Sequence[Clause]) -> tuple[EndRule, ...]:
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


def is_safety_net(rule: Clause, never_held: Callable[[Clause], bool] = lambda part: False) -> bool:
    """Whether an end rule is there to stop matches that would never end: after so many moves, or at repeated positions.

    ``never_held`` tells of a part of its condition whether matches have shown that it never held: an end for more moves
    than any match has, and something besides, is a net as well; one from the second turn on is none.
    """
    condition = rule.get("condition")
    if _asks_for_the_course(condition):
        return True
    return any(_asks_for_the_course(part) and never_held(part) for part in _joined(condition, "and"))


def _joined(condition: object, head: str) -> tuple[Clause, ...]:
    """The parts of an ``(and ..)`` or an ``(or ..)``; nothing for other conditions."""
    if not isinstance(condition, Clause) or condition.signature.head != head:
        return ()
    return tuple(part for part in _arguments(condition) if isinstance(part, Clause))


def _arguments(clause: Clause) -> Iterator[object]:
    for value in clause.arguments.values():
        yield from value if isinstance(value, tuple) else (value,)


def _asks_for_the_course(condition: object) -> bool:
    """Whether a condition asks for nothing but the number of moves or turns, or whether a position came again."""
    if not isinstance(condition, Clause):
        return False
    head = condition.signature.head
    if head in ("or", "and"):
        parts = list(_arguments(condition))
        return bool(parts) and all(map(_asks_for_the_course, parts))
    if head == "not":
        return _bounds_moves(condition.get("a"), _BELOW)
    return _bounds_moves(condition, _ABOVE) or (head == "is" and condition.signature.mode in ("Repeat", "Cycle"))


_ABOVE = {">=": "a", ">": "a", "=": "ab", "<=": "b", "<": "b"}
_BELOW = {"<": "a", "<=": "a", "!=": "ab", ">": "b", ">=": "b"}
"""The side of a comparison at which the number of moves stands when it is to reach, or is still below, the other side."""


def _bounds_moves(condition: object, sides: Mapping[str, str]) -> bool:
    """Whether a condition compares the number of moves or turns with a number that does not change in a match."""
    if not isinstance(condition, Clause):
        return False
    a, b = condition.get("a"), condition.get("b")
    both = {"a": (a, b), "b": (b, a)}
    found = [both[side] for side in sides.get(condition.signature.head, "")]
    return any(_counts_moves(one) and _is_fixed(other) for one, other in found)


def _counts_moves(side: object) -> bool:
    return isinstance(side, Clause) and side.signature.head == "count" and side.signature.mode in ("Moves", "Turns")


def _is_fixed(side: object) -> bool:
    """Whether a number follows from the text alone: written down, counted on the board, or worked out of such numbers."""
    if not isinstance(side, Clause):
        return isinstance(side, Literal)
    signature = side.signature
    if signature.head in ("+", "-", "*", "/", "max", "min"):
        return all(map(_is_fixed, _arguments(side)))
    return signature.head == "count" and signature.mode in ("Players", "Cells", "Vertices", "Edges", "Rows", "Columns")
