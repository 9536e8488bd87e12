"""Moves as conditions: that something can be done."""

from __future__ import annotations

from dataclasses import replace

from apts.language.tree import Clause, Value
from apts.telling.languages import wording
from apts.telling.moves.dispatch import describe_moves, word
from apts.telling.outline import as_one
from apts.telling.teller import NEGATED, SPECIAL, Untold, by_pattern


def possible(clause: Clause) -> str:
    """That a move is possible, as a condition says it."""
    return _possible(clause, "can do")


def impossible(clause: Clause) -> str:
    """That a move is not possible."""
    return _possible(clause, "cannot do")


def _possible(clause: Clause, kind: str) -> str:
    moves = clause.arguments["moves"]
    if isinstance(moves, Clause) and moves.name in wording()["moves"]:
        return by_pattern(clause, None if kind == "can do" else "not")
    item = as_one(describe_moves(_without_effects(moves), chosen=True))
    if item.inside:
        raise Untold(clause.name)
    return word(kind).format(act=item.text)


def _without_effects(value: Value) -> Value:
    """Moves without what follows them, on which it does not depend whether they are possible."""
    if isinstance(value, tuple):
        return tuple(_without_effects(one) for one in value)
    if not isinstance(value, Clause) or value.signature.result not in ("moves", "between", "to"):
        return value
    effect = value.arguments.get("effect")
    plain = isinstance(effect, Clause) and effect.signature.result == "apply" and "condition" not in effect.arguments
    dropped = {"then", "effect"} if plain else {"then"}
    kept = {name: _without_effects(one) for name, one in value.arguments.items() if name not in dropped}
    return replace(value, arguments=kept)


SPECIAL["bool", "can Move"] = possible
NEGATED["can Move"] = impossible
