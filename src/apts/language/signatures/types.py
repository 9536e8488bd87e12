"""What each type name of a signature accepts: literals, words, strings, and clauses by their result."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from apts.language.signatures.bare_words import ENUMERATIONS, INTEGER_CONSTANTS, UNIONS, canonical, declarations

INTEGER = re.compile(r"[+-]?\d+")
DECIMAL = re.compile(r"[+-]?(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?")
LARGEST_INTEGER = 2**31 - 1
_TRUTH = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Acceptance:
    """What may stand where a type is wanted."""

    results: frozenset[str]
    words: frozenset[str] = frozenset()
    integers: bool = False
    decimals: bool = False
    truths: bool = False
    strings: bool = False


def acceptance(name: str) -> Acceptance:
    """What the type accepts; ``a|b`` accepts what either does."""
    return _acceptance(name, declarations())


@lru_cache(maxsize=1024)
def _acceptance(name: str, declared: int) -> Acceptance:  # noqa: ARG001 - a declaration more may change the answer
    members = _members(name)
    results = set(members)
    if "float" in members:
        results.add("int")
    return Acceptance(
        frozenset(results),
        frozenset(word for member in members for word in ENUMERATIONS.get(member, ())),
        integers=bool(members & {"int", "float"}),
        decimals="float" in members,
        truths="bool" in members,
        strings="string" in members,
    )


def _members(name: str) -> set[str]:
    """The type itself and everything it is a union of."""
    found: set[str] = set()
    waiting = name.split("|")
    while waiting:
        member = waiting.pop()
        if member not in found:
            found.add(member)
            waiting.extend(UNIONS.get(member, ()))
    return found


def truth(text: str) -> bool | None:
    """True or False as written, in any case; None for anything else."""
    return _TRUTH.get(text.lower())


def number(text: str) -> int | float | None:
    """The value of a number or of a named number such as Off; None for anything else."""
    if INTEGER.fullmatch(text):
        value = int(text) if len(text) < 20 else LARGEST_INTEGER + 1
        return value if abs(value) <= LARGEST_INTEGER else None
    if DECIMAL.fullmatch(text):
        return float(text)
    return INTEGER_CONSTANTS.get(canonical(text))


def known_words() -> set[str]:
    """Every word that some type accepts."""
    words = {word for listed in ENUMERATIONS.values() for word in listed}
    return words | set(INTEGER_CONSTANTS) | {"True", "False"}
