"""Modules that are written as text are taken by LLVM, whatever order their parts were written in."""

from __future__ import annotations

import math
import re
import struct

import pytest

from apts.engine.native.compile import empty_module, kernel_module, optimised
from apts.engine.native.llvm_text import BIT, DOUBLE, WORD, Builder, Constant, Function
from apts.engine.native.loading import NativeModule
from apts.engine.native.targets import HOST
from apts.engine.runtime import layout

CONSTANTS = {name: value for name, value in vars(layout).items() if isinstance(value, int)}


def test_variables_that_are_met_late_stand_at_the_beginning() -> None:
    module = empty_module(HOST)
    function = Function(module, WORD, [WORD], "late")
    builder = Builder(module, function)
    body, end = builder.append_basic_block("body"), builder.append_basic_block("end")
    builder.position_at_end(body)
    total = builder.add(function.args[0], Constant(WORD, 5))
    with builder.at_the_beginning():
        variable = builder.alloca(WORD, "total")
    builder.store(total, variable)
    answer = builder.icmp_signed(">", total, Constant(WORD, 0))
    builder.branch(end)
    as_word = builder.zext_before_leaving(answer, body)
    builder.position_at_end(end)
    positive = builder.phi(WORD, [(as_word, body)])
    builder.ret(builder.add(builder.load(variable, WORD), positive))
    with builder.at_the_beginning():
        builder.branch(body)
    native = NativeModule(optimised([str(module)], ["late"], target=HOST), {"late": 1})
    assert [native.late(number) for number in (1, -5)] == [7, 0]


def test_a_value_from_two_blocks_is_that_of_the_way_taken() -> None:
    module = empty_module(HOST)
    function = Function(module, WORD, [WORD], "chosen")
    builder = Builder(module, function)
    yes, no, end = (builder.append_basic_block(name) for name in ("yes", "no", "end"))
    answer = builder.icmp_signed("<", function.args[0], Constant(WORD, 10))
    builder.cbranch(answer, yes, no)
    builder.position_at_end(yes)
    builder.branch(end)
    as_word = builder.zext_before_leaving(answer, yes)
    builder.position_at_end(no)
    twice = builder.mul(function.args[0], Constant(WORD, 2))
    builder.branch(end)
    builder.position_at_end(end)
    builder.ret(builder.phi(WORD, [(as_word, yes), (twice, no)]))
    native = NativeModule(optimised([str(module)], ["chosen"], target=HOST), {"chosen": 1})
    assert [native.chosen(number) for number in (3, 10, 50)] == [1, 20, 100]


@pytest.mark.parametrize("number", [0.0, -0.0, 1.0, 0.1, -2.5e300, 5e-324, math.inf, -math.inf])
def test_reals_keep_all_their_bits(number: float) -> None:
    module = empty_module(HOST)
    builder = Builder(module, Function(module, WORD, [], "bits"))
    place = builder.alloca(DOUBLE, "place")
    builder.store(Constant(DOUBLE, number), place)
    builder.ret(builder.load(place, WORD))
    native = NativeModule(optimised([str(module)], ["bits"], target=HOST), {"bits": 0})
    assert native.bits() == struct.unpack("<q", struct.pack("<d", number))[0]


def test_numbers_known_beforehand_need_no_instruction() -> None:
    assert Constant(BIT, 1).text == "1"
    assert Constant(WORD, -(1 << 63)).text == str(-(1 << 63))


def test_arguments_that_keep_their_value_need_no_memory() -> None:
    source = "@entry(2)\ndef f(a, b):\n    b = b + a\n    return a * b\n"
    module, entries = kernel_module([source], CONSTANTS)
    assert entries == {"f": 2}
    assert re.findall(r"%(\w+)\.\d+ = alloca", str(module)) == ["b"]
    native = NativeModule(optimised([str(module)], entries, target=HOST), entries)
    assert native.f(3, 4) == 21


def test_conditions_branch_without_working_out_a_truth_first() -> None:
    source = "@entry(3)\ndef f(a, b, c):\n    if a > 0 and not (b > 0 or c > 0):\n        return 1\n    return 2\n"
    module, entries = kernel_module([source], CONSTANTS)
    assert " phi " not in str(module)
    native = NativeModule(optimised([str(module)], entries, target=HOST), entries)
    answers = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1) if native.f(a, b, c) == 1]
    assert answers == [(1, 0, 0)]
