"""Routines: machine code gives what plain Python gives, and what cannot be compiled is refused."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from math import cos, exp, log, log2, sqrt, tanh
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import apts
from apts.engine.native.jit import JIT, address, copy_words, mix, random_below, words
from apts.engine.native.parsing import KernelSourceError
from apts.engine.native.routines.program import Program
from apts.engine.native.routines.routine import Routine
from apts.learning.memory import moved_bytes, octets, singles
from apts.search.memory import inner, moved, pointer, real_view, reals, routine

pytestmark = pytest.mark.skipif(not JIT, reason="machine code is switched off (APTS_JIT=0)")

at = SimpleNamespace(FIRST=3, SHARE=0.25)
HALF = 0.5
SHIFT = 40


def compiled(function: Callable[..., Any], arguments: int, entries: int = 0) -> Routine:
    """A routine of so many words and entries of four words, compiled anew."""
    return Routine(function, arguments, ("moves",) * entries)


# --- blocks of arguments ---------------------------------------------------------------------------------------------------


class Purse(NamedTuple):
    """Two pieces of memory."""

    coins: Any
    notes: Any


class Pair(NamedTuple):
    """Two numbers."""

    left: int
    right: int


@inner
def difference(pair: Pair) -> int:
    """One number of a block less the other."""
    return pair.left - pair.right


@inner
def whole(purse: Purse, factor: int) -> int:
    """A block that is handed on, its fields read."""
    return pointer(purse.coins)[0] + factor * pointer(purse.notes)[0]


def counted(purse: Purse, factor: int) -> int:
    """Blocks that are given, handed on, made for a call, and kept."""
    kept = Pair(whole(purse, factor), factor)
    pointer(purse.coins)[1] = difference(Pair(kept.right, kept.left))
    return difference(kept)


def test_blocks_of_arguments_are_arguments_each_for_itself() -> None:
    routine = compiled(counted, 3)
    assert routine.names == ["coins", "notes", "factor"]
    coins, notes = words(2), words(1)
    coins[0], notes[0] = 5, 7
    assert routine(Purse(address(coins), address(notes)), 10) == routine(address(coins), address(notes), 10) == 65
    assert coins[1] == -65


# --- what is calculated -------------------------------------------------------------------------------------------------


def arithmetic(place: Any, a: int, b: int) -> int:
    """Reals of every make, from words."""
    X = reals(place)
    X[0] = a + HALF
    X[1] = a / b
    X[2] = (a * 0.1) ** 2.5
    X[3] = sqrt(a) + log(a) * exp(-b) - tanh(a / 10) + cos(b) + log2(a)
    X[4] = max(a, b * 1.5) - min(a, b, 2.25)
    X[5] = abs(-a * 0.75) + abs(b - a)
    X[6] = float(a) - at.SHARE
    X[7] = 1 if a > b else HALF
    X[8] -= a
    X[9] /= b
    return int(X[3] * 1000)


@pytest.mark.parametrize(("a", "b"), [(1, 1), (7, 3), (3, 7), (1000, 999)])
def test_reals_are_those_of_python(a: int, b: int) -> None:
    block = words(12)
    real_view(block)[8:10] = 2.5, 7.75
    expected = [
        a + HALF,
        a / b,
        (a * 0.1) ** 2.5,
        math.sqrt(a) + math.log(a) * math.exp(-b) - math.tanh(a / 10) + math.cos(b) + math.log2(a),
        max(a, b * 1.5) - min(a, b, 2.25),
        abs(-a * 0.75) + abs(b - a),
        a - 0.25,
        1.0 if a > b else 0.5,
        2.5 - a,
        7.75 / b,
    ]
    result = compiled(arithmetic, 3)(address(block), a, b)
    assert list(real_view(block)[:10]) == expected
    assert result == int(expected[3] * 1000)


def grown(count: int) -> int:
    """A variable that is a word at first and a real later is a real."""
    total = 0
    for _ in range(count):
        total = total + 0.5
    return int(total * 2)


def test_word_that_becomes_a_real_is_one() -> None:
    assert compiled(grown, 1)(7) == grown(7) == 7


def divided(a: int, b: int) -> int:
    """Quotient and rest as Python has them."""
    return (a // b) * 1000 + a % b


@pytest.mark.parametrize(("a", "b"), [(7, 2), (-7, 2), (7, -2), (-7, -2), (6, 3), (-(1 << 40), -1)])
def test_division_rounds_down(a: int, b: int) -> None:
    assert compiled(divided, 2)(a, b) == divided(a, b)


def test_division_by_nothing_gives_nothing_and_harms_nobody() -> None:
    assert compiled(divided, 2)(7, 0) == 0
    assert compiled(divided, 2)(-(1 << 63), -1) == -(1 << 63) * 1000 % (1 << 64) - 0


# --- memory -------------------------------------------------------------------------------------------------------------


def memories(place: Any, bytes_at: Any, singles_at: Any) -> int:
    """Words, bytes and short reals, and addresses further on."""
    W, B, F = pointer(place), octets(moved_bytes(bytes_at, 2)), singles(singles_at)
    W[0], W[1] = W[1], W[0]
    pointer(moved(place, 2))[0] += 5
    B[0] = 259
    B[1] = B[2] + 1
    F[0] = 0.1
    F[1] += 1
    copy_words(W, 4, W, 0, 3)
    return int(F[0] * 1e9)


def test_memory_of_every_kind_is_read_and_written() -> None:
    import numpy as np

    block, raw, short = words(8), np.array([1, 2, 3, 4, 200], np.uint8), np.array([0.0, 0.25], np.float32)
    block[:3] = 10, 20, 30
    result = compiled(memories, 3)(address(block), address(raw), address(short))
    assert block.tolist() == [20, 10, 35, 0, 20, 10, 35, 0]
    assert raw.tolist() == [1, 2, 3, 201, 200]
    assert short.tolist() == [struct.unpack("f", struct.pack("f", 0.1))[0], 1.25]
    assert result == int(float(short[0]) * 1e9)


# --- calls --------------------------------------------------------------------------------------------------------------


@inner
def _factorial(number: int) -> int:
    return 1 if number < 2 else number * _factorial(number - 1)


@inner
def _between(low: int, number: float, high: int) -> bool:
    return low <= number < high


def calls(stream: Any, number: int) -> int:
    """Functions of our own, of all kernels, with words and with reals, and one that calls itself."""
    inside = _between(1, number, 5) or _between(0, number / 2, 1)
    drawn = random_below(pointer(stream), 1000)
    return mix(_factorial(number), drawn) + (1 << SHIFT if inside and number in (at.FIRST, 4) else 0)


def test_functions_are_called() -> None:
    for number in (1, 3, 4, 9):
        one, other = words(1), words(1)
        one[0] = other[0] = 5
        assert compiled(calls, 2)(address(one), number) == calls(memoryview(other), number)
        assert one[0] == other[0]


def asking(data: int, state: int, work: int, records: int, moves: Any) -> int:
    """An entry of a kernel, by its address."""
    return 2 * moves(data, state, work, records)


def test_entries_of_kernels_are_called_by_their_address() -> None:
    game = apts.load("tic-tac-toe")
    machine = game.machine  # type: ignore[attr-defined]
    state = machine.start(1)
    assert compiled(asking, 4, 1)(*machine.addresses(state), machine.kernel.moves) == 18


# --- random expressions -------------------------------------------------------------------------------------------------


def _reals(depth: int) -> st.SearchStrategy[str]:
    leaf = st.one_of(st.sampled_from(("a", "b", "x", "y")), st.floats(-8, 8).map(repr), st.integers(-9, 9).map(str))
    if depth == 0:
        return leaf
    part = _reals(depth - 1)
    pairs = st.tuples(part, st.sampled_from("+-*"), part)
    return st.one_of(
        leaf,
        pairs.map(lambda p: f"({p[0]} {p[1]} {p[2]})"),
        st.tuples(part, part).map(lambda p: f"({p[0]} / (1.5 + abs({p[1]})))"),
        st.tuples(st.sampled_from(("min", "max")), part, part).map(lambda p: f"{p[0]}({p[1]}, {p[2]})"),
        st.tuples(part, st.sampled_from(("<", "<=", "==", "!=", ">", ">=")), part, part, part).map(
            lambda p: f"({p[3]} if {p[0]} {p[1]} {p[2]} else {p[4]})"
        ),
        st.tuples(part, part, part).map(lambda p: f"({p[2]} if {p[0]} > 1 and not {p[1]} < 2 or {p[0]} == 0 else 3)"),
        part.map(lambda p: f"(-{p})"),
        part.map(lambda p: f"tanh({p})"),
    )


@given(_reals(3), st.integers(-20, 20), st.integers(-20, 20), st.floats(-4, 4), st.floats(-4, 4))
@settings(max_examples=40, deadline=None)
def test_random_expressions_give_the_same_reals(
    tmp_path_factory: pytest.TempPathFactory, code: str, a: int, b: int, x: float, y: float
) -> None:
    text = f"def random(place, a, b):\n    X = reals(place)\n    x, y = X[0], X[1]\n    X[2] = {code}\n    return 0\n"
    file = tmp_path_factory.mktemp("program") / "random_expression.py"
    file.write_text(text, encoding="utf-8")
    names: dict[str, Any] = {"reals": reals, "tanh": tanh, "__name__": "random_expression"}
    exec(compile(text, str(file), "exec"), names)
    block = words(3)
    real_view(block)[:2] = x, y
    Routine(names["random"], 3, ())(address(block), a, b)
    assert real_view(block)[2] == float(eval(code, {"tanh": tanh, "a": a, "b": b, "x": x, "y": y}))


# --- what is refused ----------------------------------------------------------------------------------------------------


def _either(a: int, b: int) -> int:
    return a or b


def _shortened(place: Any) -> int:
    pointer(place)[0] = 0.5  # type: ignore[call-overload]
    return 0


def _unknown(a: int) -> int:
    return a + unknown  # type: ignore[name-defined,no-any-return]  # noqa: F821


def _indexed(a: Any) -> int:
    return a[0]  # type: ignore[no-any-return]


def _listed(a: int) -> int:
    return [a][0]


def _by_name(a: int) -> int:
    return divided(a, b=2)


def _uneven(a: int) -> int:
    return divided(a)  # type: ignore[call-arg]


def _both(place: Any) -> int:
    values = pointer(place)
    values = 5  # type: ignore[assignment]
    return values  # type: ignore[return-value]  # noqa: RET504


def _real(a: int) -> float:
    return a / 2


def _stepped(a: int) -> int:
    for index in range(0, 10, a):
        a += index
    return a


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (_either, 2),
        (_shortened, 1),
        (_unknown, 1),
        (_indexed, 1),
        (_listed, 1),
        (_by_name, 1),
        (_uneven, 1),
        (_both, 1),
        (_real, 1),
        (_stepped, 1),
    ],
)
def test_what_cannot_be_compiled_is_refused_and_never_miscompiled(function: Callable[..., Any], arguments: int) -> None:
    with pytest.raises(KernelSourceError):
        Program().object_file(function, ("word",) * arguments)


def test_routine_is_compiled_when_it_is_first_called_and_kept(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APTS_CACHE", str(tmp_path))
    made = routine(2)(divided)
    assert not list(tmp_path.rglob("*.kernel"))
    assert made(9, 4) == 2001
    assert len(list(tmp_path.rglob("*.kernel"))) == 1
    again = Routine(divided, 2, ())
    monkeypatch.setattr(again, "_made", lambda: pytest.fail("it is on the disk"))
    assert again(9, 4) == 2001
