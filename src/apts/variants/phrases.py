"""The words of parameters, edits and differences, in the language that is spoken (:mod:`apts.telling.voice`)."""

from __future__ import annotations

from collections.abc import Mapping

from apts.locales.catalogue import tables
from apts.telling.voice import voice


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
