"""Clauses of rules in words for people, for edits and differences; what has no words is given as it is written."""

from __future__ import annotations

from apts.language.tree import Clause, Literal, Value, Word
from apts.telling.endings import end_sentence
from apts.telling.teller import Untold, told
from apts.variants.tree_changes import written

_NOUNS = {
    "endrule": "the end rule",
    "startrule": "the start rule",
    "metarule": "the rule for the whole match",
    "bool": "the condition",
    "moves": "the moves",
    "then": "what follows a move",
    "direction": "the directions",
    "region": "the places",
    "result": "the result",
    "item": "the equipment",
    "phase": "the phase",
    "start": "the start",
    "meta": "the rules for the whole match",
    "end": "the end rules",
    "play": "the moves of a turn",
    "int": "the number",
    "graph": "the board",
}
_LONGEST = 100


def noun_for(value: Value, owner: Clause | None = None, slot: str = "") -> str:
    """What kind of rule a value is."""
    if isinstance(value, Clause):
        return _NOUNS.get(value.signature.result, f"({value.name})")
    if isinstance(value, tuple) and value and isinstance(value[0], Clause):
        return noun_for(value[0])
    return f"{slot} of ({owner.name})" if owner is not None and slot else "the value"


def said(value: Value) -> str:
    """A value in words, shortened where it is long."""
    words = _words(value)
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 2]}.."


def _words(value: Value) -> str:
    if isinstance(value, Literal | Word):
        return written(value)
    if isinstance(value, Clause) and value.signature.result == "endrule":
        words = end_sentence(value)
        return f"`{written(value)}`" if words is None else words.removesuffix(".")
    if isinstance(value, Clause) and value.signature.result in ("bool", "int", "region"):
        try:
            return told(value)
        except Untold:
            pass
    return f"`{written(value)}`"
