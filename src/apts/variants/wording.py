"""Clauses of rules in words for people, for edits and differences; what has no words is given as it is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from apts.language.tree import Clause, Literal, Value, Word
from apts.locales.catalogue import tables
from apts.telling.moves.dispatch import describe_moves, describe_then
from apts.telling.outline import Item
from apts.telling.set_up import describe_start, end_sentence
from apts.telling.teller import Untold, describe
from apts.telling.voice import grammar, voice, wording
from apts.variants.tree_changes import written

# ----------------------------------------------------------------------------------------------------------------
# The words of parameters, edits and differences, in the language that is spoken (:mod:`apts.telling.voice`).


def phrases() -> Mapping[str, Mapping[str, str]]:
    """The tables of words of the language that is spoken."""
    found: Mapping[str, Mapping[str, str]] = tables("edits", voice().language)
    return found


def phrase(key: str, /, **values: str) -> str:
    """One phrase with values put into it."""
    return phrases()["phrases"][key].format(**values)


def format_value(value: int | bool | str) -> str:
    """A value of a parameter for people."""
    return phrase("yes" if value else "no") if isinstance(value, bool) else str(value)


_LONGEST = 160
"""Letters after which words are cut, behind the last word that is whole."""


def noun_for(value: Value, owner: Clause | None = None, slot: str = "") -> str:
    """What kind of rule a value is."""
    if isinstance(value, Clause):
        return phrases()["nouns"].get(value.signature.result, f"({value.name})")
    if isinstance(value, tuple) and value and isinstance(value[0], Clause):
        return noun_for(value[0])
    if owner is None or not slot:
        return phrase("value")
    return phrases()["names"].get(f"{owner.name}.{slot}") or phrase("slot", slot=slot, owner=owner.name)


def in_words(value: Value) -> str:
    """A value in words, shortened where it is long."""
    words = grammar().smoothed(_without_lines(_words(value)))
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 2].rsplit(maxsplit=1)[0]} .."


def _without_lines(words: str) -> str:
    """Words without the lines of a text that code is told with: a variant has other lines, and nobody has seen them."""
    told_line = str(wording()["grammar"]["code"]).partition("{code}")[2]
    return re.sub(re.escape(told_line).replace(re.escape("{line}"), r"\d+"), "", words)


def quoted(value: Value) -> str:
    """The same where other words follow: several words stand in quotation marks."""
    words = in_words(value)
    return f'"{words}"' if " " in words and not words.startswith("`") else words


def _words(value: Value) -> str:
    try:
        words = _wording(value)
    except Untold:
        words = None
    return f"`{written(value)}`" if words is None else words


def _wording(value: Value) -> str | None:
    """A value in words; None or Untold where there are none."""
    if isinstance(value, Literal | Word):
        return written(value)
    if isinstance(value, tuple):
        return "; ".join(_words(item) for item in value) if value and isinstance(value[0], Clause) else None
    if not isinstance(value, Clause):
        return None
    result = value.signature.result
    if result in ("bool", "int", "region"):
        return describe(value)
    if result in ("meta", "end", "start"):
        return "; ".join(_words(argument) for argument in value.arguments.values())
    tell = _TELLERS.get(result)
    return None if tell is None else tell(value)


def _outlined(items: Sequence[Item]) -> str:
    """An outline in one line; what stands below a heading that ends in a colon follows it at once."""
    return "; ".join(text for item in items for _, text in item.walk()).replace(":; ", ": ")


def _meta(rule: Clause) -> str | None:
    kind = rule.arguments.get("kind")
    name = f"{rule.name} {kind.name}" if isinstance(kind, Word) else rule.name
    return wording()["meta"].get(name)


_TELLERS: dict[str, Callable[[Clause], str | None]] = {
    "endrule": lambda rule: (end_sentence(rule) or "").removesuffix(".") or None,
    "metarule": _meta,
    "startrule": lambda rule: _outlined([describe_start(rule)]),
    "moves": lambda moves: _outlined(describe_moves(moves, chosen=moves.signature.head in ("move", "forEach"))),
    "then": lambda then: _outlined(describe_then(then)),
    "play": lambda play: _outlined(describe_moves(play.arguments["moves"], chosen=True)),
}
