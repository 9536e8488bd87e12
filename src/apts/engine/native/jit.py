"""What code around kernels is written with: names that the compiler of routines knows, plain Python with ``APTS_JIT=0``."""

from __future__ import annotations

from apts.engine.runtime.kernel_functions import (
    JIT,
    address,
    bit_count,
    copy_words,
    lowest_bit,
    mix,
    pointer,
    random_bits,
    shifted,
    words,
)
from apts.engine.runtime.sets_and_chance import following, random_below

__all__ = [
    "JIT",
    "address",
    "bit_count",
    "copy_words",
    "following",
    "lowest_bit",
    "mix",
    "pointer",
    "random_below",
    "random_bits",
    "shifted",
    "words",
]
