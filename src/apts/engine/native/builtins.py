"""The functions that kernel source may call without defining them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from apts.engine.native.expressions import truth, word
from apts.engine.native.llvm_text import ADDRESS, BIT, VOID, WORD, Builder, Constant, Function, Module, Value
from apts.engine.runtime.layout import FAILED_BOUND, FAILED_LINE, FAILED_VALUE, FAILURE, FUEL, STOP_AT, STOP_SEEN

if TYPE_CHECKING:
    from apts.engine.native.functions import FunctionWriter

Builtin = Callable[["FunctionWriter", list[Value]], Value]


def _constant(value: int) -> Constant:
    return Constant(WORD, value)


def _extreme(comparison: str) -> Builtin:
    def write(writer: FunctionWriter, values: list[Value]) -> Value:
        builder = writer.builder
        result = word(builder, values[0])
        for value in values[1:]:
            other = word(builder, value)
            result = builder.select(builder.icmp_signed(comparison, other, result), other, result)
        return result

    return write


def _word(writer: FunctionWriter, values: list[Value]) -> Value:
    return word(writer.builder, values[0])


def _truth(writer: FunctionWriter, values: list[Value]) -> Value:
    return truth(writer.builder, values[0])


def _absolute(writer: FunctionWriter, values: list[Value]) -> Value:
    builder = writer.builder
    negative = builder.icmp_signed("<", values[0], _constant(0))
    return builder.select(negative, builder.neg(values[0]), values[0])


def _lowest_bit(writer: FunctionWriter, values: list[Value]) -> Value:
    return writer.builder.intrinsic("llvm.cttz.i64", WORD, [values[0], Constant(BIT, 1)])


def _bit_length(writer: FunctionWriter, values: list[Value]) -> Value:
    zeros = writer.builder.intrinsic("llvm.ctlz.i64", WORD, [values[0], Constant(BIT, 0)])
    return writer.builder.sub(_constant(64), zeros)


def _bit_count(writer: FunctionWriter, values: list[Value]) -> Value:
    return writer.builder.intrinsic("llvm.ctpop.i64", WORD, values)


def _pointer(writer: FunctionWriter, values: list[Value]) -> Value:
    return writer.builder.inttoptr(values[0])


def _shifted(writer: FunctionWriter, values: list[Value]) -> Value:
    return writer.builder.gep(values[0], values[1])


def _copy_words(writer: FunctionWriter, values: list[Value]) -> Value:
    builder = writer.builder
    target = builder.gep(values[0], values[1])
    source = builder.gep(values[2], values[3])
    size = builder.shl(values[4], _constant(3))
    return builder.intrinsic("llvm.memcpy.p0.p0.i64", VOID, [target, source, size, Constant(BIT, 0)])


def _scramble(builder: Builder, value: Value, shift: int, factor: int) -> Value:
    return builder.mul(builder.xor(value, builder.lshr(value, _constant(shift))), _constant(factor))


def _random_bits(writer: FunctionWriter, values: list[Value]) -> Value:
    builder = writer.builder
    state = builder.add(builder.load(values[0], WORD), _constant(0x9E3779B97F4A7C15))
    builder.store(state, values[0])
    mixed = _scramble(builder, state, 30, 0xBF58476D1CE4E5B9)
    mixed = _scramble(builder, mixed, 27, 0x94D049BB133111EB)
    return builder.lshr(builder.xor(mixed, builder.lshr(mixed, _constant(31))), _constant(32))


def _mix(writer: FunctionWriter, values: list[Value]) -> Value:
    builder = writer.builder
    mixed = builder.mul(values[0], _constant(0x9E3779B97F4A7C15))
    mixed = builder.add(builder.add(mixed, values[1]), _constant(0x632BE59BD9B4E019))
    mixed = _scramble(builder, mixed, 29, 0xBF58476D1CE4E5B9)
    return builder.lshr(builder.xor(mixed, builder.lshr(mixed, _constant(32))), _constant(1))


NOTE_FAILURE = "note_failure."
"""The function that notes a failed check; kernels cannot have one of this name."""


def note_failure(module: Module) -> None:
    """Add the function that notes a failed check; the first one counts, and ends all work."""
    function = Function(module, VOID, [ADDRESS, WORD, WORD, WORD, WORD], NOTE_FAILURE)
    function.linkage, function.attributes = "internal", "noinline cold nounwind"
    memory, line, guard, value, bound = function.args
    builder = Builder(module, function)

    def place(index: int) -> Value:
        return builder.gep(memory, _constant(index))

    builder.store(_constant(-1), place(FUEL))
    first = builder.icmp_signed("==", builder.load(place(FAILURE), WORD), _constant(0))
    noted, done = builder.append_basic_block("noted"), builder.append_basic_block("done")
    builder.cbranch(first, noted, done)
    builder.position_at_end(noted)
    for index, word_noted in ((FAILURE, guard), (FAILED_LINE, line), (FAILED_VALUE, value), (FAILED_BOUND, bound)):
        builder.store(word_noted, place(index))
    builder.branch(done)
    builder.position_at_end(done)
    builder.ret_void()


def _stopped(writer: FunctionWriter, values: list[Value]) -> Value:
    """Whether the word that the user's wish to stop changes has changed."""
    builder = writer.builder
    memory = values[0]
    place = builder.load(builder.gep(memory, _constant(STOP_AT)), WORD)
    seen = builder.load(builder.gep(memory, _constant(STOP_SEEN)), WORD)
    present = builder.load(builder.inttoptr(place), WORD)
    return builder.icmp_signed("!=", present, seen)


BUILTINS: dict[str, Builtin] = {
    "sure": _word,
    "refuel": lambda writer, values: _constant(0),  # noqa: ARG005 - the fuel is in the scratch memory
    "stopped": _stopped,
    "min": _extreme("<"),
    "max": _extreme(">"),
    "abs": _absolute,
    "int": _word,
    "bool": _truth,
    "lowest_bit": _lowest_bit,
    "bit_length": _bit_length,
    "bit_count": _bit_count,
    "pointer": _pointer,
    "shifted": _shifted,
    "copy_words": _copy_words,
    "random_bits": _random_bits,
    "mix": _mix,
}
