"""The words of parameters, edits and differences, in the language that is spoken (:mod:`apts.telling.voice`)."""

from __future__ import annotations

from apts.locales.catalogue import Tables, tables
from apts.telling.voice import voice


def phrases() -> Tables:
    """The tables of words of the language that is spoken."""
    return tables("edits", voice().language)


def phrase(key: str, /, **values: str) -> str:
    """One phrase with values put into it."""
    return str(phrases()["phrases"][key]).format(**values)


def value_told(value: int | bool | str) -> str:
    """A value of a parameter for people."""
    return phrase("yes" if value else "no") if isinstance(value, bool) else str(value)
