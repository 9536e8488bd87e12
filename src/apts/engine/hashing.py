"""A Zobrist hash of positions, independent of the kernel of the game (Zobrist, 1970)."""

from __future__ import annotations

from typing import Any

from apts.engine.compiler import Compiled
from apts.engine.jit import address, compiled, entry, mix, pointer, words
from apts.engine.layout import MOVER

_at: Any = pointer  # Numba's own types hide its signature


def hashed_spans(compiled: Compiled) -> Any:
    """Start and end of each run of words that counts for the hash, one after the other in an array."""
    spans = [compiled.fields[name] for name in compiled.hashed]
    array = words(2 * len(spans))
    for index, (start, size) in enumerate(spans):
        array[2 * index] = start
        array[2 * index + 1] = start + size
    return array


@compiled  # type: ignore[untyped-decorator]
def hash_words(spans: Any, count: int, S: Any) -> Any:
    """63 bits for the words in ``spans`` and the mover: the exclusive or of one mixed number a word that is not 0.

    A change of one word changes the hash by the exclusive or of two numbers, so it can be carried along.
    """
    value = mix(-1, S[MOVER])
    for span in range(count):
        for index in range(spans[2 * span], spans[2 * span + 1]):
            if S[index] != 0:
                value ^= mix(mix(index, 1), S[index])
    return value


@entry(3)  # type: ignore[untyped-decorator]
def hash_at(spans: Any, count: int, state: Any) -> Any:
    """:func:`hash_words` for arrays given by their addresses."""
    return hash_words(_at(spans), count, _at(state))


def position_hash(spans: Any, state: Any) -> int:
    """The hash of a flat position."""
    return int(hash_at(address(spans), len(spans) // 2, address(state)))
