"""The texts of a report in one language, and how that language writes numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from unicodedata import normalize

from apts.agents.agent_registry import known_kind, separated
from apts.agents.spelling import spelling_parts
from apts.engine.play.outcome import SeatCalled, TeamCalled
from apts.locales import ENGLISH, catalogue, language_of
from apts.playtest.evidence.sentences import ENGLISH as ENGLISH_SENTENCES
from apts.playtest.evidence.sentences import Amount, Listed, Message, Spelled, Translated, Value, Warned
from apts.playtest.findings import Finding, declared_finding
from apts.playtest.metrics import declared
from apts.telling.translated_mistakes import is_english, sentence_in

# ----------------------------------------------------------------------------------------------------------------
# Agents in the words of a reader, where programs spell them: ``level:club``, ``uct:iterations=400``.


def describe_agent(spec: str, chosen: ReportTexts) -> str:
    """An agent in words; settings that these leave out stand behind them, so that agents that differ read differently.

    A kind that has no words, such as one of a plug-in, stays as it is spelled.
    """
    name, rest = spelling_parts(spec)
    if name == "level":
        return chosen.known(f"players.{rest}", rest)
    kind = known_kind(name)
    texts = None if kind is None else kind.text(chosen.language)
    if kind is None or texts is None:
        return chosen.known(f"agent.{name}", spec)
    if kind.is_of_a_file:
        return texts.called
    text = texts.called
    settings = dict(part.split("=", 1) for part in rest.split(",") if "=" in part)
    named = next((setting for setting in texts.with_setting if setting in settings), None)
    if named is not None:
        text = texts.with_setting[named].format(number=_number(settings.pop(named), chosen))
    left = ", ".join(f"{name}={value}" for name, value in settings.items())
    return f"{text} ({left})" if left else text


def describe_players(specs: str | Iterable[str], chosen: ReportTexts) -> str:
    """Who plays, each once: levels as the people of that strength, others as agents in words."""
    listed = separated(specs) if isinstance(specs, str) else specs
    return " · ".join(describe_agent(spec, chosen) for spec in dict.fromkeys(listed))


def describe_level(label: str, chosen: ReportTexts) -> str:
    """Players of a level by its label: ``club`` is ``club players``; other labels are spellings of agents."""
    return chosen.known(f"players.{label}", "") or describe_agent(label, chosen)


def _number(text: str, chosen: ReportTexts) -> str:
    """A number of a spelling as the language writes it."""
    try:
        value = float(text)
    except ValueError:
        return text
    return chosen.count(int(value)) if value.is_integer() else chosen.number(value, len(text.partition(".")[2]))


_FIGURES = 3
_WIDE = 0.05
"""Intervals of shares that are wider are written in whole per cents."""
_TABLES = {
    "how": "how",
    "what": "what",
    "why": "missing",
    "label": "label",
    "labels": "label",
}
"""Words of sentences that a language has its own for, and the table where they stand."""

_MISTAKES = frozenset({"problem", "error"})
"""Words of sentences that are sentences of their own: what is wrong with rules, and what a match broke off with."""


@dataclass(frozen=True)
class ReportTexts(catalogue.Words):
    """All texts of one language by key, such as ``section.seats``, and the sentences of findings and of pages by theirs."""

    sentences: Mapping[str, str] = field(default_factory=dict)
    seat_names: Sequence[str] = ()

    def __call__(self, key: str, **values: Any) -> str:
        """The text of a key with values put into it; a seat has its name, where it has one."""
        if isinstance(seat := values.get("seat"), int):
            values["seat"] = SeatCalled(seat, self.seat_names)
        return super().__call__(key, **values)

    @property
    def decimal(self) -> str:
        """The decimal sign."""
        return self.numbers.decimal

    def metric(self, name: str) -> str:
        """What a metric is called, as it declares itself; one that is not known here by its name."""
        return declared(name).title(self.language)

    def finding_kind(self, kind: str) -> str:
        """What a kind of finding is called, as it declares itself."""
        return declared_finding(kind).title(self.language)

    def meaning(self, metric: str, english: str) -> str:
        """What a metric is: the one definition that it declares, or its translation."""
        return declared(metric).meaning(self.language) or english

    def number(self, value: float | None, decimals: int | None = None) -> str:
        """A number as people write it; without ``decimals`` with three figures."""
        if value is None:
            return self("word.none")
        if not math.isfinite(value):
            return "∞" if value > 0 else "\u2212∞" if value < 0 else self("word.none")
        if decimals is None:
            size = len(str(int(abs(value)))) if abs(value) >= 1 else 0
            decimals = 0 if float(value).is_integer() else max(0, _FIGURES - size)
        return self.numbers.written(value, decimals)

    def signed(self, value: float, decimals: int) -> str:
        """A difference, with its sign unless it is written as 0."""
        text = self.numbers.written(value, decimals)
        return f"+{text}" if value > 0 and text.strip(f"0{self.decimal}") else text

    def percent(self, share: float | None, decimals: int = 1) -> str:
        """A share of 1 in per cent."""
        return self("word.none") if share is None else self.numbers.in_percent(share, decimals)

    def count(self, value: int) -> str:
        """A whole number, its thousands kept apart as the language does."""
        return self.numbers.grouped(value)

    def players(self, specs: str | Iterable[str]) -> str:
        """Agents as a reader calls them, each once: levels as the people of that strength."""
        return describe_players(specs, self)

    def interval(
        self, low: float | None, high: float | None, *, percent: bool = False, decimals: int | None = None
    ) -> str:
        """The two ends of an interval; empty where there is none, one word where nothing ever differed.

        Per cents are whole ones where the interval is so wide that tenths would say nothing.
        """
        if low is None or high is None:
            return ""
        if low == high:
            return self("word.always")
        if percent:
            tenths = 0 if high - low >= _WIDE else 1
            return self("word.interval", low=self.numbers.written(100.0 * low, tenths), high=self.percent(high, tenths))
        return self("word.interval", low=self.number(low, decimals), high=self.number(high, decimals))

    def share(self, value: float | None, low: float | None, high: float | None) -> str:
        """A share in per cent with its interval, both as fine as the interval allows."""
        wide = low is not None and high is not None and high - low >= _WIDE
        interval = self.interval(low, high, percent=True)
        return self.percent(value, 0 if wide else 1) + (f" ({interval})" if interval else "")

    def sentence(self, finding: Finding) -> str | None:
        """The sentence of a finding in this language, or None where only the finding's own one exists."""
        message = finding.message
        if isinstance(message, Translated):
            text = self.value("", message) if self.language in message.by_language else None
        else:
            text = None if message is None else self.message(message.key, message.values)
        if text is None:
            return None
        if finding.state == "probable":
            probable = self.sentences.get("probable", ENGLISH_SENTENCES["probable"])
            return probable.format(sentence=text, wanted=self.count(finding.wanted or 0))
        return text

    def finding(self, finding: Finding) -> str:
        """A finding as a page tells it, in its own words where the language has none; no % stands apart from its number."""
        return (self.sentence(finding) or finding.sentence).replace(" %", "\u00a0%")

    def message(self, key: str, values: Mapping[str, Value]) -> str | None:
        """A sentence by its key and its words in this language, or None where only the English one exists as a whole."""
        if key not in self.sentences or not self._has_words_for(values) or any(map(self._has_no_text, values.values())):
            return None
        return self.sentences[key].format(**{name: self.value(name, value) for name, value in values.items()})

    def render(self, message: Message) -> str:
        """A sentence in this language; in its own English words where the language has none."""
        known = self.sentences.get(message.key) if self._has_words_for(message.values) else None
        values = {name: self.value(name, value) for name, value in message.values.items()}
        return (known or message.words or ENGLISH_SENTENCES[message.key]).format(**values)

    def value(self, name: str, value: Value) -> str:
        """A word of a sentence: numbers with the decimal sign of the language, metrics by their name in it."""
        if isinstance(value, SeatCalled | TeamCalled):
            return value
        if isinstance(value, Message):
            return self.render(value)
        if isinstance(value, Translated):
            parts = {name: self.value(name, part) for name, part in value.values.items()}
            return value.filled(value.by_language.get(self.language, value.by_language[ENGLISH]), parts)
        if isinstance(value, Spelled):
            return self.players(value)
        if isinstance(value, Warned):
            return self._warning(value) or str(value)
        if isinstance(value, Listed):
            return value.between.join(self.value(name, part) for part in value.parts)
        if isinstance(value, Amount):
            return self.numbers.rewritten(value)
        if name == "figure":  # inside a sentence, so that it begins with a small letter
            title = self.metric(str(value))
            return title[:1].lower() + title[1:]
        if name == "metric":
            return self.metric(str(value))
        if name in _MISTAKES:
            return sentence_in(str(value), self.language) or str(value)
        return self.known(f"{_TABLES[name]}.{value}", str(value)) if name in _TABLES else str(value)

    def _warning(self, warning: str) -> str | None:
        """A warning about rules in this language; None where that has no words for it."""
        return warning if self.language == ENGLISH else sentence_in(warning, self.language)

    def _has_no_text(self, value: Value) -> bool:
        """Whether a part of a sentence is a warning that this language has no words for."""
        if isinstance(value, Message):
            return any(map(self._has_no_text, value.values.values()))
        if isinstance(value, Listed):
            return any(map(self._has_no_text, value.parts))
        return isinstance(value, Warned) and self._warning(value) is None

    def _has_words_for(self, values: Mapping[str, Value]) -> bool:
        """Whether what is wrong with the rules can be told in the language; else the whole sentence stays English."""
        problem = str(values.get("problem", ""))
        return self.language == ENGLISH or not is_english(problem) or sentence_in(problem, self.language) is not None


def words(language: str) -> ReportTexts:
    """The texts of a language."""
    return _words(language_of(language))


@cache
def _words(language: str) -> ReportTexts:
    found = catalogue.words("report", language)
    own = () if language == ENGLISH else ("findings", "sentences")  # English ones bring their own words
    sentences = {key: text for subject in own for key, text in catalogue.texts(subject, language).items()}
    return ReportTexts(found.language, found.texts, found.numbers, found.in_english, sentences)


# ----------------------------------------------------------------------------------------------------------------
# How wide texts are, for pictures and pages whose places are worked out before anybody shows them.

# The widths of the signs from the space to the tilde in thousandths of the size, from Adobe's font metrics of Helvetica.
_WIDTHS = (
    *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556),
    *(556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778),
    *(722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278),
    *(278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556),
    *(556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584),
)
_OTHER = 556


def plain_width(text: str, size: float) -> float:
    """How wide a text is in Helvetica; a letter with an accent is as wide as the letter without."""
    return sum(_sign_width(normalize("NFD", sign)[0]) for sign in text) * size / 1000


def _sign_width(sign: str) -> int:
    return _WIDTHS[ord(sign) - 32] if 32 <= ord(sign) < 127 else _OTHER
