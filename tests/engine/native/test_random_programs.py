"""Random programs of the kernel subset: machine code and plain Python give the same, or the program is refused."""

from __future__ import annotations

import textwrap
from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apts.engine.native.compile import compile_module
from apts.engine.native.jit import JIT
from apts.engine.native.loading import NativeModule
from apts.engine.native.parsing import KernelSourceError
from apts.engine.runtime import layout

pytestmark = pytest.mark.skipif(not JIT, reason="machine code is switched off (APTS_JIT=0)")

NAMES = ("a", "b", "c", "x", "y")
SMALL = st.integers(-9, 9).map(str)
_BITS = 63


def numbers(depth: int) -> st.SearchStrategy[str]:
    """Code of a number that stays small enough not to leave 64 bits."""
    leaf = st.one_of(SMALL, st.sampled_from(NAMES))
    if depth == 0:
        return leaf
    inner = numbers(depth - 1)
    pairs = st.tuples(inner, inner)
    return st.one_of(
        leaf,
        pairs.map(lambda p: f"(({p[0]}) % 97 + ({p[1]}) % 89)"),
        pairs.map(lambda p: f"(({p[0]}) % 97 - ({p[1]}) % 89)"),
        pairs.map(lambda p: f"(({p[0]}) % 97 * (({p[1]}) % 89))"),
        st.tuples(inner, st.sampled_from(("//", "%")), st.sampled_from((-7, -3, -1, 1, 2, 5))).map(
            lambda p: f"(({p[0]}) {p[1]} {p[2]})"
        ),
        pairs.map(lambda p: f"(({p[0]}) // (({p[1]}) % 5 - 7))"),
        st.tuples(inner, st.integers(0, 20)).map(lambda p: f"((({p[0]}) % 1000) << {p[1]})"),
        pairs.map(lambda p: f"(({p[0]}) >> (({p[1]}) % {_BITS}))"),
        st.tuples(inner, st.sampled_from("&|^"), inner).map(lambda p: f"(({p[0]}) {p[1]} ({p[2]}))"),
        inner.map(lambda p: f"(-(({p}) % 1000))"),
        inner.map(lambda p: f"(~({p}))"),
        st.tuples(st.sampled_from(("min", "max")), inner, inner).map(lambda p: f"{p[0]}({p[1]}, {p[2]})"),
        inner.map(lambda p: f"abs({p})"),
        st.tuples(inner, conditions(depth - 1), inner).map(lambda p: f"(({p[0]}) if {p[1]} else ({p[2]}))"),
        conditions(depth - 1).map(lambda p: f"int({p})"),
        st.tuples(inner, st.sampled_from(("and", "or")), inner).map(lambda p: f"(({p[0]}) {p[1]} ({p[2]}))"),
        inner.map(lambda p: f"W[({p}) % 8]"),
    )


def conditions(depth: int) -> st.SearchStrategy[str]:
    """Code of a condition."""
    inner = numbers(max(depth - 1, 0))
    sign = st.sampled_from(("<", "<=", "==", "!=", ">", ">="))
    one = st.tuples(inner, sign, inner).map(lambda p: f"(({p[0]}) {p[1]} ({p[2]}))")
    if depth <= 0:
        return one
    return st.one_of(
        one,
        st.tuples(inner, sign, inner, sign, inner).map(lambda p: f"(({p[0]}) {p[1]} ({p[2]}) {p[3]} ({p[4]}))"),
        st.tuples(conditions(depth - 1), st.sampled_from(("and", "or")), conditions(depth - 1)).map(
            lambda p: f"({p[0]} {p[1]} {p[2]})"
        ),
        conditions(depth - 1).map(lambda p: f"(not {p})"),
    )


