"""Streams of random numbers, for whoever has no other way to work them out."""

from __future__ import annotations

from apts.engine.native.jit import mix
from apts.search.memory import routine


@routine(3)
def match_stream(seed: int, number: int, part: int) -> int:
    """Part 0 or 1 of what :func:`apts.engine.play.playouts.random_streams.match_streams` has for a random match."""
    return mix(mix(seed, number), part)
