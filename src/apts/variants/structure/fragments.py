"""Clauses made from the grammar: by type and scope, from a list of patterns with holes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from apts.language.signatures.signature import Slot
from apts.language.signatures.types import acceptance
from apts.language.tree import Clause, Value
from apts.variants.clause_edits import typed_value
from apts.variants.meanings import counts_something, is_condition

_HOLE = re.compile(r"\{(\w+(?:\.\w+)?)\}")
_TRIES = 6
_EFFECTS = {"then", "apply"}


@cache
def _patterns() -> Mapping[str, Any]:
    text = files("apts.variants.structure").joinpath("fragments.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def scope_of(wanted: str, around: Sequence[Clause]) -> str:
    """Which list of a type fits inside these clauses, the outermost first."""
    results = [clause.signature.result for clause in around]
    if wanted == "moves":
        if _EFFECTS & set(results):
            return "effect"
        return (
            "decision" if "item" in results or any(clause.name == "forEach Piece" for clause in around) else "placement"
        )
    if wanted != "bool":
        return "any"
    nearest = next((name for name in reversed(results) if name in ("endrule", "to", "from", "between", "then")), "")
    return {"endrule": "end", "to": "to", "from": "from", "between": "between"}.get(nearest, "play")


def fragment(slot: Slot, depth: int, around: Sequence[Clause], rng: Random) -> Value | None:
    """A value for a slot, or for a member of its collection; None where the lists have none of its types."""
    for _ in range(_TRIES):
        wanted = rng.choice(slot.types)
        if wanted.depth != depth:
            continue
        text = _text_for(wanted.name, slot, around, rng)
        value = None if text is None else typed_value(text, slot, depth)
        if value is not None:
            return value
    return None


def all_fragments(slot: Slot, depth: int) -> list[str]:
    """The fragments for a slot that have no holes and stand in a list without scope."""
    names = [name for wanted in slot.types if wanted.depth == depth for name in wanted.name.split("|")]
    texts = [text for name in names if name in _patterns() for text in _patterns()[name].get("any", ())]
    return [text for text in texts if _HOLE.search(text) is None]


def _text_for(name: str, slot: Slot, around: Sequence[Clause], rng: Random) -> str | None:
    """The text of a fragment for one of the types of a slot."""
    names = name.split("|")
    listed = [known for known in names if known in _patterns() and known != "holes"]
    if "bool" in names and not is_condition(slot):
        return "True"
    if listed:
        kind = rng.choice(listed)
        patterns = _patterns()[kind]
        scope = scope_of(kind, around)
        return filled(rng.choice(patterns[scope]), rng) if scope in patterns else None
    if acceptance(name).integers and counts_something(around[-1], slot.name):
        return str(rng.randint(1, 3))
    return None


def filled(pattern: str, rng: Random) -> str:
    """A pattern with all its holes filled by chance."""

    def choice(match: re.Match[str]) -> str:
        table, _, scope = match[1].partition(".")
        found = _patterns()[table][scope] if scope else _patterns()["holes"][table]
        return filled(rng.choice(found), rng)

    return _HOLE.sub(choice, pattern)
