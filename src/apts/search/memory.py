"""Memory that compiled searches share: words and reals at an address, and routines that take a game's entries.

A search is compiled once for all games. Its routines take integers (numbers and addresses) and the entries of a kernel
as first-class functions, and they keep everything in flat memory, so that they can stop and go on at any time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from apts.engine.native.jit import JIT

Function = TypeVar("Function", bound=Callable[..., Any])

__all__ = ["Entry", "inner", "moved", "pointer", "real_view", "reals", "routine"]

Entry = Callable[..., int]
"""An entry of a kernel: ``moves``, ``choose`` or ``play``."""


if TYPE_CHECKING:

    def pointer(place: Any) -> list[int]:
        """Words that start at an address."""

    def reals(place: Any) -> list[float]:
        """Floating-point numbers that start at an address."""

    def moved(place: Any, offset: int) -> Any:
        """The address so many words further on."""

    def inner(function: Function) -> Function:
        """Mark a function that is compiled with the routines that call it."""

    def routine(integers: int, entries: str = "") -> Callable[[Callable[..., Any]], Callable[..., int]]:
        """A function of so many integers and the named entries of a kernel: compiled when first called, and kept on disk."""

    def real_view(block: Any) -> Any:
        """The same memory as floating-point numbers, for Python."""

else:
    from apts.engine.native.jit import pointer
    from apts.engine.native.routines.memory import moved, reals

    def inner(function: Function) -> Function:
        """Mark a function that is compiled with the routines that call it."""
        return function

    def routine(integers: int, entries: str = "") -> Callable[[Function], Any]:
        """A function of so many integers and the named entries of a kernel: compiled when first called, and kept on disk."""
        if not JIT:
            return inner
        from apts.engine.native.routines.routine import Routine

        return lambda function: Routine(function, integers, tuple(entries.split()))

    def real_view(block: Any) -> Any:
        """The same memory as floating-point numbers, for Python."""
        return block.view("float64") if JIT else block.cast("B").cast("d")
