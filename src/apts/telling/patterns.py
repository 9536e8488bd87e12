"""Patterns of sentences: words with places for the arguments of a clause.

``{who}`` is the place of the argument of that name. A part in square brackets is left out where one of its arguments was not
written; ``[exact? ...]`` stands only where that argument is True. ``{-on}`` takes an argument without a word about it.
A pattern fits a clause when every argument that was written has a place, so that nothing is dropped in silence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from apts.language.tree import Literal, Value

_PART = re.compile(r"\[([^\]]*)\]|([^\[\]]+)")
_PLACE = re.compile(r"\{(-?)(\w+)\}")
_FLAG = re.compile(r"^(\w+)\? ?")


@dataclass(frozen=True)
class PatternPart:
    """A stretch of a pattern: its words, the arguments it needs, and the one that must be True."""

    words: str
    needs: frozenset[str]
    optional: bool
    flag: str | None = None


@dataclass(frozen=True)
class Pattern:
    """A pattern in parts."""

    parts: tuple[PatternPart, ...]

    def filled(self, arguments: Mapping[str, Value], told: Callable[[Value], str]) -> str | None:
        """The words with the arguments in their places; None where the pattern does not fit these arguments."""
        known = frozenset(arguments)
        places = frozenset().union(*(part.needs | ({part.flag} if part.flag else set()) for part in self.parts))
        required = frozenset().union(*(part.needs for part in self.parts if not part.optional))
        if not required <= known or not known <= places:
            return None
        chosen = [part for part in self.parts if self._stands(part, arguments)]
        used = frozenset().union(*(part.needs for part in chosen))
        flags = {part.flag for part in self.parts if part.flag and isinstance(arguments.get(part.flag), Literal)}
        if not known <= used | flags:
            return None
        words = "".join(
            _PLACE.sub(lambda place: "" if place[1] else told(arguments[place[2]]), part.words) for part in chosen
        )
        return " ".join(words.split())

    @staticmethod
    def _stands(part: PatternPart, arguments: Mapping[str, Value]) -> bool:
        if part.flag is not None:
            flag = arguments.get(part.flag)
            if not isinstance(flag, Literal) or flag.value is not True:
                return False
        return part.needs <= arguments.keys()


@cache
def pattern_of(text: str) -> Pattern:
    """The pattern that a text describes."""
    parts = []
    for optional, plain in _PART.findall(text):
        words = optional or plain
        flag = _FLAG.match(words) if optional else None
        words = words[flag.end() :] if flag else words
        needs = frozenset(place[1] for place in _PLACE.findall(words))
        parts.append(PatternPart(words, needs, bool(optional), flag[1] if flag else None))
    return Pattern(tuple(parts))
