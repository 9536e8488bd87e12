"""Routines that Python calls: compiled when they are first needed, and kept on the disk."""

from __future__ import annotations

import ctypes
import hashlib
import sys
from collections.abc import Callable
from functools import lru_cache
from inspect import signature
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import Any

from apts.engine.native.kernel_files import kept_code
from apts.engine.native.routines.blocks import argument_names
from apts.engine.native.routines.kinds import WORD

ARITY = {"start": 5, "moves": 4, "choose": 5, "play": 5, "play_on": 6}
"""How many integers each entry of a kernel takes."""

MATHEMATICS = {"cos": 1, "exp": 1, "log": 1, "log2": 1, "pow": 2, "tanh": 1}
"""Functions of the system's mathematical library that machine code calls, and how many reals they take."""

_PACKAGE = Path(__file__).parents[3]


@lru_cache(maxsize=1)
def routines_fingerprint() -> str:
    """Changes when anything that routines are compiled from or with changes."""
    from apts.engine.native.targets import HOST

    digest = hashlib.sha256(f"{sys.version} {HOST.described()}".encode())
    for folder in ("engine/runtime", "engine/native", "search", "learning"):
        for file in sorted((_PACKAGE / folder).rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()


@lru_cache(maxsize=1)
def _know_mathematics() -> None:
    """Let machine code find the functions of mathematics."""
    from llvmlite import binding

    library = ctypes.CDLL("ucrtbase") if sys.platform == "win32" else ctypes.CDLL(None)
    for name in MATHEMATICS:
        place = ctypes.cast(getattr(library, name), ctypes.c_void_p).value
        assert place is not None
        binding.add_symbol(name, place)


class Routine:
    """A function of integers and of entries of a kernel as machine code. Calling it releases the interpreter lock."""

    def __init__(self, function: FunctionType, integers: int, entries: tuple[str, ...]):
        self.__name__, self.__doc__ = function.__name__, function.__doc__
        self.function, self.integers, self.entries = function, integers, entries
        self.names = argument_names(function)
        self._needs_blocks = self.names != list(signature(function).parameters)
        self._arguments = (WORD,) * integers + tuple(f"entry {ARITY[name]}" for name in entries)
        self._call: Callable[..., int] | None = None
        self._lock = Lock()

    def __call__(self, *values: Any) -> int:
        """Call it with integers (memory by its address), alone or as blocks, then entries."""
        call = self._call or self._compiled()
        if self._needs_blocks:
            values = tuple(word for one in values for word in (one if isinstance(one, tuple) else (one,)))
        if not self.entries:
            return call(*values)
        return call(*values[: self.integers], *[entry.address for entry in values[self.integers :]])

    def _compiled(self) -> Callable[..., int]:
        with self._lock:
            if self._call is None:
                _know_mathematics()
                from apts.engine.native.loading import NativeModule

                name = f"{self.function.__module__}.{self.__name__}"
                digest = hashlib.sha256(f"{routines_fingerprint()} {name} {self._arguments}".encode())
                digest.update(Path(self.function.__code__.co_filename).read_bytes())
                module = NativeModule(*kept_code(digest.hexdigest()[:24], f"# {name}\n", self._made))
                self._call = getattr(module, self.__name__)
            return self._call

    def _made(self) -> tuple[bytes, dict[str, int]]:
        from apts.engine.native.routines.program import Program

        return Program().object_file(self.function, self._arguments), {self.__name__: len(self._arguments)}
