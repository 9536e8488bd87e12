"""The words of parameters, edits and differences, in the language that is spoken (:mod:`apts.telling.voice`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from apts.telling.voice import voice

Tables = Mapping[str, Mapping[str, str]]


def phrases() -> Tables:
    """The tables of words of the language that is spoken."""
    return phrases_in(voice().language)


@cache
def phrases_in(language: str) -> Tables:
    """The tables of words of a language; all languages have the same keys."""
    return tomllib.loads(files("apts.variants").joinpath("texts", f"{language}.toml").read_text(encoding="utf-8"))


def phrase(key: str, /, **values: str) -> str:
    """One phrase with values put into it."""
    return phrases()["phrases"][key].format(**values)


def value_told(value: int | bool | str) -> str:
    """A value of a parameter for people."""
    return phrase("yes" if value else "no") if isinstance(value, bool) else str(value)