def blocks(depth: int) -> st.SearchStrategy[list[str]]:
    """Lines of code."""
    number = numbers(2)
    variable = st.sampled_from(("x", "y"))
    line = st.one_of(
        st.tuples(variable, number).map(lambda p: [f"{p[0]} = {p[1]}"]),
        st.tuples(variable, st.sampled_from(("+", "-", "^", "|", "&")), number).map(
            lambda p: [f"{p[0]} {p[1]}= ({p[2]}) % 1000"]
        ),
        st.tuples(number, number).map(lambda p: [f"x, y = {p[0]}, {p[1]}"]),
        st.tuples(number, number).map(lambda p: [f"W[({p[0]}) % 8] = {p[1]}"]),
        st.tuples(number, number).map(lambda p: [f"W[({p[0]}) % 8] += ({p[1]}) % 1000"]),
        st.tuples(number, variable).map(lambda p: [f"{p[1]} = helper({p[0]}, {p[1]})"]),
    )
    if depth == 0:
        return st.lists(line, min_size=1, max_size=3).map(lambda parts: [text for part in parts for text in part])
    inner = blocks(depth - 1).map(lambda lines: ["    " + text for text in lines])
    leaving = st.sampled_from((["    break"], ["    continue"], ["    pass"]))
    nested = st.one_of(
        line,
        st.tuples(conditions(1), inner, inner).map(lambda p: [f"if {p[0]}:", *p[1], "else:", *p[2]]),
        st.tuples(st.integers(-3, 6), st.integers(-3, 6), st.sampled_from((-2, -1, 1, 3)), inner).map(
            lambda p: [f"for i in range({p[0]}, {p[1]}, {p[2]}):", "    x = (x + i) % 1000", *p[3]]
        ),
        st.tuples(conditions(1), inner, leaving).map(
            lambda p: ["for i in range(abs(a) % 5):", *p[1], f"    if {p[0]}:", *("    " + text for text in p[2])]
        ),
        st.tuples(inner).map(lambda p: ["while y % 7 > 1:", "    y = y // 2 - 1", *p[0], "    break"]),
    )
    return st.lists(nested, min_size=1, max_size=3).map(lambda parts: [text for part in parts for text in part])


HELPER = """
@compiled
def helper(p, q):
    if p % 3 == 0:
        return q % 100 - p % 10
    return (p % 50) * (q % 50)
"""


def program(lines: list[str]) -> str:
    body = textwrap.indent("\n".join(lines), "    ")
    return (
        f"{HELPER}\n\n@entry(4)\ndef run(memory, a, b, c):\n    W = pointer(memory)\n    x = 1\n    y = 2\n"
        f"{body}\n    return x * 31 + y\n"
    )


def as_python(source: str, memory: Any, *arguments: int) -> int:
    names: dict[str, Any] = {"entry": lambda count: lambda function: function, "pointer": lambda array: array}
    names["compiled"] = lambda function: function
    exec(source, names)
    return int(names["run"](memory, *arguments))


@settings(max_examples=60, deadline=None)
@given(blocks(2), *[st.integers(-1000, 1000)] * 3)
def test_machine_code_does_what_python_does(lines: list[str], a: int, b: int, c: int) -> None:
    source = program(lines)
    constants = {name: value for name, value in vars(layout).items() if isinstance(value, int)}
    plain = [0] * 8
    wanted: int | None
    try:
        wanted = as_python(source, plain, a, b, c)
    except (ZeroDivisionError, ValueError):
        wanted = None
    memory = numpy.zeros(64, dtype=numpy.int64)
    module = NativeModule(*compile_module([source], constants))
    if wanted is None or not all(-(2**63) <= word < 2**63 for word in (wanted, *plain)):
        return  # such programs leave what words can hold; kernels calculate with checks there
    refund = module.run(memory.__array_interface__["data"][0], a, b, c)
    assert (refund, memory[:8].tolist()) == (wanted, plain), source


@pytest.mark.parametrize(
    "lines",
    [
        ["x = y = 1"],
        ["x = 1 if a else [1]"],
        ["while a > 0:", "    a -= 1", "else:", "    x = 2"],
        ["for i in range(3):", "    x = 1", "else:", "    x = 2"],
        ["for i in (1, 2):", "    x = i"],
        ["for i in range(0, 5, a):", "    x = i"],
        ["x = a / b"],
        ["x = a ** b"],
        ["x = a is b"],
        ["x = a in b"],
        ["x, y = a"],
        ["x = 99999999999999999999"],
        ["MOVER = 3"],
        ["x = W"],
        ["a[0] = 1"],
        ["x = helper(a)"],
        ["x = helper(p=a, q=b)"],
        ["x = helper(W, b)"],
        ["x = a.bit_length()"],
        ["del x"],
        ["x = lambda: 1"],
        ["x: int = 3"],
        ["return W"],
    ],
)
def test_what_the_subset_does_not_know_is_refused(lines: list[str]) -> None:
    constants = {name: value for name, value in vars(layout).items() if isinstance(value, int)}
    with pytest.raises(KernelSourceError):
        compile_module([program(lines)], constants)


def test_both_sides_of_a_comparison_in_a_row_are_asked_once() -> None:
    source = """
@compiled
def counted(W):
    W[0] += 1
    return 5


@entry(1)
def run(memory):
    W = pointer(memory)
    return int(0 <= counted(W) < 9) * 10 + int(9 <= counted(W) < 11)
"""
    constants = {name: value for name, value in vars(layout).items() if isinstance(value, int)}
    memory = numpy.zeros(16, dtype=numpy.int64)
    module = NativeModule(*compile_module([source], constants))
    assert module.run(memory.__array_interface__["data"][0]) == 10
    assert memory[0] == 2
