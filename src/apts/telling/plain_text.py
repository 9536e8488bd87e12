"""Rules in words as plain text: headings, and points that are indented under each other."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any

from apts.telling.rules_in_words import RulesInWords
from apts.telling.teller import sentence

DEFAULT_WIDTH = 80
_LEAST_WIDTH = 40


def rules_as_text(rules: RulesInWords, board: str, width: int = DEFAULT_WIDTH) -> str:
    """The rules with the board, in lines of at most that width."""
    return "\n".join(_lines(rules, board, max(width, _LEAST_WIDTH))) + "\n"


def _lines(rules: RulesInWords, board: str, width: int) -> Iterator[str]:
    yield rules.title
    yield "=" * len(rules.title)
    if rules.lead:
        yield from ["", *wrap(rules.lead, width)]
    if board.strip():
        yield from ["", *board.rstrip("\n").splitlines()]
    for section in rules.sections:
        yield from ["", section.heading, "-" * len(section.heading)]
        for item in section.items:
            for depth, text in item.walk():
                indent = "  " * min(depth, width // 8)
                first, rest = f"{indent}- ", f"{indent}  "
                yield from wrap(sentence(text), width, initial_indent=first, subsequent_indent=rest, **_WHOLE_WORDS)


_WHOLE_WORDS: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}


def rules_as_data(rules: RulesInWords) -> dict[str, Any]:
    """The rules as plain values: sections of sentences, each with how deep it stands under another."""
    return {
        "title": rules.title,
        "lead": rules.lead,
        "language": rules.language,
        "clauses_in_code": rules.clauses_in_code,
        "sections": [
            {
                "heading": section.heading,
                "sentences": [
                    {"depth": depth, "text": sentence(text)} for item in section.items for depth, text in item.walk()
                ],
            }
            for section in rules.sections
        ],
    }
