"""An order of a list that is drawn from a seed without being written down: a first place, and steps of the same width.

Each place comes once if the width has no divisor in common with the length. Of any two places each is as often before the
other, so that a search which takes the first of equal moves prefers none for its place in the list.
"""

from __future__ import annotations

from apts.engine.native.jit import mix
from apts.search.memory import inner


@inner
def seed_word(seed: int) -> int:
    """A seed as searches keep it: 63 bits, and never 0, which stands for the order of the list."""
    word: int = (2 * seed + 1) & 0x7FFFFFFFFFFFFFFF
    return word


@inner
def first_place(word: int, count: int) -> int:
    """Where the order begins that a word stands for."""
    place: int = mix(word, 1) % count
    return place


@inner
def step_width(word: int, count: int) -> int:
    """How far each place of the order is from the one before."""
    if count <= 2:
        return 1
    drawn = mix(word, 2)
    while True:
        width = 1 + drawn % (count - 1)
        larger, smaller = count, width
        while smaller != 0:
            larger, smaller = smaller, larger % smaller
        if larger == 1:
            return width
        drawn = mix(drawn, 3)
