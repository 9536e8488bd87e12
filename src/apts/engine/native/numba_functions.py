"""The functions of :mod:`apts.engine.runtime.kernel_functions` for code that Numba compiles (search and learning)."""

from __future__ import annotations

from typing import Any

import numba
import numpy
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, typeof_impl

from apts.engine.native.loading import Entry
from apts.engine.runtime import sets_and_chance as runtime

POINTER: Any = types.CPointer(types.int64)  # type: ignore[no-untyped-call]


@typeof_impl.register(Entry)  # type: ignore[untyped-decorator, unused-ignore]
def _type_of_entry(value: Entry, context: Any) -> Any:  # noqa: ARG001
    """Entries of kernels are first-class functions for compiled code."""
    return types.FunctionType(value.signature())


def compiled(function: Any) -> Any:
    """Compile a function when it is first needed."""
    return numba.njit(nogil=True, boundscheck=False)(function)


def entry(arguments: int) -> Any:
    """Compile a function of so many integers at once, and keep the machine code on disk."""
    signature = types.int64(*[types.int64] * arguments)
    return numba.njit(signature, nogil=True, boundscheck=False, cache=True)


def _pointer(typing_context: Any, place: Any) -> Any:  # noqa: ARG001
    """Words that start at an address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.inttoptr(arguments[0], context.get_value_type(POINTER))

    return POINTER(types.int64), generate


def _shifted(typing_context: Any, base: Any, offset: Any) -> Any:  # noqa: ARG001
    """Words that start further on."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.gep(arguments[0], [arguments[1]], source_etype=ir.IntType(64))

    return POINTER(POINTER, types.int64), generate


def _lowest_bit(typing_context: Any, word: Any) -> Any:  # noqa: ARG001
    """The number of the lowest bit that is set in a word that is not 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


def _bit_count(typing_context: Any, word: Any) -> Any:  # noqa: ARG001
    """How many bits of the word are set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


pointer: Any = intrinsic(_pointer)
shifted: Any = intrinsic(_shifted)
lowest_bit: Any = intrinsic(_lowest_bit)
bit_count: Any = intrinsic(_bit_count)


@compiled
def random_bits(stream: Any) -> Any:
    """The next 32 random bits of a SplitMix64 stream (Steele, Lea and Flood, 2014)."""
    state = numpy.uint64(stream[0]) + numpy.uint64(0x9E3779B97F4A7C15)
    stream[0] = numpy.int64(state)
    mixed = (state ^ (state >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
    return numpy.int64((mixed ^ (mixed >> numpy.uint64(31))) >> numpy.uint64(32))


@compiled
def random_below(stream: Any, bound: int) -> Any:
    """A random integer from 0 to ``bound`` - 1; ``bound`` is at most 2^31."""
    return (random_bits(stream) * bound) >> 32


@compiled
def mix(hash_value: int, value: int) -> Any:
    """Fold one more integer into a hash of 63 bits."""
    mixed = numpy.uint64(hash_value) * numpy.uint64(0x9E3779B97F4A7C15)
    mixed = mixed + numpy.uint64(value) + numpy.uint64(0x632BE59BD9B4E019)
    mixed = (mixed ^ (mixed >> numpy.uint64(29))) * numpy.uint64(0xBF58476D1CE4E5B9)
    return numpy.int64((mixed ^ (mixed >> numpy.uint64(32))) >> numpy.uint64(1))


@compiled
def copy_words(target: Any, target_start: int, source: Any, source_start: int, count: int) -> None:
    """Copy ``count`` words; the two places must not overlap."""
    for index in range(count):
        target[target_start + index] = source[source_start + index]


following: Any = compiled(runtime.following)
