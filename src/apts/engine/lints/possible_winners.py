"""Which seats the end rules of a text can make the winner, read from the rules alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apts.engine.end_rules import EVERYBODY
from apts.language.tree import Clause, Word

_PLAYER = re.compile("P([1-9][0-9]*)")
_NOT_WON = frozenset({"Draw", "Tie", "Abandon", "Crash"})


def possible_winners(rules: Sequence[Clause], players: int) -> frozenset[int]:
    """The seats that some end rule could make the winner; who is meant by Mover and the like may be anybody."""
    found: set[int] = set()
    for rule in rules:
        for clause in rule.clauses():
            if clause.signature.result == "result":
                found |= _winners(clause, players)
    return frozenset(found)


def _winners(clause: Clause, players: int) -> set[int]:
    who, kind = clause.arguments.get("who"), clause.arguments.get("kind")
    everybody = set(range(1, players + 1))
    if clause.name != "result" or not isinstance(who, Word) or not isinstance(kind, Word):
        return everybody
    if kind.name in _NOT_WON or (kind.name == "Loss" and who.name in EVERYBODY):
        return set()
    named = _PLAYER.fullmatch(who.name)
    if named is None:
        return everybody if kind.name == "Win" or players > 1 else set()
    return {int(named[1])} & everybody if kind.name == "Win" else everybody - {int(named[1])}
