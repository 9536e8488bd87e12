"""Orders of moves that are drawn from a seed: every order of a list is as likely as every other one.

A search which takes the first of equal moves then prefers none for its place in the list, whichever moves are equal. Rows
of a result are ordered by draws of their own: :mod:`apts.search.choice` draws a move from them by the same seed, and two
draws that hang together would prefer some places of the list after all.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from apts.engine.native.jit import mix
from apts.search.memory import inner, pointer

Entry = TypeVar("Entry")


def in_drawn_order(entries: Sequence[Entry], seed: int) -> list[Entry]:
    """The entries in an order that the seed draws."""
    return Random(f"order {seed}").sample(entries, len(entries))


@inner
def seed_word(seed: int) -> int:
    """A seed as searches keep it: 63 bits, and never 0, which stands for the order of the list."""
    word: int = (2 * seed + 1) & 0x7FFFFFFFFFFFFFFF
    return word


@inner
def drawn_place(word: int, place: int, count: int) -> int:
    """Which entry of a list comes to a place: one by lot of those that stand there or behind it.

    Done for each place in turn, and the two entries changed, that shuffles the list (Fisher and Yates).
    """
    other: int = place + (mix(word, place) >> 8) % (count - place)
    return other


@inner
def swap_records(lists: Any, one: int, other: int, size: int) -> None:
    """Let two records of a list change places."""
    words = pointer(lists)
    for index in range(size):
        kept = words[one * size + index]
        words[one * size + index] = words[other * size + index]
        words[other * size + index] = kept
