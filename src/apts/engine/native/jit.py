"""What code around kernels is written with: compiled by Numba, or plain Python when ``APTS_JIT=0``.

Kernels themselves do not need this; :mod:`apts.engine.native` compiles them.
"""

from __future__ import annotations

from typing import Any

from apts.engine.runtime import sets_and_chance as runtime
from apts.engine.runtime.kernel_functions import JIT, address, words

__all__ = [
    "JIT",
    "address",
    "bit_count",
    "compiled",
    "copy_words",
    "entry",
    "following",
    "lowest_bit",
    "mix",
    "pointer",
    "random_below",
    "random_bits",
    "shifted",
    "words",
]

_chosen: Any
_shared: Any
if JIT:
    from apts.engine.native import numba_functions as numba_words

    _chosen = _shared = numba_words
else:
    from apts.engine.runtime import kernel_functions as plain_words

    _chosen, _shared = plain_words, runtime

compiled: Any = _chosen.compiled
entry: Any = _chosen.entry
pointer: Any = _chosen.pointer
shifted: Any = _chosen.shifted
lowest_bit: Any = _chosen.lowest_bit
bit_count: Any = _chosen.bit_count
random_bits: Any = _chosen.random_bits
mix: Any = _chosen.mix
copy_words: Any = _chosen.copy_words
random_below: Any = _shared.random_below
following: Any = _shared.following
