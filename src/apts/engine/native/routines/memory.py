"""What routines are written with: memory at an address, and a shift that kernels do not need.

With machine code these are only names that the compiler knows. In plain Python (``APTS_JIT=0``) an address is a memory view.
"""

from __future__ import annotations

from typing import Any

_MASK = (1 << 64) - 1


def reals(place: Any) -> Any:
    """Reals that start at an address: here a view of the same memory."""
    return place.cast("B").cast("d")


def octets(place: Any) -> Any:
    """Bytes that start at an address: here a view of the same memory."""
    return memoryview(place).cast("B")


def singles(place: Any) -> Any:
    """Reals of 32 bits that start at an address: here a view of the same memory."""
    return memoryview(place).cast("B").cast("f")


def moved(place: Any, offset: int) -> Any:
    """The address so many words further on: here what is left of the memory."""
    return place[offset:]


def moved_bytes(place: Any, count: int) -> Any:
    """The address so many bytes further on: here what is left of the memory."""
    return memoryview(place).cast("B")[count:]


def unsigned_shift(word: int, distance: int) -> int:
    """The bits of a word moved to the right, zeros in front of them."""
    return (word & _MASK) >> distance
