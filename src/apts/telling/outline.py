"""Rules as an outline: sentences, and under them the sentences that belong to them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from apts.language.tree import Literal, Value
from apts.telling.voice import wording

_LONGEST = 150
"""Signs of a sentence that still takes up what follows it."""


@dataclass(frozen=True)
class Item:
    """A sentence without capital and full stop, and what belongs to it. What is in backquotes is rules text."""

    text: str
    inside: tuple[Item, ...] = ()

    def with_texts(self, changed: Callable[[str], str]) -> Item:
        """The same outline with other texts."""
        return Item(changed(self.text), tuple(item.with_texts(changed) for item in self.inside))

    def walk(self, depth: int = 0) -> Iterator[tuple[int, str]]:
        """The texts of the outline with their depths, from the top."""
        yield depth, self.text
        for item in self.inside:
            yield from item.walk(depth + 1)


def headed(words: str, items: Sequence[Item], sign: str = ",") -> Item:
    """What happens under a heading: in one sentence if it is short, else as a list under it."""
    only = items[0] if len(items) == 1 else None
    if only is not None and not only.inside and len(words) + len(only.text) < _LONGEST:
        return Item(f"{words}{sign} {only.text}")
    if only is not None and only.inside and only.text.endswith(":") and len(words) + len(only.text) < _LONGEST:
        return Item(f"{words}{sign} {only.text}", only.inside)
    return Item(f"{words}:", tuple(items))


def followed(item: Item, word: str, items: Sequence[Item]) -> Item:
    """An item with what follows upon it, in the same sentence if that is short."""
    if not items:
        return item
    after = headed(word, items, "," if begins_with_if(items[0]) else "")
    if not item.inside and not after.inside and len(item.text) + len(after.text) < _LONGEST:
        return Item(f"{item.text}; {after.text}")
    return Item(item.text, (*item.inside, after))


def as_one(items: Sequence[Item]) -> Item:
    """Several things that are done one after the other, as one item."""
    if len(items) == 1:
        return items[0]
    if all(not item.inside for item in items) and sum(len(item.text) for item in items) < _LONGEST:
        return Item("; ".join(item.text for item in items))
    return Item(str(wording()["structure"]["all"]), tuple(items))


def begins_with_if(item: Item) -> bool:
    """Whether an item is a condition and what happens on it."""
    return item.text.startswith(str(wording()["grammar"]["if"]))


# ----------------------------------------------------------------------------------------------------------------
# Patterns of sentences: words with places for the arguments of a clause.
#
# ``{who}`` is the place of the argument of that name. A part in square brackets is left out where one of its
# arguments was not written; ``[exact? ...]`` stands only where that argument is True. ``{-on}`` takes an argument
# without a word about it. A pattern fits a clause when every argument that was written has a place, so that
# nothing is dropped in silence.

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
