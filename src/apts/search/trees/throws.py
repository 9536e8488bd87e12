"""What a player knows of chance before choosing, and what a search may therefore not know.

All chance of a position comes from one stream (the word CHANCE of the state). Finding the moves may take the first draw
of it, which is the throw of the turn: the mover has seen it. What the move itself draws comes after that and nobody has
seen it. So a search keeps the first draw of the stream where the moves depend on it, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from apts.engine.compiler.compiling import Compiled
from apts.engine.native.jit import JIT, words
from apts.search.memory import inner

MOST_THROWS = 1 << 16
"""With more throws than this all count as different."""

# What finding the moves of a position has drawn.
NOTHING = 0
ONE_THROW = 1
MORE = 2  # what came first cannot be kept apart from what comes later


def throw_classes(compiled: Compiled) -> Any:
    """The number of throws, then a number for each: throws that show the same values on alike dice share it.

    The number is 0 where there are no dice or too many throws to list.
    """
    dice = [piece.faces for piece in compiled.equipment.components if piece.faces]
    count = prod(len(faces) for faces in dice)
    if not dice or count > MOST_THROWS:
        return words(1)
    known: dict[object, int] = {}
    table = words(1 + count)
    table[0] = count
    # The first die is the lowest place of the number of a throw (see engine/lowering/dice.py).
    for number, shown in enumerate(product(*(range(len(faces)) for faces in reversed(dice)))):
        values = sorted((faces, faces[face]) for faces, face in zip(dice, reversed(shown), strict=True))
        table[1 + number] = known.setdefault(tuple(values), len(known))
    return table


if TYPE_CHECKING:
    first_bits: Callable[[int], int]
    kept_throw: Callable[[int, int], int]

elif JIT:
    from apts.engine.native.routines.memory import unsigned_shift

    _FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
    _FIRST_BACK, _SECOND_BACK = pow(_FIRST, -1, 1 << 64), pow(_SECOND, -1, 1 << 64)
    _STEP, _HIGH, _LOW = 0x9E3779B97F4A7C15, 0xFFFFFFFF00000000, 0xFFFFFFFF

    @inner
    def _drawn(word):
        state = word + _STEP
        mixed = (state ^ unsigned_shift(state, 30)) * _FIRST
        mixed = (mixed ^ unsigned_shift(mixed, 27)) * _SECOND
        return mixed ^ unsigned_shift(mixed, 31)

    @inner
    def first_bits(word):
        """The 32 bits that the first draw of a stream is made of."""
        return unsigned_shift(_drawn(word), 32)

    @inner
    def kept_throw(word, bits):
        """A stream with the same first draw as another, whatever its bound; ``bits`` decide about the rest."""
        mixed = (_drawn(word) & _HIGH) | (bits & _LOW)
        mixed = (mixed ^ unsigned_shift(mixed, 31) ^ unsigned_shift(mixed, 62)) * _SECOND_BACK
        mixed = (mixed ^ unsigned_shift(mixed, 27) ^ unsigned_shift(mixed, 54)) * _FIRST_BACK
        return (mixed ^ unsigned_shift(mixed, 30) ^ unsigned_shift(mixed, 60)) - _STEP

else:
    from apts.engine.play.chance import word_giving

    _MASK = (1 << 64) - 1

    def _drawn(word):
        mixed = (word + 0x9E3779B97F4A7C15) & _MASK
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & _MASK
        return mixed ^ (mixed >> 31)

    def first_bits(word):
        """The 32 bits that the first draw of a stream is made of."""
        return _drawn(word) >> 32

    def kept_throw(word, bits):
        """A stream with the same first draw as another, whatever its bound; ``bits`` decide about the rest."""
        return word_giving(_drawn(word) >> 32 << 32 | bits & 0xFFFFFFFF)
