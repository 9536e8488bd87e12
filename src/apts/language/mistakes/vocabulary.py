"""The names of the whole language, also of what is not supported yet.

They tell a ludeme that is still missing here from a name that is simply misspelt.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class VocabularyEntry:
    """What the language offers under a name: the labels of its named arguments, and its types if there are several."""

    labels: frozenset[str]
    results: tuple[str, ...]


@cache
def vocabulary() -> dict[str, VocabularyEntry]:
    """The whole language by the names of its ludemes (head, or head and mode words)."""
    text = files("apts.language.mistakes").joinpath("vocabulary.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines())
    return {
        row["name"]: VocabularyEntry(frozenset(row["labels"].split()), tuple(row["results"].split())) for row in rows
    }


@cache
def known_heads() -> frozenset[str]:
    """Every head of the language."""
    return frozenset(name.split()[0] for name in vocabulary())
