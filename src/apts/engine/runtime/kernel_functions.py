"""The memory of kernels, and the functions that kernel source may use without defining them, as plain Python.

Kernel source runs as it stands over memory views when ``APTS_JIT=0`` is set: slow, but it can be stepped through, and
coverage can be read. Otherwise :mod:`apts.engine.native` compiles it, and these functions with it. ``APTS_JIT=quick``
compiles kernels in a seventh of the time and leaves code that takes a third more: for tests, which play few matches of
many rules.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable
from typing import Any, TypeVar

from apts.engine.runtime.layout import MOVE_FUEL, OUT_OF_FUEL, TOO_LARGE
from apts.language.signatures.signature import LARGEST_INTEGER

Function = TypeVar("Function", bound=Callable[..., Any])

JIT = os.environ.get("APTS_JIT", "1") != "0"
QUICK = os.environ.get("APTS_JIT") == "quick"

_MASK = (1 << 64) - 1


def words(count: int) -> Any:
    """Zeroed memory for ``count`` integers of 64 bits."""
    if not JIT:
        return memoryview(array("q", bytes(8 * count)))
    import numpy

    return numpy.zeros(count, dtype=numpy.int64)


def address(memory: Any) -> Any:
    """What an entry takes for an array: its address, or without machine code the array itself.

    The caller keeps the array alive.
    """
    return memory.__array_interface__["data"][0] if JIT else memory


def compiled(function: Function) -> Function:
    """Mark an inner function of a kernel."""
    return function


def entry(arguments: int) -> Callable[[Function], Function]:  # noqa: ARG001
    """Mark a function that is called from outside.

    All arguments and the result are integers; an array is handed over as its address (see :func:`address`) and turned
    into something that can be indexed with :func:`pointer`. Plain addresses cost nothing to pass on.
    """
    return compiled


def pointer(place: Any) -> Any:
    """Words that start at an address: here the array itself."""
    return place


def shifted(base: Any, offset: int) -> Any:
    """Words that start further on."""
    return base[offset:]


def copy_words(target: Any, target_start: int, source: Any, source_start: int, count: int) -> None:
    """Copy ``count`` words; the two places must not overlap."""
    target[target_start : target_start + count] = source[source_start : source_start + count]


class KernelFailure(Exception):
    """A check of a kernel failed that runs as plain Python; whoever called the kernel makes a sentence of it."""

    def __init__(self, guard: int, value: int, bound: int):
        super().__init__(guard, value, bound)
        self.guard, self.value, self.bound = guard, value, bound


def failed(guard: int, value: int, bound: int) -> Any:
    """End the kernel."""
    raise KernelFailure(guard, value, bound)


def within(index: int, bound: int, guard: int) -> int:
    """The index, if it is from 0 to below the bound; else the kernel ends."""
    if 0 <= index < bound:
        return index
    raise KernelFailure(guard, index, bound)


def _fitting(number: int) -> int:
    if abs(number) <= LARGEST_INTEGER:
        return number
    raise KernelFailure(TOO_LARGE, 0, 0)


def plus(a: int, b: int) -> int:
    """The sum, if it is no larger than numbers of rules are; else the kernel ends. Rules calculate with these three."""
    return _fitting(a + b)


def minus(a: int, b: int) -> int:
    """The difference, if it is no larger than numbers of rules are."""
    return _fitting(a - b)


def times(a: int, b: int) -> int:
    """The product, if it is no larger than numbers of rules are."""
    return _fitting(a * b)


def sure(site: int) -> int:
    """A number that the compiler knows to be a site."""
    return site


_fuel = [MOVE_FUEL]


def refuel() -> None:
    """Allow the work of one move."""
    _fuel[0] = MOVE_FUEL


def fuel_left() -> int:
    """What the move before has left of its work."""
    return _fuel[0]


def stopped(memory: Any) -> bool:  # noqa: ARG001
    """Whether the user wants everything to stop; in plain Python the interpreter sees to that."""
    return False


def spend(work: int) -> None:
    """Count work; too much of it in one move ends the kernel."""
    _fuel[0] -= work
    if _fuel[0] < 0:
        raise KernelFailure(OUT_OF_FUEL, MOVE_FUEL, MOVE_FUEL)


def spent(rounds: range) -> range:
    """The rounds of a loop, counted as work before it begins."""
    spend(len(rounds))
    return rounds


def lowest_bit(word: int) -> int:
    """The number of the lowest bit that is set in a word that is not 0."""
    return (word & -word).bit_length() - 1


def bit_length(word: int) -> int:
    """How many bits a word that is not negative has, up to the highest that is set."""
    return word.bit_length()


def bit_count(word: int) -> int:
    """How many bits of the word are set."""
    return word.bit_count()


def random_bits(stream: Any) -> int:
    """The next 32 random bits of a SplitMix64 stream (Steele, Lea and Flood, 2014)."""
    state = (int(stream[0]) + 0x9E3779B97F4A7C15) & _MASK
    stream[0] = state - (1 << 64) if state >> 63 else state
    mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return (mixed ^ (mixed >> 31)) >> 32


def mix(hash_value: int, value: int) -> int:
    """Fold one more integer into a hash of 63 bits."""
    mixed = (hash_value * 0x9E3779B97F4A7C15 + value + 0x632BE59BD9B4E019) & _MASK
    mixed = ((mixed ^ (mixed >> 29)) * 0xBF58476D1CE4E5B9) & _MASK
    return (mixed ^ (mixed >> 32)) >> 1
