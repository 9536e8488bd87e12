"""Mistakes of rules texts as pages show them, in the language of the reader where the frequent ones are told in it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from markupsafe import Markup, escape

from apts.locales import ENGLISH
from apts.studio.frame.rendering import as_sentence
from apts.studio.words import Words, words
from apts.studio.workshop.pool import Refused

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
    told: str
    inner: frozenset[str]

    @staticmethod
    def of(english: str, told: str) -> _Pattern:
        """A line of a file of mistakes."""
        inner = frozenset(name for name, mark in _GAP.findall(re.escape(english)) if mark)
        filled = _GAP.sub(lambda gap: f"(?P<{gap[1]}>{_fits(gap[1])})", re.escape(english))
        return _Pattern(re.compile(filled, re.DOTALL), re.sub(r"\{(\w+)~\}", r"{\1}", told), inner)


def _fits(gap: str) -> str:
    return r"[\d.,]+" if gap in _NUMBERS else ".+?"


@cache
def _patterns(language: str) -> tuple[tuple[_Pattern, ...], tuple[_Pattern, ...]]:
    """The patterns of sentences and of parts of them; the first that fits counts."""
    file = files("apts.studio").joinpath("texts", f"mistakes.{language}.toml")
    if not file.is_file():
        return (), ()
    known = tomllib.loads(file.read_text(encoding="utf-8"))
    parts = known.pop(_PARTS)
    sentences, pieces = (tuple(_Pattern.of(*one) for one in table.items()) for table in (known, parts))
    return sentences, pieces


@lru_cache(maxsize=4096)
def _sentence_in(message: str, language: str) -> str | None:
    """A whole sentence in a language, or several with semicolons between them; None where a part of it has no words."""
    told = _filled(message, language, _patterns(language)[0])
    for cut in re.finditer("; ", message) if told is None else ():
        first, second = (_sentence_in(half, language) for half in (message[: cut.start()], message[cut.end() :]))
        if first is not None and second is not None:
            return f"{first}; {second}"
    return told


def _part_in(text: str, language: str) -> str | None:
    """A part of a sentence in a language; names and rules text stay as they are."""
    told = _filled(text, language, _patterns(language)[1])
    if told is None and "; " in text:
        parts = [_part_in(part, language) for part in text.split("; ")]
        return None if None in parts else "; ".join(part for part in parts if part is not None)
    return text if told is None and not _is_english(text) else told


def _filled(text: str, language: str, patterns: Iterable[_Pattern]) -> str | None:
    for pattern in patterns:
        found = pattern.english.fullmatch(text)
        if found is None:
            continue
        values: dict[str, str] = {}
        for name, value in found.groupdict().items():
            inner = _part_in(value, language) if name in pattern.inner else _verbatim(value)
            if inner is None:
                break
            values[name] = inner
        else:
            return _TOLD_GAP.sub(lambda gap: values[gap[1]], pattern.told)
    return None


def _verbatim(text: str) -> str | None:
    """Rules text as it is; None for what is a sentence of its own."""
    left = _WRITTEN.sub("", text)
    return None if "; " in left or (" " in text.strip() and _PROSE.search(left)) else text


def _is_english(text: str) -> bool:
    return _PROSE.search(_WRITTEN.sub("", text)) is not None


def told_mistake(message: str, say: Words) -> tuple[str, str]:
    """A mistake as a sentence, and the language that it is in: the reader's, or English where that has no words for it.

    No sentence is half in one language and half in another.
    """
    text = message.strip()
    told = None if say.language == ENGLISH else _text_in(text, say.language)
    if told is None and (say.language == ENGLISH or _is_english(text)):
        return as_sentence(message), ENGLISH
    return as_sentence(text if told is None else told), say.language


def _text_in(text: str, language: str) -> str | None:
    """A mistake in a language, whether it stands by itself, as a sentence of a page, or with its line of the rules."""
    if "\n" in text:
        lines = [_line_in(line, language) for line in text.split("\n")]
        return None if None in lines else "\n".join(line for line in lines if line is not None)
    bare = text[:1].lower() + text[1:].removesuffix(".")
    return _sentence_in(text, language) or _sentence_in(bare, language) or _line_in(text, language)


_AT = re.compile(r"(\S+:\d+:\d+: )(.+)", re.DOTALL)
_LISTED = {"  expected: ": "editor.expected", "  did you mean: ": "editor.nearest"}


def _line_in(line: str, language: str) -> str | None:
    """A line of a mistake with its place: what is wrong, the line of the rules, a caret, what would be right."""
    if line.startswith("    ") or not line.strip():
        return line
    for beginning, key in _LISTED.items():
        if line.startswith(beginning):
            names = line.removeprefix(beginning).removesuffix("?").split(", ")
            return "  " + words(language)(key, names=", ".join(_part_in(name, language) or name for name in names))
    at = _AT.fullmatch(line)
    told = _sentence_in(line if at is None else at[2], language)
    return None if told is None else told if at is None else at[1] + told


def mistake_in_words(message: str, say: Words) -> Markup:
    """A mistake inside a page: in the reader's language, or marked as English where that has no words for it."""
    sentence, language = told_mistake(message, say)
    if language == say.language:
        return escape(sentence)
    return Markup('<span lang="{}">{}</span>').format(language, sentence)


def told_problem(severity: str, problem: Mapping[str, Any], say: Words) -> dict[str, Any]:
    """A problem with its sentence, and what was expected or probably meant, in lines of their own."""
    sentence, language = told_mistake(problem["message"], say)
    hints = [
        say(f"editor.{name}", names=", ".join(_part_in(one, say.language) or one for one in problem[name]))
        for name in ("expected", "nearest")
        if problem.get(name)
    ]
    return {
        "severity": severity,
        "line": problem.get("line"),
        "column": problem.get("column"),
        "sentence": sentence,
        "language": language,
        "hints": hints,
        "nearest": problem.get("nearest", []),
    }


def told_problems(problem: Refused, say: Words) -> Sequence[Mapping[str, Any]]:
    """Everything that is wrong with rules that were refused."""
    return [told_problem("error", one, say) for one in problem.problems or [{"message": str(problem)}]]
