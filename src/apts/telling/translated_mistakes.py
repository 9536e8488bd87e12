"""Mistakes of rules texts, and warnings about rules, in other languages: the frequent ones, sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from apts.locales.catalogue import numbers, tables

_GAP = re.compile(r"\\{(\w+)(\\~)?\\}")
_TOLD_GAP = re.compile(r"\{(\w+)\}")
"""A gap in what a pattern says; other braces are rules text."""

_NUMBERS = frozenset({"line", "column", "count", "number", "opened", "closed", "longest", "some", "finished", "seat"})
"""What stands for a number in a sentence."""

_PARTS = "parts"
_WRITTEN = re.compile(r'"[^"]*"|\'[^\']*\'|`[^`]*`|<[^<>]*>|\([^()]*(?:\([^()]*\)[^()]*)*\)|\{[^{}]*\}')
"""What is rules text in a sentence, and stays as it is in every language."""

_PROSE = re.compile(
    r"\b(?:the|an|of|is|are|be|was|were|and|or|not|this|that|which|who|with|without|has|have|cannot|must|it|its|in|on|at|"
    r"to|by|from|there|than|then|only|one|if|when|while|any|other|more|too|many|never|always)\b"
)
"""Words that make a piece of a sentence English; Portuguese has none of them."""


@dataclass(frozen=True)
class _Pattern:
    """What an English sentence, or a part of one, looks like, and how another language says it.

    A gap such as ``{text}`` takes over rules text as it is; what fills one such as ``{what~}`` is told in the language too.
    """

    english: re.Pattern[str]
    translation: str
    inner: frozenset[str]

    @staticmethod
    def of(english: str, translation: str) -> _Pattern:
        """A line of a file of mistakes."""
        inner = frozenset(name for name, mark in _GAP.findall(re.escape(english)) if mark)
        filled = _GAP.sub(lambda gap: f"(?P<{gap[1]}>{_fits(gap[1])})", re.escape(english))
        return _Pattern(re.compile(filled, re.DOTALL), re.sub(r"\{(\w+)~\}", r"{\1}", translation), inner)

    def filled_with(self, values: Mapping[str, str]) -> str:
        """The sentence of the other language with what stands in its gaps."""
        return _TOLD_GAP.sub(lambda gap: values[gap[1]], self.translation)


def _fits(gap: str) -> str:
    return r"[\d.,]+" if gap in _NUMBERS else ".+?"


@cache
def _patterns(language: str) -> tuple[tuple[_Pattern, ...], tuple[_Pattern, ...]]:
    """The patterns of sentences and of parts of them; the first that fits counts."""
    known = tables("mistakes", language)
    whole = {english: described for english, described in known.items() if english != _PARTS}
    sentences, pieces = (tuple(_Pattern.of(*one) for one in table.items()) for table in (whole, known.get(_PARTS, {})))
    return sentences, pieces


@lru_cache(maxsize=4096)
def sentence_in(message: str, language: str) -> str | None:
    """A whole sentence in a language, or several with semicolons between them; None where a part of it has no words."""
    described = _filled(message, language, _patterns(language)[0])
    for cut in re.finditer("; ", message) if described is None else ():
        first, second = (sentence_in(half, language) for half in (message[: cut.start()], message[cut.end() :]))
        if first is not None and second is not None:
            return f"{first}; {second}"
    return described


def part_in(text: str, language: str) -> str | None:
    """A part of a sentence in a language; names and rules text stay as they are."""
    described = _filled(text, language, _patterns(language)[1])
    if described is None and "; " in text:
        parts = [part_in(part, language) for part in text.split("; ")]
        return None if None in parts else "; ".join(part for part in parts if part is not None)
    return text if described is None and not is_english(text) else described


def _filled(text: str, language: str, patterns: Iterable[_Pattern]) -> str | None:
    for pattern in patterns:
        found = pattern.english.fullmatch(text)
        if found is None:
            continue
        values: dict[str, str] = {}
        for name, value in found.groupdict().items():
            inner = part_in(value, language) if name in pattern.inner else _kept(name, value, language)
            if inner is None:
                break
            values[name] = inner
        else:
            return pattern.filled_with(values)
    return None


def _kept(name: str, value: str, language: str) -> str | None:
    """What fills a gap: numbers as the language writes them, rules text as it is."""
    return numbers(language).rewritten(value) if name in _NUMBERS else _verbatim(value)


def _verbatim(text: str) -> str | None:
    """Rules text as it is; None for what is a sentence of its own."""
    left = _WRITTEN.sub("", text)
    return None if "; " in left or (" " in text.strip() and _PROSE.search(left)) else text


def is_english(text: str) -> bool:
    """Whether a piece of a sentence has English words outside of the rules text in it."""
    return _PROSE.search(_WRITTEN.sub("", text)) is not None
