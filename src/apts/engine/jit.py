"""The switch between machine code and plain Python.

With ``APTS_JIT=0`` in the environment every kernel runs as ordinary Python over memory views: slow, but it can be
stepped through, and coverage can be read. Otherwise Numba compiles the same source.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

JIT = os.environ.get("APTS_JIT", "1") != "0"

if JIT:
    import numba
    import numpy
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, typeof_impl

    from apts.engine.native.loading import Entry

    POINTER = types.CPointer(types.int64)

    @typeof_impl.register(Entry)
    def _type_of_entry(value: Entry, context: Any) -> Any:  # noqa: ARG001
        """Entries of kernels are first-class functions for compiled code."""
        return types.FunctionType(value.signature())

    def compiled(function: Function) -> Function:
        """Compile an inner function of a kernel when it is first needed."""
        return numba.njit(nogil=True, boundscheck=False)(function)  # type: ignore[no-any-return]

    def entry(arguments: int) -> Callable[[Function], Function]:
        """Compile a function that is called from outside, at once, and keep the machine code on disk.

        All arguments and the result are integers; an array is handed over as its address (see :func:`address`) and turned
        into something that can be indexed with :func:`pointer`. Plain addresses cost nothing to pass on.
        """
        signature = types.int64(*[types.int64] * arguments)
        return numba.njit(signature, nogil=True, boundscheck=False, cache=True)  # type: ignore[no-any-return]

    def address(array: Any) -> Any:
        """What an entry takes for an array. The array must be kept alive by the caller."""
        return array.__array_interface__["data"][0]

    @intrinsic  # type: ignore[untyped-decorator]
    def pointer(typing_context: Any, place: Any) -> Any:  # noqa: ARG001
        """Words that start at an address."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            return builder.inttoptr(arguments[0], context.get_value_type(POINTER))

        return POINTER(types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def shifted(typing_context: Any, base: Any, offset: Any) -> Any:  # noqa: ARG001
        """Words that start further on."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            return builder.gep(arguments[0], [arguments[1]], source_etype=ir.IntType(64))

        return POINTER(POINTER, types.int64), generate

    def words(count: int) -> Any:
        """Zeroed memory for ``count`` integers of 64 bits."""
        return numpy.zeros(count, dtype=numpy.int64)

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest_bit(typing_context: Any, word: Any) -> Any:  # noqa: ARG001
        """The number of the lowest bit that is set in a word that is not 0."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def bit_count(typing_context: Any, word: Any) -> Any:  # noqa: ARG001
        """How many bits of the word are set."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @compiled
    def random_bits(stream: Any) -> int:
        """The next 32 random bits of a SplitMix64 stream (Steele, Lea and Flood, 2014)."""
        state = numpy.uint64(stream[0]) + numpy.uint64(0x9E3779B97F4A7C15)
        stream[0] = numpy.int64(state)
        mixed = (state ^ (state >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
        return numpy.int64((mixed ^ (mixed >> numpy.uint64(31))) >> numpy.uint64(32))  # type: ignore[return-value]

    @compiled
    def mix(hash_value: int, value: int) -> int:
        """Fold one more integer into a hash of 63 bits."""
        mixed = numpy.uint64(hash_value) * numpy.uint64(0x9E3779B97F4A7C15)
        mixed = mixed + numpy.uint64(value) + numpy.uint64(0x632BE59BD9B4E019)
        mixed = (mixed ^ (mixed >> numpy.uint64(29))) * numpy.uint64(0xBF58476D1CE4E5B9)
        return numpy.int64((mixed ^ (mixed >> numpy.uint64(32))) >> numpy.uint64(1))  # type: ignore[return-value]

    @compiled
    def copy_words(target: Any, target_start: int, source: Any, source_start: int, count: int) -> None:
        """Copy ``count`` words; the two places must not overlap."""
        for index in range(count):
            target[target_start + index] = source[source_start + index]

else:
    _MASK = (1 << 64) - 1

    def compiled(function: Function) -> Function:
        """Leave an inner function of a kernel as it is."""
        return function

    def entry(arguments: int) -> Callable[[Function], Function]:  # noqa: ARG001
        """Leave a function that is called from outside as it is."""
        return compiled

    def address(array: Any) -> Any:
        """What an entry takes for an array: here the array itself."""
        return array

    def pointer(place: Any) -> Any:
        """Words that start at an address: here the array itself."""
        return place

    def shifted(base: Any, offset: int) -> Any:
        """Words that start further on."""
        return base[offset:]

    def words(count: int) -> Any:
        """Zeroed memory for ``count`` integers of 64 bits."""
        return memoryview(array("q", bytes(8 * count)))

    def lowest_bit(word: int) -> int:
        """The number of the lowest bit that is set in a word that is not 0."""
        return (word & -word).bit_length() - 1

    def bit_count(word: int) -> int:
        """How many bits of the word are set."""
        return word.bit_count()

    def _signed(word: int) -> int:
        return word - (1 << 64) if word >> 63 else word

    def random_bits(stream: Any) -> int:
        """The next 32 random bits of a SplitMix64 stream (Steele, Lea and Flood, 2014)."""
        state = (stream[0] + 0x9E3779B97F4A7C15) & _MASK
        stream[0] = _signed(state)
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return (mixed ^ (mixed >> 31)) >> 32

    def mix(hash_value: int, value: int) -> int:
        """Fold one more integer into a hash of 63 bits."""
        mixed = (hash_value * 0x9E3779B97F4A7C15 + value + 0x632BE59BD9B4E019) & _MASK
        mixed = ((mixed ^ (mixed >> 29)) * 0xBF58476D1CE4E5B9) & _MASK
        return (mixed ^ (mixed >> 32)) >> 1

    def copy_words(target: Any, target_start: int, source: Any, source_start: int, count: int) -> None:
        """Copy ``count`` words; the two places must not overlap."""
        target[target_start : target_start + count] = source[source_start : source_start + count]
