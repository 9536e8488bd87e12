"""Single moves and effects by their patterns."""

from __future__ import annotations

from apts.language.tree import Clause, Literal, Value
from apts.telling.languages import wording
from apts.telling.moves.blocks import take_others, take_passage, take_start, take_target, taking
from apts.telling.moves.dispatch import SINGLE, TELLINGS, word
from apts.telling.outline import Item, followed
from apts.telling.patterns import pattern_of
from apts.telling.teller import Untold, describe, joined


def _act(clause: Clause, chosen: bool) -> list[Item]:
    """One move or effect by its pattern, with its conditions and what it does to what it meets."""
    arguments = {name: value for name, value in clause.arguments.items() if name not in ("then", "on")}
    conditions: list[str] = []
    effects: list[tuple[str, list[Item]]] = []
    taken = taking(clause)
    take_start(arguments, conditions, chosen)
    take_passage(clause, arguments, effects)
    take_target(clause, arguments, conditions, effects, chosen)
    take_others(clause, arguments, chosen)
    for text in _patterns(clause.name):
        words = pattern_of(text).filled(arguments, describe)
        if words is not None:
            break
    else:
        raise Untold(clause.name)
    words = words.replace("(s)", "" if _is_one(arguments.get("count", arguments.get("amount"))) else "s")
    words += taken
    if conditions:
        words = word("if_suffix").format(act=words, condition=joined(conditions))
    item = Item(words)
    for label, items in effects:
        item = followed(item, label, items)
    return [item]


def _patterns(name: str) -> list[str]:
    found = wording()["act"].get(name, ())
    return [found] if isinstance(found, str) else list(found)


def _is_one(value: Value | None) -> bool:
    return isinstance(value, Literal) and value.value == 1


TELLINGS[SINGLE] = _act
