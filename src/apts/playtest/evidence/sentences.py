"""Sentences in English, apart from the figures in them, so that other languages can say the same; those of findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import apts.locales as locales
from apts.locales.catalogue import Texts


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
    """A sentence with its figures; a key that does not exist, or a figure that is missing, is told at once."""
    found = Message(key, values)
    str(found)
    return found


@dataclass(frozen=True)
class Phrases:
    """The English sentences of one subject by their keys; called with a key and figures it gives the sentence."""

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
