"""A Zobrist hash of positions (Zobrist, 1970): equal for equal positions, whatever way led there."""

from __future__ import annotations

from typing import Any

from apts.engine.compiler.compiling import Compiled
from apts.engine.play.machine import Machine
from apts.engine.runtime.kernel_functions import address, words


def hashed_spans(compiled: Compiled) -> Any:
    """Start and end of each run of words that counts for the hash, one after the other in an array."""
    spans = [compiled.fields[name] for name in compiled.hashed]
    array = words(2 * len(spans))
    for index, (start, size) in enumerate(spans):
        array[2 * index] = start
        array[2 * index + 1] = start + size
    return array


def position_hash(machine: Machine, spans: Any, state: Any) -> int:
    """The hash of a flat position."""
    return int(machine.kernel.position_key(address(spans), len(spans) // 2, address(state)))
