"""Machine code does what the same source does as plain Python."""

from __future__ import annotations

import random
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from apts.engine.native.compile import compile_module
from apts.engine.native.loading import NativeModule
from apts.engine.native.parsing import KernelSourceError
from apts.engine.runtime import layout
from apts.engine.runtime import sets_and_chance as runtime

ARITHMETIC = """
@entry(3)
def calculate(a, b, c):
    total = 0
    for i in range(a % 7):
        if i == 3:
            continue
        total += i * b
    i = 0
    while True:
        i += 1
        if i > c % 5 or total > 10**6 - 10**6 + 1000000:
            break
        total ^= (b << 2) + (c >> 1)
    if a < b < c:
        total = -total
    elif not (a == b or c == 0):
        total = ~total
    else:
        total = max(a, b, c) - min(a, b) + abs(c)
    return total + (a // 3) + (b % 5) + (1 if a > 0 and b > 0 else 2)
"""


def as_python(source: str) -> dict[str, Any]:
    """The functions of the source as Python has them."""
    names: dict[str, Any] = {"entry": lambda count: lambda function: function, "pointer": lambda array: array}
    exec(source, names)
    return names


def as_native(source: str) -> NativeModule:
    """The functions of the source as machine code."""
    constants = {name: value for name, value in vars(layout).items() if isinstance(value, int)}
    with open(str(runtime.__file__), encoding="utf-8") as file:
        shared = file.read()
    return NativeModule(*compile_module([shared, source], constants))


@pytest.fixture(scope="module")
def both() -> tuple[Any, Any]:
    source = ARITHMETIC.replace("10**6 - 10**6 + ", "")
    return as_python(source)["calculate"], as_native(source).calculate


@given(*[st.integers(-(2**31), 2**31)] * 3)
def test_arithmetic_loops_and_branches_agree_with_python(both: tuple[Any, Any], a: int, b: int, c: int) -> None:
    python, native = both
    assert native(a, b, c) == python(a, b, c)


def test_sets_of_sites_agree_with_python_sets() -> None:
    module = as_native(
        """
@entry(4)
def collect(sets, count, seed, number):
    D = pointer(sets + 8 * 110)
    D[ALL_SITES] = 32 * count
    R = pointer(sets + 8 * 100)
    S = pointer(sets)
    R[0] = seed
    for i in range(number):
        put_site(D, S, 0, random_below(R, 32 * count))
    for i in range(number // 3):
        drop_site(D, S, 0, random_below(R, 32 * count))
    return set_size(S, 0, count)


@entry(3)
def member(sets, count, number):
    S = pointer(sets)
    return nth_site(S, 0, count, number) - next_site(S, 0, count, nth_site(S, 0, count, number))
"""
    )
    words = numpy.zeros(128, dtype=numpy.int64)
    place = words.__array_interface__["data"][0]
    size = module.collect(place, 5, 12345, 90)
    members = [site for site in range(160) if int(words[site >> 5]) >> (site & 31) & 1]
    assert size == len(members) > 20
    assert all(module.member(place, 5, index) == 0 for index in range(size))
    assert all(0 <= int(word) < 2**32 for word in words[:5])


def test_recursion_is_compiled() -> None:
    module = as_native(
        """
@compiled
def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


@entry(1)
def start(n):
    return fibonacci(n)
"""
    )
    assert module.start(20) == 6765


def test_random_numbers_are_the_same_in_both_modes() -> None:
    module = as_native(
        """
@entry(2)
def draw_number(stream, bound):
    return random_below(pointer(stream), bound)
"""
    )
    words = numpy.array([42], dtype=numpy.int64)
    place = words.__array_interface__["data"][0]
    assert [module.draw_number(place, 1000) for _ in range(5)] == [_split_mix(42, k, 1000) for k in range(5)]


def _split_mix(seed: int, number: int, bound: int) -> int:
    mask = 2**64 - 1
    state = (seed + (number + 1) * 0x9E3779B97F4A7C15) & mask
    mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & mask
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & mask
    return (((mixed ^ (mixed >> 31)) >> 32) * bound) >> 32


@pytest.mark.parametrize(
    "body", ["return unknown", "return unknown(a)", "import os", "return [a]", "return 'text'", "return has_site(a)"]
)
def test_source_outside_the_part_of_python_is_refused(body: str) -> None:
    with pytest.raises(KernelSourceError):
        as_native(f"@entry(1)\ndef f(a):\n    {body}\n")


def test_only_reachable_functions_are_compiled() -> None:
    module = as_native("@compiled\ndef broken(a):\n    return unknown(a)\n\n\n@entry(1)\ndef f(a):\n    return a + 1\n")
    assert module.f(random.Random(1).randrange(10)) == 3
