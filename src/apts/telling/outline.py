"""Rules as an outline: sentences, and under them the sentences that belong to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from apts.telling.languages import wording

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
