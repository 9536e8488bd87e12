"""Object files brought to life: entries that Python calls, and whose addresses other compiled code can use."""

from __future__ import annotations

import ctypes

from llvmlite import binding

from apts.engine.native.targets import HOST


class EntryPoint:
    """A compiled function of integers. Calling it releases the interpreter lock; routines call it by its address."""

    def __init__(self, name: str, address: int, arguments: int, owner: object):
        self.__name__ = name
        self.address = address
        self.arguments = arguments
        self._owner = owner  # the machine code lives as long as somebody can call it
        self._call = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * arguments)(address)

    def __call__(self, *values: int) -> int:
        """Call it with integers (arrays by their address)."""
        return int(self._call(*values))


class NativeModule:
    """The entries of an object file as attributes."""

    def __init__(self, code: bytes, entries: dict[str, int]):
        self._engine = binding.create_mcjit_compiler(binding.parse_assembly(""), HOST.machine())
        self._engine.add_object_file(binding.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        self.entries = {
            name: EntryPoint(name, self._engine.get_function_address(name), arguments, self._engine)
            for name, arguments in entries.items()
        }

    def __getattr__(self, name: str) -> EntryPoint:
        try:
            return self.__dict__["entries"][name]  # type: ignore[no-any-return]
        except KeyError:
            raise AttributeError(name) from None
