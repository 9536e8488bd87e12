"""Addresses of games: their names in small letters without accents, those of other scripts spelled in Latin ones."""

from __future__ import annotations

import unicodedata
from collections.abc import Container

from apts.file_names import file_stem

LONGEST = 60
"""Signs of an address."""

NO_NAME = "game"
"""The address of a game whose name has no letter that can be spelled."""

TAKEN = ("new",)
"""What no game can be called by, for it means something else."""

_LATIN: dict[str, str] = dict(zip("ßæœøłđðþıħ", ("ss", "ae", "oe", "o", "l", "d", "d", "th", "i", "h"), strict=True))
_CYRILLIC: dict[str, str] = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ",
        (
            *"abvgde", "yo", "zh", *"ziyklmnoprstufh", "ts", "ch", "sh", "shch", "", "y", "", "e", "yu", "ya", "i", "yi",
            "ye", "g",
        ),
        strict=True,
    )
)  # fmt: skip
_GREEK: dict[str, str] = dict(
    zip(
        "αβγδεζηθικλμνξοπρσςτυφχψω",
        (*"abgdezi", "th", *"iklmn", "x", *"oprssty", "f", "ch", "ps", "o"),
        strict=True,
    )
)
_LETTERS: dict[str, str] = {**_LATIN, **_CYRILLIC, **_GREEK}
_SYLLABLES = ("HIRAGANA LETTER ", "KATAKANA LETTER ", "HANGUL SYLLABLE ")
"""Signs that are called by how they sound."""


def free_address(name: str, taken: Container[str]) -> str:
    """An address for a game of this name that no other has.

    >>> free_address("Peões à vista!", ()), free_address("Шашки", ()), free_address("장기", ())
    ('peoes-a-vista', 'shashki', 'janggi')
    >>> free_address("围棋", ["game"])
    'game-2'
    """
    spelled = "".join(_spelled(sign) for sign in unicodedata.normalize("NFC", name).lower())
    stem = file_stem(spelled, NO_NAME)[:LONGEST].rstrip("-")
    number = 1
    while (address := stem if number == 1 else f"{stem}-{number}") in taken or address in TAKEN:
        number += 1
    return address


def _spelled(sign: str) -> str:
    """A sign in Latin letters without accents; one that cannot be spelled stays."""
    if sign in _LETTERS:
        return _LETTERS[sign]
    called = unicodedata.name(sign, "")
    if called.startswith(_SYLLABLES):
        return called.rpartition(" ")[2].lower()
    plain = (part for part in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(part))
    return "".join(_LETTERS.get(part, part) for part in plain)
