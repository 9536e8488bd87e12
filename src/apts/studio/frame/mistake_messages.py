"""Mistakes of rules texts as pages show them, in the language of the reader where the frequent ones are told in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from apts.locales import ENGLISH
from apts.studio.frame.rendering import as_sentence
from apts.studio.words import StudioTexts, words
from apts.studio.workers.pool import Refused
from apts.telling.translated_mistakes import is_english, part_in, sentence_in


def describe_mistake(mistake: str, message: StudioTexts) -> tuple[str, str]:
    """A mistake as a sentence, and the language that it is in: the reader's, or English where that has no words for it.

    No sentence is half in one language and half in another.
    """
    text = mistake.strip()
    described = None if message.language == ENGLISH else _text_in(text, message.language)
    if described is None and (message.language == ENGLISH or is_english(text)):
        return as_sentence(mistake), ENGLISH
    return as_sentence(text if described is None else described), message.language


def _text_in(text: str, language: str) -> str | None:
    """A mistake in a language, whether it stands by itself, as a sentence of a page, or with its line of the rules."""
    if "\n" in text:
        lines = [_line_in(line, language) for line in text.split("\n")]
        return None if None in lines else "\n".join(line for line in lines if line is not None)
    bare = text[:1].lower() + text[1:].removesuffix(".")
    return sentence_in(text, language) or sentence_in(bare, language) or _line_in(text, language)


_AT = re.compile(r"(\S+:\d+:\d+: )(.+)", re.DOTALL)
_LISTED = {"  expected: ": "editor.expected", "  did you mean: ": "editor.nearest"}


def _line_in(line: str, language: str) -> str | None:
    """A line of a mistake with its place: what is wrong, the line of the rules, a caret, what would be right."""
    if line.startswith("    ") or not line.strip():
        return line
    for beginning, key in _LISTED.items():
        if line.startswith(beginning):
            names = line.removeprefix(beginning).removesuffix("?").split(", ")
            return "  " + words(language)(key, names=", ".join(part_in(name, language) or name for name in names))
    at = _AT.fullmatch(line)
    described = sentence_in(line if at is None else at[2], language)
    return None if described is None else described if at is None else at[1] + described


def mistake_in_words(mistake: str, message: StudioTexts) -> Markup:
    """A mistake inside a page: in the reader's language, or marked as English where that has no words for it."""
    sentence, language = describe_mistake(mistake, message)
    if language == message.language:
        return escape(sentence)
    return Markup('<span lang="{}">{}</span>').format(language, sentence)


def problem_data(severity: str, problem: Mapping[str, Any], message: StudioTexts) -> dict[str, Any]:
    """A problem with its sentence, and what was expected or probably meant, in lines of their own."""
    sentence, language = describe_mistake(problem["message"], message)
    hints = [
        message(f"editor.{name}", names=", ".join(part_in(one, message.language) or one for one in problem[name]))
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


def problems_data(problem: Refused, message: StudioTexts) -> Sequence[Mapping[str, Any]]:
    """Everything that is wrong with rules that were refused."""
    return [problem_data("error", one, message) for one in problem.problems or [{"message": str(problem)}]]
