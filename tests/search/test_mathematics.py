"""Functions of mathematics that are the same everywhere: near the true value, and compiled as in Python."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apts.engine.native.jit import address, words
from apts.search.memory import exponential, hyperbolic_tangent, logarithm, real_view, reals, routine, tangent_in_place


@routine(2)
def both(place: Any, count: int) -> int:
    """Write the logarithm of a number, and the power of the real behind it."""
    X = reals(place)
    X[0] = logarithm(count)
    X[2] = exponential(X[1])
    return 0


@settings(deadline=None)
@given(st.integers(1, 1 << 52), st.floats(-800, 800))
def test_compiled_functions_give_the_bits_of_plain_python(count: int, x: float) -> None:
    memory = words(3)
    real_view(memory)[1] = x
    both(address(memory), count)
    assert (real_view(memory)[0], real_view(memory)[2]) == (logarithm(count), exponential(x))


@settings(deadline=None)
@given(st.floats(-800, 800))
def test_hyperbolic_tangent_is_near_that_of_the_library_and_compiled_as_in_python(x: float) -> None:
    memory = words(1)
    real_view(memory)[0] = x
    tangent_in_place(address(memory))
    assert real_view(memory)[0] == hyperbolic_tangent(x)
    assert abs(hyperbolic_tangent(x) - math.tanh(x)) < 3e-16


@given(st.integers(1, 1 << 52))
def test_logarithm_is_right_but_for_the_last_digit(count: int) -> None:
    assert abs(logarithm(count) - math.log(count)) <= math.ulp(math.log(count))


def test_logarithms_that_searches_keep_in_a_table_are_those_of_the_library() -> None:
    assert [math.sqrt(logarithm(count)) for count in range(1, 4096)] == [
        math.sqrt(math.log(count)) for count in range(1, 4096)
    ]


@given(st.floats(-700, 700))
def test_power_is_right_but_for_the_last_digit(x: float) -> None:
    assert abs(exponential(x) - math.exp(x)) <= math.ulp(math.exp(x))


@pytest.mark.parametrize(("x", "limit"), [(math.inf, 700.0), (1e9, 700.0), (-1e9, -700.0), (-math.inf, -700.0)])
def test_power_of_what_is_too_large_is_that_of_the_limit(x: float, limit: float) -> None:
    assert exponential(x) == exponential(limit)
