"""The way from a clause of moves to its outline; the files beside this one register how each kind is told."""

from __future__ import annotations

from collections.abc import Callable

from apts.language.tree import Clause, Value
from apts.telling.languages import wording
from apts.telling.outline import Item, as_one, followed, headed
from apts.telling.teller import Untold, as_code, describe

Telling = Callable[[Clause, bool], list[Item]]

TELLINGS: dict[str, Telling] = {}
"""How clauses are told, by name."""

SINGLE = ""
"""The name under which single moves and effects are told: all that have no telling of their own."""


def describe_moves(moves: Value, *, chosen: bool) -> list[Item]:
    """What moves are: with ``chosen`` one of them is chosen, else all of them happen. What has no words is given as code."""
    if not isinstance(moves, Clause):
        raise Untold(str(moves))
    telling = TELLINGS.get(moves.name) or TELLINGS[SINGLE]
    try:
        items = telling(moves, chosen)
    except Untold:
        return [Item(as_code(moves))]
    after = moves.arguments.get("then")
    if after is None:
        return items
    one = as_one(items)
    if one.inside and one.text.endswith(":"):  # what follows is none of the things in the list
        return [one, headed(word("then"), describe_then(after))]
    return [followed(one, word("then"), describe_then(after))]


def describe_then(then: Value) -> list[Item]:
    """What follows once a move has been made."""
    if not isinstance(then, Clause):
        raise Untold(str(then))
    return describe_moves(then.arguments["effect"], chosen=False)


def word(name: str) -> str:
    """A word of the structure of moves."""
    return str(wording()["structure"][name])


def describe_effects(clause: Clause) -> list[Item]:
    """What an ``(apply ..)`` does, under its condition."""
    effect = clause.arguments.get("effect")
    items = describe_moves(effect, chosen=False) if effect is not None else []
    if "condition" not in clause.arguments:
        return items
    return [headed(word("if").format(condition=describe(clause.arguments["condition"])), items)] if items else []
