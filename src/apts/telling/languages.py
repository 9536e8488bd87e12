"""The languages of rules in words: their texts, and what no text can say of their grammar.

A language is a folder of ``texts`` with the same tables and keys as every other one; a test holds that. What it does to
words that depends on their neighbours (an article before a vowel, a preposition that melts into an article) is a
:class:`Grammar`. The language that is spoken is part of the voice (:mod:`apts.telling.voice`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from apts.locales import ENGLISH, PORTUGUESE
from apts.telling.voice import voice

_FILES = ("clauses.toml", "moves.toml")


@dataclass(frozen=True)
class Grammar:
    """What a language does to words.

    ``many`` is the plural of the name of a piece, ``owned`` that of a name with its owner; ``polished`` smooths a sentence.
    """

    many: Callable[[str], str]
    owned: Callable[[str], str]
    polished: Callable[[str], str]


# --- English ---------------------------------------------------------------------------------------------------------

_ARTICLE = re.compile(r"\b([Aa]) (?=[aeioAEIO](?!ne\b))")


def _english_many(kind: str) -> str:
    if kind[-1:] in "0123456789":
        return kind
    if kind.endswith(("s", "x", "ch", "sh")):
        return f"{kind}es"
    if kind.lower().endswith("y") and kind[-2:-1].lower() not in "aeiou":
        return f"{kind[:-1]}ies"
    if kind.lower().endswith("man") and kind.lower() != "human":
        return f"{kind[:-2]}en"
    return f"{kind}s"


def _english_owned(name: str) -> str:
    kind, of, owner = name.partition(" of ")
    return f"{_english_many(kind)}{of}{owner}"


def _english_polished(words: str) -> str:
    words = words.replace(" on the hand of ", " in the hand of ").replace(" on a site of the hand ", " in the hand ")
    words = words.replace("up to one sites", "up to one site").replace("up to one steps", "up to one step")
    return _ARTICLE.sub(r"\1n ", words)


# --- Portuguese ------------------------------------------------------------------------------------------------------
# The texts write every preposition and every article; here they melt together. Names of pieces, whose gender nobody knows,
# stand behind the word "peça", and numbers are figures, which have no gender either.

_MELTED = {
    "de": {"o": "do", "a": "da", "os": "dos", "as": "das"},
    "em": {"o": "no", "a": "na", "os": "nos", "as": "nas"},
    "por": {"o": "pelo", "a": "pela", "os": "pelos", "as": "pelas"},
    "a": {"o": "ao", "a": "à", "os": "aos", "as": "às"},
}
_POINTING = {"de": "d", "em": "n"}
_MEETING = re.compile(r"\b([Dd]e|[Ee]m|[Pp]or|[Aa]) (os?|as?)\b(?= [^\W\d_])(?! (?:e|ou) )")
_BEARING = re.compile(r"\ba (norte|sul)\b")
_REPEATED = re.compile(r"([2-9]|\d\d+|número de) casas [dn]as casas\b")
_MEETING_POINTING = re.compile(r"\b([Dd]e|[Ee]m) (ess[ea]s?|est[ea]s?|el[ea]s?)\b")


def _portuguese_melted(found: re.Match[str]) -> str:
    melted = _MELTED[found[1].lower()][found[2]]
    return melted.capitalize() if found[1][0].isupper() else melted


def _portuguese_pointing(found: re.Match[str]) -> str:
    letter = _POINTING[found[1].lower()]
    return f"{letter.upper() if found[1][0].isupper() else letter}{found[2]}"


def _portuguese_polished(words: str) -> str:
    parts = words.split("`")  # rules text stays as it is written
    for place in range(0, len(parts), 2):
        melted = _MEETING_POINTING.sub(_portuguese_pointing, _MEETING.sub(_portuguese_melted, parts[place]))
        melted = melted.replace(" em uma casa da mão ", " na mão ")
        parts[place] = _REPEATED.sub(r"\1 casas", _BEARING.sub(r"ao \1", melted))
    return "`".join(parts)


_GRAMMARS = {
    ENGLISH: Grammar(_english_many, _english_owned, _english_polished),
    PORTUGUESE: Grammar("peças {}".format, "peças {}".format, _portuguese_polished),
}


def grammar() -> Grammar:
    """The grammar of the language that is spoken."""
    return _GRAMMARS[voice().language]


def wording() -> Mapping[str, Mapping[str, Any]]:
    """The tables of words of the language that is spoken, by the type of what they are about."""
    return words_of(voice().language)


@cache
def words_of(language: str) -> Mapping[str, Mapping[str, Any]]:
    """The tables of words of a language."""
    folder = files("apts.telling").joinpath("texts", language)
    tables: dict[str, dict[str, Any]] = {}
    for name in _FILES:
        for table, entries in tomllib.loads(folder.joinpath(name).read_text(encoding="utf-8")).items():
            tables.setdefault(table, {}).update(entries)
    return tables


def called_now(name: str) -> str:
    """What a loop or a move has set is called by this, such as ``that site``."""
    return str(wording()["present"][name])
