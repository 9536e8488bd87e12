"""Pieces of a text by their offsets, and texts with some pieces replaced."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from apts.language.lexemes import Lexeme, lexemes_of
from apts.language.tree import TextPlace


@dataclass(frozen=True, slots=True, order=True)
class Replacement:
    """A piece of a text, from one offset up to another, and what stands there instead."""

    start: int
    end: int
    text: str


@lru_cache(maxsize=8)
def lexemes_in(text: str) -> tuple[Lexeme, ...]:
    """The lexemes of a text, kept while many edits of one text are made."""
    return tuple(lexemes_of(text, ""))


class TextLines:
    """Offsets in a text from lines and columns."""

    def __init__(self, text: str) -> None:
        self._starts = [0]
        for index, sign in enumerate(text):
            if sign == "\n":
                self._starts.append(index + 1)

    def offset(self, place: TextPlace) -> int:
        """The offset of a place; lines and columns count from 1."""
        return self._starts[place.line - 1] + place.column - 1

    def start(self, lexeme: Lexeme) -> int:
        """Where a lexeme begins."""
        return self.offset(lexeme.position)

    def end(self, lexeme: Lexeme) -> int:
        """Where a lexeme is over."""
        return self.start(lexeme) + len(lexeme.text)


def replaced(text: str, changes: Iterable[Replacement]) -> str:
    """The text with its pieces replaced; equal changes count once, those that overlap raise a ValueError."""
    parts: list[str] = []
    index = 0
    for change in sorted(dict.fromkeys(changes)):
        if change.start < index:
            raise ValueError("two changes of a text overlap")
        parts.append(text[index : change.start])
        parts.append(change.text)
        index = change.end
    parts.append(text[index:])
    return "".join(parts)
