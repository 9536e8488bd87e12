"""The names of the whole language, also of what is not supported yet.

They tell a ludeme that is still missing here from a name that is simply misspelt.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files


@cache
def vocabulary() -> dict[str, frozenset[str]]:
    """The labels of named arguments by the name of the ludeme (head, or head and mode word)."""
    text = files("apts.language").joinpath("vocabulary.csv").read_text(encoding="utf-8")
    return {row["name"]: frozenset(row["labels"].split()) for row in csv.DictReader(text.splitlines())}


@cache
def known_heads() -> frozenset[str]:
    """Every head of the language."""
    return frozenset(name.split()[0] for name in vocabulary())
