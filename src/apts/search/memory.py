"""Memory that compiled searches share: words and reals at an address, and routines that take a game's entries.

A search is compiled once for all games. Its routines take integers (numbers and addresses) and the entries of a kernel
as first-class functions, and they keep everything in flat memory, so that they can stop and go on at any time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from apts.engine.native.jit import JIT

Function = TypeVar("Function", bound=Callable[..., Any])

__all__ = ["Entry", "inner", "moved", "pointer", "real_view", "reals", "routine"]

Entry = Callable[..., int]
"""An entry of a kernel: ``moves``, ``choose`` or ``play``."""

ARITY = {"start": 5, "moves": 4, "choose": 5, "play": 5}
"""How many integers each entry of a kernel takes."""


def fingerprint() -> str:
    """Changes when code that routines are built on changes.

    Numba looks only at the file of a routine itself before it uses machine code from the disk.
    """
    package = Path(__file__).parent.parent
    files = [package / "engine" / "native" / name for name in ("jit.py", "numba_functions.py")]
    for folder in (package / "engine" / "runtime", package / "search", package / "learning"):
        files += sorted(folder.rglob("*.py"))
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


if TYPE_CHECKING:

    def pointer(place: Any) -> list[int]:
        """Words that start at an address."""

    def reals(place: Any) -> list[float]:
        """Floating-point numbers that start at an address."""

    def moved(place: Any, offset: int) -> Any:
        """The address so many words further on."""

    def inner(function: Function) -> Function:
        """Compile a part of a routine when it is first needed."""

    def routine(integers: int, entries: str = "") -> Callable[[Callable[..., Any]], Callable[..., int]]:
        """Compile a function of so many integers and the named entries of a kernel, and keep it on disk."""

    def real_view(block: Any) -> Any:
        """The same memory as floating-point numbers, for Python."""

elif JIT:
    import numba
    from numba import types
    from numba.core.caching import FunctionCache
    from numba.extending import intrinsic

    from apts.engine.native.jit import pointer

    REALS = types.CPointer(types.float64)
    _FINGERPRINT = fingerprint()

    class _Cache(FunctionCache):
        """Machine code on disk that is used only with the very code it was compiled with."""

        def _index_key(self, signature: Any, code_generator: Any) -> Any:
            return (*super()._index_key(signature, code_generator), _FINGERPRINT)

    @intrinsic
    def reals(typing_context: Any, place: Any) -> Any:  # noqa: ARG001
        """Floating-point numbers that start at an address."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            return builder.inttoptr(arguments[0], context.get_value_type(REALS))

        return REALS(types.int64), generate

    def inner(function: Function) -> Function:
        """Compile a part of a routine when it is first needed."""
        return numba.njit(nogil=True, boundscheck=False, error_model="numpy")(function)

    @inner
    def moved(place: Any, offset: int) -> Any:
        """The address so many words further on."""
        return place + 8 * offset

    def routine(integers: int, entries: str = "") -> Callable[[Function], Function]:
        """Compile a function of so many integers and the named entries of a kernel, and keep it on disk."""
        functions = [types.FunctionType(types.int64(*[types.int64] * ARITY[name])) for name in entries.split()]
        signature = types.int64(*[types.int64] * integers, *functions)

        def decorate(function: Function) -> Function:
            dispatcher = numba.njit(nogil=True, boundscheck=False, error_model="numpy")(function)
            with suppress(RuntimeError):  # there is no place to keep it
                dispatcher._cache = _Cache(function)
            dispatcher.compile(signature)
            dispatcher.disable_compile()
            return dispatcher

        return decorate

    def real_view(block: Any) -> Any:
        """The same memory as floating-point numbers, for Python."""
        return block.view("float64")

else:
    from apts.engine.native.jit import pointer

    def reals(place: Any) -> Any:
        """Floating-point numbers that start at an address: here a view of the same memory."""
        return place.cast("B").cast("d")

    def inner(function: Function) -> Function:
        """Leave a part of a routine as it is."""
        return function

    def moved(place: Any, offset: int) -> Any:
        """The words that start so much further on."""
        return place[offset:]

    def routine(integers: int, entries: str = "") -> Callable[[Function], Function]:  # noqa: ARG001
        """Leave a routine as it is."""
        return inner

    def real_view(block: Any) -> Any:
        """The same memory as floating-point numbers."""
        return block.cast("B").cast("d")
