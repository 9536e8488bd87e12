"""Random matches of a compiled game as a table of numbers, and the seeds they are made from."""

from __future__ import annotations

from hashlib import blake2b
from time import thread_time

import numpy as np
from numpy.typing import NDArray

from apts.engine.layout import OVERFLOW
from apts.engine.machine import Machine
from apts.engine.perft import enlarge_records
from apts.engine.words import address, words


def random_table(
    machine: Machine, root: NDArray[np.int64], count: int, seed: int, limit: int
) -> tuple[NDArray[np.int64], float]:
    """Play ``count`` matches from ``root``; a row has moves, whether it ended, and the doubled rank of each player.

    Also gives the processor time. Should a list of moves outgrow its memory, all is played again with more.
    """
    width = 2 + machine.compiled.equipment.players
    results = words(max(1, count * width))
    stream, scratch = words(1), machine.new_state()
    while True:
        stream[0] = signed_word(seed)
        machine.work[OVERFLOW] = 0
        began = thread_time()
        arrays = (machine.data, root, scratch, machine.work, machine.records, stream)
        places = [address(array) for array in arrays]
        machine.kernel.playouts(*places, count, limit, address(results))
        seconds = thread_time() - began
        if not machine.work[OVERFLOW]:
            return np.asarray(results)[: count * width].reshape(count, width), seconds
        enlarge_records(machine)


def stream_seed(seed: int, number: int) -> int:
    """The seed of one stream among many that a seed stands for."""
    return int.from_bytes(blake2b(f"{seed} {number}".encode(), digest_size=8).digest(), "little", signed=True)


def signed_word(seed: int) -> int:
    """Any integer as a word of 64 bits with sign."""
    return ((seed + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)
