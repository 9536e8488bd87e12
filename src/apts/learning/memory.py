"""Bytes and single-precision numbers at an address, for compiled code that writes the inputs of networks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apts.engine.native.jit import JIT, address

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

else:
    from apts.engine.native.routines.memory import moved_bytes, octets, singles
