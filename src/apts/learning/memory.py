"""Bytes and single-precision numbers at an address, for compiled code that writes the inputs of networks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apts.engine.native.jit import JIT, address
from apts.search.memory import inner

__all__ = ["moved_bytes", "octets", "place_of", "singles"]


def place_of(array: Any) -> Any:
    """What a routine takes for a NumPy array in one piece: its address, or without machine code its memory."""
    return address(array) if JIT else memoryview(array)


if TYPE_CHECKING:

    def octets(place: Any) -> list[int]:
        """Bytes that start at an address."""

    def singles(place: Any) -> list[float]:
        """Single-precision numbers that start at an address."""

    def moved_bytes(place: Any, count: int) -> Any:
        """The address so many bytes further on."""

elif JIT:
    from numba import types
    from numba.extending import intrinsic

    OCTETS = types.CPointer(types.uint8)
    SINGLES = types.CPointer(types.float32)

    @intrinsic
    def octets(typing_context: Any, place: Any) -> Any:  # noqa: ARG001
        """Bytes that start at an address."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            return builder.inttoptr(arguments[0], context.get_value_type(OCTETS))

        return OCTETS(types.int64), generate

    @intrinsic
    def singles(typing_context: Any, place: Any) -> Any:  # noqa: ARG001
        """Single-precision numbers that start at an address."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            return builder.inttoptr(arguments[0], context.get_value_type(SINGLES))

        return SINGLES(types.int64), generate

    @inner
    def moved_bytes(place: Any, count: int) -> Any:
        """The address so many bytes further on."""
        return place + count

else:

    def octets(place: Any) -> Any:
        """Bytes that start at an address: here a view of the same memory."""
        return memoryview(place).cast("B")

    def singles(place: Any) -> Any:
        """Single-precision numbers that start at an address: here a view of the same memory."""
        return memoryview(place).cast("B").cast("f")

    def moved_bytes(place: Any, count: int) -> Any:
        """The memory that starts so many bytes further on."""
        return memoryview(place).cast("B")[count:]
