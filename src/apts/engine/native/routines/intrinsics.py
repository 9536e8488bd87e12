"""The functions that routines may call without their being compiled: memory, chance, bits, mathematics."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from apts.engine.native.builtins import BUILTINS
from apts.engine.native.llvm_text import DOUBLE, Constant, Value
from apts.engine.native.llvm_text import WORD as INTEGER
from apts.engine.native.routines import memory
from apts.engine.native.routines.kinds import REAL, WORD, joined
from apts.engine.native.routines.routine import MATHEMATICS
from apts.engine.runtime import kernel_functions

if TYPE_CHECKING:
    from apts.engine.native.routines.writing import Writer


@dataclass(frozen=True)
class Intrinsic:
    """A function with the kind of its result, the kinds that its arguments are taken as, and its instructions."""

    result: Callable[[Sequence[str]], str]
    arguments: Callable[[Sequence[str]], Sequence[str]]
    write: Callable[[Writer, list[Value]], Value]


def _given(kinds: Sequence[str]) -> Sequence[str]:
    return kinds


def _plain(name: str, result: str = WORD) -> Intrinsic:
    """A function that kernels may call as well."""
    return Intrinsic(lambda kinds: result, _given, lambda writer, values: BUILTINS[name](writer, values))  # type: ignore[arg-type]  # noqa: ARG005


def _memory(kind: str) -> Intrinsic:
    """Memory that starts at an address."""
    return Intrinsic(lambda kinds: kind, _given, lambda writer, values: writer.builder.inttoptr(values[0]))  # noqa: ARG005


def _further(size: int) -> Intrinsic:
    """The address so many pieces of a size further on."""

    def write(writer: Writer, values: list[Value]) -> Value:
        return writer.builder.add(values[0], writer.builder.mul(values[1], Constant(INTEGER, size)))

    return Intrinsic(lambda kinds: WORD, _given, write)  # noqa: ARG005


def _unsigned_shift() -> Intrinsic:
    return Intrinsic(lambda kinds: WORD, _given, lambda writer, values: writer.builder.lshr(*values))  # noqa: ARG005


def _mathematics(name: str) -> Intrinsic:
    def write(writer: Writer, values: list[Value]) -> Value:
        return writer.builder.intrinsic(name, DOUBLE, values)

    return Intrinsic(lambda kinds: REAL, lambda kinds: [REAL] * len(kinds), write)  # noqa: ARG005


def _instruction(name: str) -> Intrinsic:
    """A function of one real that processors have."""

    def write(writer: Writer, values: list[Value]) -> Value:
        return writer.builder.intrinsic(name, DOUBLE, values)

    return Intrinsic(lambda kinds: REAL, lambda kinds: [REAL], write)  # noqa: ARG005


def _all(kinds: Sequence[str]) -> str:
    result = kinds[0]
    for kind in kinds[1:]:
        result = joined(result, kind, "the larger or smaller of several")
    return result


def _extreme(sign: str) -> Intrinsic:
    def write(writer: Writer, values: list[Value]) -> Value:
        builder, result = writer.builder, values[0]
        compare = builder.fcmp_ordered if result.type == DOUBLE else builder.icmp_signed
        for value in values[1:]:
            result = builder.select(compare(sign, value, result), value, result)
        return result

    return Intrinsic(_all, lambda kinds: [_all(kinds)] * len(kinds), write)


def _absolute() -> Intrinsic:
    def write(writer: Writer, values: list[Value]) -> Value:
        if values[0].type == DOUBLE:
            return writer.builder.intrinsic("llvm.fabs.f64", DOUBLE, values)
        return BUILTINS["abs"](writer, values)  # type: ignore[arg-type]

    return Intrinsic(_all, _given, write)


def _as_word() -> Intrinsic:
    def write(writer: Writer, values: list[Value]) -> Value:
        return writer.builder.fptosi(values[0], INTEGER) if values[0].type == DOUBLE else values[0]

    return Intrinsic(lambda kinds: WORD, _given, write)  # noqa: ARG005


def _as_real() -> Intrinsic:
    return Intrinsic(lambda kinds: REAL, lambda kinds: [REAL], lambda writer, values: values[0])  # noqa: ARG005


INTRINSICS: dict[str, Intrinsic] = {
    "pointer": _memory("words"),
    "reals": _memory("reals"),
    "octets": _memory("octets"),
    "singles": _memory("singles"),
    "moved": _further(8),
    "moved_bytes": _further(1),
    "unsigned_shift": _unsigned_shift(),
    "shifted": _plain("shifted", "words"),
    "copy_words": _plain("copy_words"),
    "mix": _plain("mix"),
    "random_bits": _plain("random_bits"),
    "lowest_bit": _plain("lowest_bit"),
    "bit_count": _plain("bit_count"),
    "sqrt": _instruction("llvm.sqrt.f64"),
    "abs": _absolute(),
    "min": _extreme("<"),
    "max": _extreme(">"),
    "int": _as_word(),
    "float": _as_real(),
    **{name: _mathematics(name) for name in MATHEMATICS},
}
_HOMES: tuple[Any, ...] = (memory, kernel_functions, math)
_BY_FUNCTION: dict[Any, Intrinsic] = {abs: INTRINSICS["abs"], min: INTRINSICS["min"], max: INTRINSICS["max"]} | {
    int: INTRINSICS["int"],
    float: INTRINSICS["float"],
}
for _home in _HOMES:
    for _name, _intrinsic in INTRINSICS.items():
        if hasattr(_home, _name):
            _BY_FUNCTION[getattr(_home, _name)] = _intrinsic


def intrinsic_of(called: Any) -> Intrinsic | None:
    """The intrinsic that stands for a function of Python, if there is one."""
    try:
        return _BY_FUNCTION.get(called)
    except TypeError:
        return None
