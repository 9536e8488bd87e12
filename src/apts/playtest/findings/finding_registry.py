"""What a finding is, what a question is, and the list of all kinds of findings."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from apts.errors import AptsError
from apts.locales import ENGLISH
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.sentences import Message, Translated, Value
from apts.playtest.metrics import Metrics

# ----------------------------------------------------------------------------------------------------------------
# What a kind of finding says of itself: the one place from which reports, the studio and the order of findings
# take it.

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
    family: str = ""
    """A name that kinds share which ask about one thing: together they count as one question beside all others."""
    is_caveat: bool = False
    """Whether it is about the matches and not about the game."""
    of_rules: bool = False
    """Whether it is so whoever plays, or its sentence says who did: nobody asks if it holds for stronger players."""
    measured_apart: bool = False
    """Whether it rests on matches of its own, which players of other strengths have not played."""
    cures: tuple[str, ...] = ()
    """What designers try against it, the most usual first: names of :mod:`apts.playtest.findings.cure_kinds`."""

    def title(self, language: str) -> str:
        """What it is called in a language, or in English, or else by its kind."""
        return next(
            (self.texts[one].title for one in (language, ENGLISH) if one in self.texts and self.texts[one].title),
            self.kind.replace("-", " "),
        )

    def message(self, word: str = "", **values: Value) -> Translated:
        """One of its sentences, in all languages that have it; a word that is missing raises an error at once."""
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


GROUP = "apts.findings"


@dataclass(frozen=True)
class FindingQuestion:
    """Something that may be wrong with a game, with what the matches say about it.

    ``p_value`` is how often a game without the fault would look at least so faulty; None for a plain fact about the
    matches. ``weight`` from 0 to 1 says how bad it would be. ``matches`` are the numbers of those that show it best.
    ``sentence`` is English text, or one of the sentences that other languages have too (``FindingDeclaration.message``).
    ``reference`` is the effect from which on there would be a fault: an interval beyond it makes the fault probable where
    the corrected test does not make it sure. Without one that takes the p-value corrected within the kind. ``tentative``
    questions rest on so few matches that they are never more than probable.
    """

    kind: str
    sentence: str | Message | Translated
    effect: float
    low: float | None
    high: float | None
    n: int
    weight: float
    p_value: float | None = None
    matches: tuple[int, ...] = ()
    subject: str = ""
    reference: float | None = None
    tentative: bool = False

    @property
    def is_beyond(self) -> bool:
        """Whether the plain interval lies wholly on the side of the fault."""
        if self.reference is None or self.low is None or self.high is None or (self.p_value or 0.0) >= 0.5:
            return False
        return not self.low <= self.reference <= self.high


@dataclass(frozen=True)
class Finding:
    """One thing that the matches show, as a sentence with the evidence behind it.

    ``strength`` names the agents it was seen with: with stronger ones it may not hold. ``weak`` says that the same
    question had another answer at half the strength. ``p_value`` is corrected for the number of questions. ``message``
    is the sentence apart from its figures, for other languages. ``state`` is "found", or "probable" where the matches
    speak for it but would do so too often by luck with so many questions asked; ``wanted`` is then the number of matches
    that would settle it four times in five. ``consequences`` are findings of the same cause, which its sentence tells too.
    ``weight`` from 0 to 1 says how much harm it does to players. ``across`` is what became of it at other strengths, where
    several played (:mod:`apts.playtest.findings.by_strength`), in one word; its sentence says it.
    """

    kind: str
    sentence: str
    effect: float
    low: float | None
    high: float | None
    n: int
    strength: str
    matches: tuple[int, ...]
    weight: float
    p_value: float | None = None
    weak: bool = False
    subject: str = ""
    message: Message | Translated | None = None
    state: Literal["found", "probable"] = "found"
    wanted: int | None = None
    consequences: tuple[Finding, ...] = ()
    across: str = ""

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """The 95 % interval of the effect."""
        return self.low, self.high

    def __str__(self) -> str:
        return self.sentence

    def as_data(self) -> dict[str, Any]:
        """The finding as plain values."""
        return {
            "kind": self.kind,
            "sentence": self.sentence,
            "effect": self.effect,
            "low": self.low,
            "high": self.high,
            "n": self.n,
            "strength": self.strength,
            "matches": list(self.matches),
            "weight": self.weight,
            "p_value": self.p_value,
            "weak": self.weak,
            "state": self.state,
            "wanted": self.wanted,
            "subject": self.subject,
            "across": self.across or None,
            "consequences": [entry.as_data() for entry in self.consequences],
        }


Ask = Callable[[Evidence, Metrics], Iterable[FindingQuestion]]
_KINDS: dict[str, tuple[FindingDeclaration, Ask]] = {}


def finding(what: str | FindingDeclaration) -> Callable[[Ask], Ask]:
    """Make a function known as a kind of finding; it gives every question it asks, whatever the answer.

    ``what`` is all that the kind says of itself, or its name alone.
    """
    declaration = FindingDeclaration(what) if isinstance(what, str) else what
    kind = declaration.kind

    def remember(ask: Ask) -> Ask:
        known = _KINDS.get(kind)
        if known is not None and known[1].__module__ != ask.__module__:
            raise AptsError(f"there is a kind of finding {kind!r} already, in {known[1].__module__}")
        _KINDS[kind] = (declaration, ask)
        return ask

    return remember


@cache
def _read_all() -> None:
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        import_module(f"apts.playtest.findings.{module.name}")
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        point.load()


def finding_kinds() -> dict[str, Ask]:
    """All kinds of findings by name."""
    _read_all()
    return {kind: ask for kind, (_, ask) in _KINDS.items()}


def declared_finding(kind: str) -> FindingDeclaration:
    """The declaration of a kind of finding; an empty one for any other name."""
    _read_all()
    return _KINDS[kind][0] if kind in _KINDS else FindingDeclaration(kind)
