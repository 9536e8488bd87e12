"""The names of the whole language, also of what is not supported yet.

They tell a ludeme that is still missing here from a name that is simply misspelt.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def vocabulary() -> dict[str, frozenset[str]]:
    """The labels of named arguments by the name of the ludeme (head, or head and mode word)."""
    names: dict[str, frozenset[str]] = {}
    text = files("apts.language").joinpath("vocabulary.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("//"):
            name, _, labels = line.partition(":")
            names[name.strip()] = frozenset(labels.split())
    return names


@cache
def known_heads() -> frozenset[str]:
    """Every head of the language."""
    return frozenset(name.split()[0] for name in vocabulary())
