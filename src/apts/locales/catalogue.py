"""The catalogue of texts: one lookup for everything that people read, by language, subject and key.

A subject is a file of a language's folder (``report``, ``published``) or a folder of files (``studio``). Its texts have keys
of the tables that they stand in, with points between them: ``section.seats``; in a folder the name of the file comes first:
``library.title``. Words in braces are filled in with named values. A text that depends on how many there are is a table
with an entry for each form of the language, such as ``one`` and ``many``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import apts.locales as locales
from apts.locales import ENGLISH, LANGUAGES, language_of

# ----------------------------------------------------------------------------------------------------------------
# How a language writes numbers.

MINUS = "\u2212"


@dataclass(frozen=True)
class Numbers:
    """The decimal sign of a language, the sign that keeps thousands apart, and how it writes per cents."""

    decimal: str
    thousands: str
    percent: str

    def written(self, value: float, decimals: int, *, grouped: bool = False) -> str:
        """A number with so many decimals; zero has no sign.

        >>> Numbers(",", ".", "{number} %").written(-1234.56, 1, grouped=True)
        '−1.234,6'
        """
        text = f"{value:,.{decimals}f}" if grouped else f"{value:.{decimals}f}"
        text = text.translate(self._signs)
        return text if text.strip(f"{MINUS}0{self.decimal}") else text.removeprefix(MINUS)

    def grouped(self, value: int) -> str:
        """A whole number, its thousands kept apart."""
        return self.written(value, 0, grouped=True)

    def in_percent(self, share: float, decimals: int, *, grouped: bool = False) -> str:
        """A share of 1 in per cent."""
        return self.percent.format(number=self.written(100.0 * share, decimals, grouped=grouped))

    def rewritten(self, english: str) -> str:
        """A number that was written in English, such as ``-1,234.5 %``."""
        return english.translate({**self._signs, ord(" "): "\u00a0"})

    @property
    def _signs(self) -> dict[int, str]:
        """What stands for the signs of numbers as programs write them."""
        return {ord(","): self.thousands, ord("."): self.decimal, ord("-"): MINUS}


Tables = Mapping[str, Any]


@dataclass(frozen=True)
class Words:
    """The texts of a subject in one language, with those in English where it has none, and its numbers."""

    language: str
    texts: Mapping[str, str]
    numbers: Numbers
    in_english: frozenset[str] = frozenset()
    """Keys of texts that the language does not have."""

    def __call__(self, key: str, **values: Any) -> str:
        """The text of a key with values put into it."""
        return self.texts[key].format(**values)

    def known(self, key: str, otherwise: str) -> str:
        """The text of a key, or another one where there is none, as for what plug-ins bring."""
        return self.texts.get(key, otherwise)

    def language_of(self, key: str) -> str:
        """The language that the text of a key is in, for the ``lang`` of what shows it."""
        return ENGLISH if key in self.in_english else self.language

    def counted(self, key: str, number: int, **values: Any) -> str:
        """A text about so many things, in the form that the number asks for; ``{number}`` is the number itself."""
        return self(f"{key}.{plural_form(number, self.language)}", number=self.numbers.grouped(number), **values)


def words(subject: str, language: str) -> Words:
    """The texts of a subject in the language that a tag or a name means; an unknown one is refused."""
    return _words(locales.FOLDER, subject, language_of(language))


@cache
def _words(_folder: str, subject: str, language: str) -> Words:
    own, english = texts(subject, language), texts(subject, ENGLISH)
    return Words(language, {**english, **own}, numbers(language), frozenset(english.keys() - own.keys()))


def texts(subject: str, language: str) -> dict[str, str]:
    """The texts that a language has on a subject, by key."""
    place = os.path.join(locales.FOLDER, language, subject)
    if not os.path.isdir(place):
        return _flat(tables(subject, language))
    found: dict[str, str] = {}
    for name in sorted(os.listdir(place)):
        area, _, kind = name.partition(".")
        found |= _flat(tables(f"{subject}/{area}", language), f"{area}.") if kind == "toml" else {}
    return found


class Texts(Mapping[str, str]):
    """The texts that a language has on a subject, by key; read when the first of them is wanted."""

    def __init__(self, subject: str, language: str):
        self._subject, self._language = subject, language

    def __getitem__(self, key: str) -> str:
        return self._all[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    @cached_property
    def _all(self) -> dict[str, str]:
        return texts(self._subject, self._language)


def tables(subject: str, language: str) -> Tables:
    """The file of a subject as it is written; empty where the language has none."""
    return _read(os.path.join(locales.FOLDER, language, f"{subject}.toml"))


def merged_tables(subjects: tuple[str, ...], language: str) -> Tables:
    """The tables of several subjects together; entries of later ones join those of tables of the same name."""
    return _merged(locales.FOLDER, subjects, language)


@cache
def _merged(_folder: str, subjects: tuple[str, ...], language: str) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for subject in subjects:
        for name, table in tables(subject, language).items():
            found.setdefault(name, {}).update(table)
    return found


def settings(language: str) -> Mapping[str, Any]:
    """What a language is called, and what it does to numbers and words: its ``language.toml``."""
    return tables("language", language)


def numbers(language: str) -> Numbers:
    """How a language writes numbers."""
    return Numbers(**settings(language)["numbers"])


def plural_form(number: float, language: str) -> str:
    """The form of a text that a number asks for, such as ``one`` or ``many``."""
    forms: Mapping[str, list[float]] = settings(language)["plural"]["forms"]
    return next((form for form, taking in forms.items() if number in taking), "many")


def subjects() -> dict[str, tuple[str, ...]]:
    """The files of texts of each language, such as ``report`` or ``studio/library``."""
    found = {}
    for language in LANGUAGES:
        top = os.path.join(locales.FOLDER, language)
        files = (os.path.join(folder, name) for folder, _, names in os.walk(top) for name in names)
        found[language] = tuple(sorted(os.path.relpath(file, top)[:-5].replace(os.sep, "/") for file in files))
    return found


@cache
def _read(file: str) -> dict[str, Any]:
    import tomllib

    if not os.path.isfile(file):
        return {}
    with open(file, "rb") as stream:
        return tomllib.load(stream)


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in table.items():
        found |= _flat(value, f"{prefix}{key}.") if isinstance(value, Mapping) else {f"{prefix}{key}": str(value)}
    return found
