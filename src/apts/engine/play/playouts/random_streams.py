"""Seeds: every stream of random numbers is worked out from the seed of a run and what the stream is for."""

from __future__ import annotations

from hashlib import blake2b

from apts.engine.runtime.kernel_functions import mix


def stream_seed(seed: int, number: int) -> int:
    """The seed of one stream among many that a seed stands for."""
    return int.from_bytes(blake2b(f"{seed} {number}".encode(), digest_size=8).digest(), "little", signed=True)


def signed_word(seed: int) -> int:
    """Any integer as a word of 64 bits with sign."""
    return ((seed + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


def match_streams(seed: int, number: int) -> tuple[int, int]:
    """The two streams of a random match: what :meth:`Game.start` takes for its chance, and what chooses its moves.

    Kernels work out the same, so that a match depends on the seed and its number alone and can be played again by itself.
    """
    own = mix(signed_word(seed), number)
    return mix(own, 0), mix(own, 1)
