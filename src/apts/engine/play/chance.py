"""Chance that has been decided beforehand: streams of random numbers that begin with a wanted one."""

from __future__ import annotations

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_FIRST = 0xBF58476D1CE4E5B9
_SECOND = 0x94D049BB133111EB


def stream_giving(number: int, bound: int) -> int:
    """A stream of which the first draw below ``bound`` is ``number``.

    The function that turns the word of a SplitMix64 stream into random bits has an inverse, so the word can be worked
    out from the bits.
    """
    return word_giving(-((-number << 32) // bound) << 32)


def first_drawn(stream: int, bound: int) -> int:
    """The first draw below ``bound`` of a stream."""
    state = (stream + _STEP) & _MASK
    mixed = (state ^ (state >> 30)) * _FIRST & _MASK
    mixed = (mixed ^ (mixed >> 27)) * _SECOND & _MASK
    return ((mixed ^ (mixed >> 31)) >> 32) * bound >> 32


def word_giving(drawn: int) -> int:
    """The stream whose first 64 random bits are these; a draw uses the upper half of them."""
    mixed = _unshifted(drawn, 31)
    mixed = _unshifted(mixed * pow(_SECOND, -1, 1 << 64) & _MASK, 27)
    state = _unshifted(mixed * pow(_FIRST, -1, 1 << 64) & _MASK, 30)
    word = (state - _STEP) & _MASK
    return word - (1 << 64) if word >> 63 else word


def _unshifted(word: int, shift: int) -> int:
    """The value x of which ``x ^ (x >> shift)`` is the word."""
    value = word
    for _ in range(64 // shift):
        value = word ^ (value >> shift)
    return value
