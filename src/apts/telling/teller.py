"""Clauses told in words, by the patterns of their ludemes."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from apts.language.tree import Clause, Literal, Text, Value, Word
from apts.telling.patterns import pattern_of

SITES = ("at", "site", "where", "start", "through")
"""Arguments that are sites."""

SITE_NAMES = frozenset(
    {"where", "last To", "last From", "site", "to", "from", "handSite", "mapEntry", "ahead", "coord"}
)
"""Ludemes that give the number of a site."""


class Untold(Exception):
    """A clause for which there are no words."""


@cache
def english() -> Mapping[str, Mapping[str, Any]]:
    """The tables of words by the type of what they are about."""
    text = files("apts.telling").joinpath("texts", "english.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def told(value: Value) -> str:
    """A clause, a word, a number or a list in words, without a capital letter and a point; :class:`Untold` without any."""
    if isinstance(value, tuple):
        return joined([told(item) for item in value])
    if isinstance(value, Literal):
        return _number(value)
    if isinstance(value, Word):
        return _of(english()["word"], value.name)
    if isinstance(value, Text):
        return value.value
    special = _SPECIAL.get((value.signature.result, value.name))
    return special(value) if special is not None else by_pattern(value)


def sentence(words: str) -> str:
    """Words as a sentence."""
    return words[:1].upper() + words[1:] + ("" if words.endswith(".") else ".")


def joined(parts: Sequence[str], word: str = "and") -> str:
    """A list as people say it."""
    return f" {word} ".join(([", ".join(parts[:-1])] if len(parts) > 1 else []) + list(parts[-1:]))


def by_pattern(clause: Clause, table: str | None = None) -> str:
    """The first pattern of the ludeme that has a place for every argument of the clause, filled in."""
    if any(name in clause.arguments and _is_plain(clause.arguments[name]) for name in SITES):
        raise Untold(clause.name)  # the number of a site says nothing to people
    patterns = english().get(table or clause.signature.result, {}).get(clause.name, ())
    for text in [patterns] if isinstance(patterns, str) else patterns:
        found = pattern_of(text).filled(clause.arguments, told)
        if found is not None:
            return found
    raise Untold(clause.name)


def _of(table: Mapping[str, Any], name: str) -> str:
    if name not in table:
        raise Untold(name)
    return str(table[name])


def _number(literal: Literal) -> str:
    words = english()["number"]
    if literal.written is not None:
        return _of(english()["word"], literal.written)
    if isinstance(literal.value, bool):
        raise Untold(str(literal.value))
    return str(words.get(str(literal.value), literal.value))


def _line(clause: Clause) -> str:
    """A row or a column, which people count from 1."""
    index = clause.arguments["index"]
    if not isinstance(index, Literal) or isinstance(index.value, bool):
        raise Untold(clause.name)
    return str(english()["line"][clause.name]).format(number=int(index.value) + 1)


def _result(clause: Clause) -> str:
    who, kind = clause.arguments["who"], clause.arguments["kind"]
    return _of(english()["result"], kind.name if isinstance(kind, Word) else "").format(who=told(who))


def _by_score(clause: Clause) -> str:
    fewest = clause.arguments.get("misere")
    return str(english()["result"]["lowest" if isinstance(fewest, Literal) and fewest.value else "highest"])


# --- what is put together from its parts -----------------------------------------------------------------------------


def _items(clause: Clause) -> list[Value]:
    """The parts of a clause that joins two, or a list of them."""
    listed = clause.arguments.get("list")
    if isinstance(listed, tuple):
        return list(listed)
    return [clause.arguments[name] for name in ("a", "b") if name in clause.arguments]


def _joined_conditions(clause: Clause) -> str:
    """Conditions with "and" or "or" between them; a semicolon stands before it where the other word is inside."""
    items = _items(clause)
    parts = [told(item) for item in items]
    nested = any(isinstance(item, Clause) and item.name in ("and", "or") for item in items)
    return f"; {clause.name} ".join(parts) if nested else joined(parts, clause.name)


def _is_in(clause: Clause) -> str:
    """Where the last move ended, if that is what is asked."""
    site = clause.arguments.get("site")
    if isinstance(site, Clause) and site.name == "last To" and "region" in clause.arguments:
        return str(english()["last"][clause.name]).format(region=told(clause.arguments["region"]))
    return by_pattern(clause)


def _is_line(clause: Clause) -> str:
    """A line; that it may run in all directions goes without saying."""
    direction = clause.arguments.get("direction")
    if isinstance(direction, Word) and direction.name == "All":
        arguments = {name: value for name, value in clause.arguments.items() if name != "direction"}
        return by_pattern(replace(clause, arguments=arguments))
    return by_pattern(clause)


def _not(clause: Clause) -> str:
    """What a condition says when it does not hold; a comparison is turned over."""
    inner = clause.arguments["a"]
    if not isinstance(inner, Clause):
        raise Untold("not")
    if inner.name == "not":
        return told(inner.arguments["a"])
    if inner.name in _OPPOSITE:
        return _compared(inner, _OPPOSITE[inner.name])
    try:
        return by_pattern(inner, "not")
    except Untold:
        return by_pattern(clause)


_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_TURNED = {"=": "=", "!=": "!=", "<": ">", ">=": "<=", ">": "<", "<=": ">="}


def _comparison(clause: Clause) -> str:
    return _compared(clause, clause.name)


def _compared(clause: Clause, sign: str) -> str:
    """A comparison: of something that is counted in a sentence of its own, of other things side by side."""
    a, b = clause.arguments["a"], clause.arguments["b"]
    if _counted(b) and not _counted(a):
        a, b, sign = b, a, _TURNED[sign]
    if isinstance(a, Clause) and _counted(a) and not _is_word(b):
        amount = str(english()["amount"][sign]).format(number=told(b))
        if isinstance(b, Literal) and (sign, b.value) in (("=", 0), ("<=", 0), ("<", 1)):
            amount = "no"
        words = by_pattern(a, "counted").replace("#", amount)
        return _one(words, amount)
    if any(isinstance(one, Clause) and one.name in SITE_NAMES and _is_plain(other) for one, other in ((a, b), (b, a))):
        raise Untold(clause.name)
    return str(english()["compared"][sign]).format(a=told(a), b=told(b))


def _counted(value: Value) -> bool:
    return isinstance(value, Clause) and value.name in english()["counted"]


def _is_plain(value: Value) -> bool:
    return isinstance(value, Literal) and value.written is None


def _is_word(value: Value) -> bool:
    """Whether a number was written as a word, such as ``Off``."""
    return isinstance(value, Literal) and value.written is not None


def _one(words: str, amount: str) -> str:
    """Words about an amount, with the ending of one or of many where they have ``(s)``."""
    return words.replace("(s)", "" if amount.endswith(" one") and "than one" not in amount else "s")


_SPECIAL: dict[tuple[str, str], Callable[[Clause], str]] = {
    ("result", "result"): _result,
    ("result", "byScore"): _by_score,
    ("region", "sites Row"): _line,
    ("region", "sites Column"): _line,
    ("bool", "and"): _joined_conditions,
    ("bool", "or"): _joined_conditions,
    ("bool", "is In"): _is_in,
    ("bool", "is Line"): _is_line,
    ("bool", "not"): _not,
    **{("bool", sign): _comparison for sign in _OPPOSITE},
}
