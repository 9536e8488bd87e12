"""Captures by how pieces stand: who is hit, from where, and what happens to it."""

from __future__ import annotations

from apts.language.tree import Clause, Text, Value
from apts.telling.languages import called_now, wording
from apts.telling.moves.dispatch import TELLINGS, describe_effects
from apts.telling.outline import Item, headed
from apts.telling.patterns import pattern_of
from apts.telling.sites_of_moves import ways
from apts.telling.teller import Untold, describe, named_place
from apts.telling.voice import calling, voice


def _capture(clause: Clause, chosen: bool) -> list[Item]:
    """What is hit because of how pieces stand: every victim, and what happens to it."""
    del chosen
    words = wording()["capture"]
    between, to = clause.arguments.get("between"), clause.arguments.get("to")
    if {"numException", "with", "on", "except"} & clause.arguments.keys():
        raise Untold(clause.name)
    by_target = clause.name in ("directional", "intervene")
    victim, other = (to, None) if by_target else (between, to)
    parts: dict[str, Value] = {
        "victims": Text(_standing(victim, "enemies", "sites where", "to" if by_target else "between")),
        "start": Text(_start_of(clause)),
    }
    if clause.name == "custodial":
        parts["closing"] = Text(_standing(other, "friend", "site where", "to"))
    if clause.name == "surround":
        parts["friends"] = Text(_standing(other, "friends", "sites where", "to"))
    if isinstance(between, Clause) and "range" in between.arguments:
        parts["range"] = between.arguments["range"]
    direction = clause.arguments.get("directions", clause.arguments.get("relation"))
    if direction is not None:
        parts["way"] = Text(ways(direction))
    lead = pattern_of(str(words[clause.name])).filled(parts, describe)
    if lead is None:
        raise Untold(clause.name)
    effect = victim.arguments.get("effect") if isinstance(victim, Clause) else None
    with calling(**dict.fromkeys(("between", "to") if by_target else ("between",), called_now("site of the victim"))):
        items = describe_effects(effect) if isinstance(effect, Clause) else [Item(str(words["taken"]))]
    return [headed(lead, items)]


def _standing(block: Value | None, usual: str, where: str, name: str) -> str:
    """What stands on the sites that a block asks for; enemies or friends where it asks for nothing."""
    words = wording()["capture"]
    condition = block.arguments.get("condition") if isinstance(block, Clause) else None
    if condition is None or asks(condition, {"enemies": "is Enemy"}.get(usual, "is Friend"), name):
        return str(words[usual])
    with calling(**{name: called_now("it")}):
        return str(words[where]).format(condition=describe(condition))


def asks(condition: Value, question: str, name: str) -> bool:
    """Whether a condition is the plain question for an enemy or a friend on a site of that name."""
    if not isinstance(condition, Clause) or condition.name != question:
        return False
    who = condition.arguments["player"]
    at = who.arguments.get("at") if isinstance(who, Clause) and who.name == "who" and len(who.arguments) == 1 else None
    return isinstance(at, Clause) and at.name == name and not at.arguments


def _start_of(clause: Clause) -> str:
    start = clause.arguments.get("start")
    where = start.arguments.get("where") if isinstance(start, Clause) else None
    if where is not None:
        return describe(named_place(where))
    text = "own" if clause.name == "surround" else "last"
    return (
        voice().present.get("from", str(wording()["capture"][text]))
        if text == "own"
        else str(wording()["capture"][text])
    )


TELLINGS |= dict.fromkeys(("custodial", "enclose", "surround", "directional", "intervene"), _capture)
