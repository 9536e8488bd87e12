"""What a language does to words: plurals, number words, gender, and words that change beside their neighbours.

All of it is data of ``language.toml``. Rules are pairs of a pattern and what it becomes; of the rules for plurals the first
that fits counts, those that smooth a sentence are applied in turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache

import apts.locales as locales
from apts.locales import ENGLISH, LANGUAGES, language_of
from apts.locales.catalogue import settings

Rule = tuple[re.Pattern[str], str]


@dataclass(frozen=True)
class Grammar:
    """The grammar of a language."""

    names: Sequence[Rule]
    """How the name of a piece becomes that of several."""
    smoothing: Sequence[Rule]
    """How words melt together, as an article before a vowel or a preposition before an article."""
    number_words: Mapping[str, str]
    single_behind: frozenset[str]
    """Comparisons behind which ``1`` asks for one thing: ``exactly one piece``."""
    gender: Mapping[str, Sequence[str]]
    """By gender, how noun phrases begin that are of it, where that matters for other words."""
    owner: str
    """What stands between the name of a piece and its owner."""

    def many(self, name: str) -> str:
        """The plural of the name of a piece."""
        for pattern, becomes in self.names:
            if pattern.search(name):
                return pattern.sub(becomes, name, count=1)
        return name

    def many_owned(self, name: str) -> str:
        """The plural of the name of a piece that may have an owner behind it, such as ``Pawn of player 1``."""
        kind, of, owner = name.partition(self.owner)
        return f"{self.many(kind)}{of}{owner}"

    def number(self, value: int | float) -> str:
        """A small number as a word, where the language says it so; others as figures."""
        return self.number_words.get(str(value), str(value))

    def is_single(self, sign: str, value: float) -> bool:
        """Whether an amount such as ``at most 1`` is about one thing."""
        return value == 1 and sign in self.single_behind

    def is_of(self, gender: str, words: str) -> bool:
        """Whether words that begin a noun phrase are of a gender."""
        return words.startswith(tuple(self.gender.get(gender, ())))

    def smoothed(self, words: str) -> str:
        """A sentence with its words melted together; rules text in backticks stays as it is written."""
        parts = words.split("`")
        for place in range(0, len(parts), 2):
            for pattern, becomes in self.smoothing:
                parts[place] = pattern.sub(becomes, parts[place])
        return "`".join(parts)


@dataclass(frozen=True)
class SeatWords:
    """What a seat, several seats and a team are called, and what stands before the last of several."""

    seat: str
    seats: str
    team: str
    joined: str

    def team_called(self, team: int, seats: Sequence[int]) -> str:
        """A team with the seats of its members: ``team 1 (seats 1 and 3)``."""
        if len(seats) == 1:
            return f"{self.team} {team} ({self.seat} {seats[0]})"
        listed = ", ".join(map(str, seats[:-1]))
        return f"{self.team} {team} ({self.seats} {listed} {self.joined} {seats[-1]})"


def seat_words(word: str) -> SeatWords:
    """The words of the language that calls a seat by a word; English ones where none does."""
    known = [settings(language)["seats"] for language in LANGUAGES]
    found = next((words for words in known if words["seat"] == word), known[0])
    return SeatWords(found["seat"], found["seats"], found["team"], found["and"])


def grammar(language: str) -> Grammar:
    """The grammar of a language."""
    return _grammar(locales.FOLDER, language)


@cache
def _grammar(_folder: str, language: str) -> Grammar:
    known = settings(language)
    plural = known["plural"]
    return Grammar(
        names=_rules(plural["names"]),
        smoothing=_rules(known["smoothing"]["rules"]),
        number_words=known["number_words"],
        single_behind=frozenset(plural["single_behind"]),
        gender=known["gender"],
        owner=plural["owner"],
    )


def _rules(written: Sequence[Sequence[str]]) -> list[Rule]:
    return [(re.compile(pattern), becomes) for pattern, becomes in written]


# ----------------------------------------------------------------------------------------------------------------
# The language of who will read what is being made, for parts that say little and are made deep inside, as
# pictures.

_LANGUAGE: ContextVar[str] = ContextVar("_LANGUAGE", default=ENGLISH)


def readers_language() -> str:
    """The language of the reader; English where nobody said another."""
    return _LANGUAGE.get()


@contextmanager
def read_in(language: str) -> Iterator[None]:
    """Make things for a reader of a language."""
    token = _LANGUAGE.set(language_of(language))
    try:
        yield
    finally:
        _LANGUAGE.reset(token)
