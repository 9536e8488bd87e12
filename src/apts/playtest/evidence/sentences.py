"""Sentences in English, apart from the figures in them, so that other languages can say the same; those of findings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import apts.locales as locales
from apts.engine.play.game import Game
from apts.locales import LANGUAGES
from apts.locales.catalogue import Texts
from apts.telling.set_up import end_conditions


class Amount(str):
    """A number as English writes it; another language may have another decimal sign."""

    __slots__ = ()


class Spelled(str):
    """Agents as the command line spells them; a page may call them in words."""

    __slots__ = ()


class Warned(str):
    """What a check of rules says, in English; a page says it in its language, where that has words for it."""

    __slots__ = ()


@dataclass(frozen=True)
class Message:
    """A sentence or a part of one: its key, what its words in braces stand for, and the English words where these are
    not in :data:`ENGLISH`.

    A language finds its own words by the key. Values may be sentences and lists themselves.
    """

    key: str
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)
    words: str = ""

    def __str__(self) -> str:
        return (self.words or ENGLISH[self.key]).format(**self.values)


@dataclass(frozen=True)
class Listed:
    """Several parts of a sentence in a row."""

    parts: Sequence[Value]
    between: str = ", "

    def __str__(self) -> str:
        return self.between.join(map(str, self.parts))


@dataclass(frozen=True)
class Translated:
    """A part of a sentence that came in several languages at once, by language; ``values`` are its words in braces."""

    by_language: Mapping[str, str] = field(hash=False)
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return self.filled(self.by_language["en"], self.values)

    def filled(self, words: str, values: Mapping[str, object]) -> str:
        """The words of a language with its values; words without values stand as they came."""
        return words.format(**values) if self.values else words


Value = str | int | Message | Listed | Translated


def make_message(key: str, **values: Value) -> Message:
    """A sentence with its figures; a key that does not exist, or a figure that is missing, raises an error at once."""
    found = Message(key, values)
    str(found)
    return found


@dataclass(frozen=True)
class Phrases:
    """The English sentences of one subject by their keys; called with a key and figures it returns the sentence."""

    english: Mapping[str, str]

    def __call__(self, key: str, **values: Value) -> Message:
        """The sentence of a key with its figures."""
        found = Message(key, values, self.english[key])
        str(found)
        return found


def percent(share: float) -> Amount:
    """A share as people write it."""
    return Amount(f"{100.0 * share:.0f} %" if abs(share) >= 0.0995 or share == 0 else f"{100.0 * share:.1f} %")


def points(difference: float) -> Amount:
    """A difference of two percentages, in hundredths; it is no percentage of anything."""
    text = f"{100.0 * difference:.0f}" if abs(difference) >= 0.0995 else f"{100.0 * difference:.1f}"
    return Amount(text if float(text) else "0")


def number(value: float, decimals: int) -> Amount:
    """A number with so many decimals."""
    return Amount(f"{value:.{decimals}f}")


RANDOM_PLAY = " between random agents"
"""What is added to a sentence about seats whose players chose nothing."""

ENGLISH: Mapping[str, str] = Texts("findings", locales.ENGLISH)
"""The English sentences of findings by their keys."""


# ----------------------------------------------------------------------------------------------------------------
# Why matches end, in words: the condition of an end rule in every language that rules are told in.

TEXTS = {
    "end/because": "because {told}",
    "end/by": "by {rule}",
    "end/passed": "everybody passed or could not move",
    "end/limit": "the turn limit was reached",
}

message = Phrases(TEXTS)

_LINE = re.compile(r" \(line \d+\)$")
_OUTSIDE = {"all players passed": "end/passed", "turn limit": "end/limit"}
"""Reasons that are no rules of a game, and their words."""


def describe_end(reason: str, game: Game | None) -> Value:
    """What came about when a match ended, told without its line; the text of a rule that has no words."""
    known = _OUTSIDE.get(reason)
    if known is not None:
        return message(known)
    data = {} if game is None else {language: end_conditions(game, language) for language in LANGUAGES}
    plain = _LINE.sub("", reason)
    found = {
        language: words
        for language, conditions in data.items()
        for text, words in conditions.items()
        if _LINE.sub("", text) == plain
    }
    return Translated(found) if "en" in found else plain


def ended_by(reason: str, game: Game | None) -> Message:
    """The same as a sentence has it behind ``matches end``."""
    text = describe_end(reason, game)
    return message("end/by", rule=text) if isinstance(text, str) else message("end/because", told=text)
