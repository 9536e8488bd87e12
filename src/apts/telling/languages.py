"""The words and the grammar of the language that rules are told in; it is part of the voice (:mod:`apts.telling.voice`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apts.locales import catalogue
from apts.locales import grammar as grammars
from apts.locales.grammar import Grammar
from apts.telling.voice import voice

SUBJECTS = ("clauses", "moves")
"""The files of texts that have words of rules."""


def grammar() -> Grammar:
    """The grammar of the language that is spoken."""
    return grammars.grammar(voice().language)


def wording() -> Mapping[str, Mapping[str, Any]]:
    """The tables of words of the language that is spoken, by the type of what they are about."""
    return words_of(voice().language)


def words_of(language: str) -> Mapping[str, Mapping[str, Any]]:
    """The tables of words of a language; those of clauses and of moves go together."""
    return catalogue.merged_tables(SUBJECTS, language)


def called_now(name: str) -> str:
    """What a loop or a move has set is called by this, such as ``that site``."""
    return str(wording()["present"][name])
