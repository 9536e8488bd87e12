"""Streams of random numbers, for whoever has no other way to work them out."""

from __future__ import annotations

from apts.engine.native.jit import mix
from apts.search.memory import routine


@routine(3)
def match_stream(seed: int, number: int, part: int) -> int:
    """The streams of a random match as :func:`apts.engine.play.random_streams.match_streams` has them: part 0 or 1."""
    return mix(mix(seed, number), part)
