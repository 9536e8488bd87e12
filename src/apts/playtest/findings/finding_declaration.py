"""What a kind of finding says of itself: the one place from which reports, the studio and the order of findings take it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from apts.locales import ENGLISH
from apts.playtest.evidence.sentences import Translated, Value

Harm = tuple[float, float]
"""The least and the most weight, from 0 to 1."""


@dataclass(frozen=True)
class FindingTexts:
    """A kind of finding in one language: its title, and its sentences by the word that tells them apart.

    Words in braces stand for what ``FindingDeclaration.message`` is given.
    """

    title: str = ""
    sentences: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class FindingDeclaration:
    """A kind of finding: its texts by language, English first, and how it is weighed; the kind alone is enough.

    Weights order findings: what keeps a game from being played, then unfair seats, matches that are no fun, choices that
    are none, and at last what players can overlook. Where between the least and the most a finding stands follows from how
    large its effect is. Kinds that do not declare their ``harm`` have the weight that they give themselves.
    """

    kind: str
    texts: Mapping[str, FindingTexts] = field(default_factory=dict, hash=False)
    harm: Harm = (0.0, 1.0)
    harm_of_sort: Mapping[str, Harm] = field(default_factory=dict, hash=False)
    """The same for findings whose subject begins with a word."""
    judged_by: str = ""
    """The metric that answers its question; compared with its value at half the strength."""
    is_caveat: bool = False
    """Whether it is about the matches and not about the game."""

    def title(self, language: str) -> str:
        """What it is called in a language, or in English, or else by its kind."""
        return next(
            (self.texts[one].title for one in (language, ENGLISH) if one in self.texts and self.texts[one].title),
            self.kind.replace("-", " "),
        )

    def message(self, word: str = "", **values: Value) -> Translated:
        """One of its sentences, in all languages that have it; a word that is missing is told at once."""
        by_language = {
            language: texts.sentences[word] for language, texts in self.texts.items() if word in texts.sentences
        }
        found = Translated(by_language, values)
        str(found)
        return found

    def weight(self, sort: str, effect: float) -> float:
        """The weight of a finding, and of a sort of it, whose effect is from 0 to 1."""
        least, most = self.harm_of_sort.get(sort, self.harm)
        return least + (most - least) * min(1.0, max(0.0, effect))
