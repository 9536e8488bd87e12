"""Routines with all the functions they call, as one module."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from apts.engine.native.compile import empty_module, optimised
from apts.engine.native.llvm_text import WORD as INTEGER
from apts.engine.native.llvm_text import Builder, Function
from apts.engine.native.parsing import KernelSourceError
from apts.engine.native.routines.intrinsics import intrinsic_of
from apts.engine.native.routines.kinds import REAL, TRUTH, WORD, Kinds
from apts.engine.native.routines.sources import Source
from apts.engine.native.routines.writing import Writer, machine_type
from apts.engine.native.targets import HOST, Target

_INLINED = 225  # what LLVM takes by itself: routines are few, and made of many small functions
_ANNOUNCED = {"int": WORD, "bool": TRUTH, "float": REAL, "None": WORD}


class Program:
    """Functions, each written once for every combination of the kinds of its arguments."""

    def __init__(self, target: Target = HOST) -> None:
        self._target = target
        self.module = empty_module(target)
        self._sources: dict[Any, Source] = {}
        self._kinds: dict[tuple[Any, tuple[str, ...]], Kinds | None] = {}
        self._functions: dict[tuple[Any, tuple[str, ...]], Function] = {}

    def kinds(self, function: Callable[..., Any], arguments: Sequence[str]) -> Kinds:
        """The kinds of values in a function that is called with arguments of some kinds."""
        key = (function, tuple(arguments))
        if key not in self._kinds:
            self._kinds[key] = None
            self._kinds[key] = Kinds(self._source(function), arguments, self._result)
        found = self._kinds[key]
        assert found is not None, "a function that is just looked at is asked for its result only"
        return found

    def _source(self, function: Callable[..., Any]) -> Source:
        if function not in self._sources:
            self._sources[function] = Source(function)
        return self._sources[function]

    def _result(self, called: Any, arguments: Sequence[str]) -> str:
        """The kind that a call gives."""
        intrinsic = intrinsic_of(called)
        if intrinsic is not None:
            return intrinsic.result(arguments)
        if (called, tuple(arguments)) in self._kinds and self._kinds[called, tuple(arguments)] is None:
            return _ANNOUNCED[str(called.__annotations__.get("return"))]  # it calls itself
        return self.kinds(called, arguments).result or WORD

    def function(self, function: Callable[..., Any], arguments: tuple[str, ...]) -> Function:
        """The compiled function for arguments of these kinds."""
        key = (function, arguments)
        if key not in self._functions:
            name = f"{function.__name__}.{len(self._functions)}"
            self._functions[key] = self._declared(name, self.kinds(function, arguments), arguments)
            self._functions[key].linkage = "internal"
            Writer(self, self._functions[key], self.kinds(function, arguments)).write()
        return self._functions[key]

    def _declared(self, name: str, kinds: Kinds, arguments: Sequence[str]) -> Function:
        taken = [machine_type(argument) for argument in arguments]
        function = Function(self.module, machine_type(kinds.result or WORD), taken, name)
        function.attributes = "nounwind"
        return function

    def bind(self, function: Callable[..., Any], integers: int, entries: Sequence[tuple[str, int]]) -> None:
        """Add the function as one of so many integers, its entries being functions of a module that is linked to this.

        So the calls of the kernel are plain calls, which need no table of functions and can be inlined.
        """
        kinds = (WORD,) * integers + tuple(f"entry {count}" for _, count in entries)
        called = self.function(function, kinds)
        bound = self._declared(function.__name__, self.kinds(function, kinds), kinds[:integers])
        builder = Builder(self.module, bound)
        places = [
            builder.ptrtoint(self.module.declared(name, INTEGER, [INTEGER] * count), INTEGER) for name, count in entries
        ]
        builder.ret(builder.call(called, [*bound.args, *places]))

    def object_file(self, function: Callable[..., Any], arguments: Sequence[str]) -> bytes:
        """Machine code in which the function can be called from outside, by its name."""
        kinds = self.kinds(function, arguments)
        if kinds.result != WORD:
            raise KernelSourceError(
                f"{function.__name__} gives a {kinds.result}; what is called from outside gives words"
            )
        Writer(self, self._declared(function.__name__, kinds, arguments), kinds).write()
        return optimised([str(self.module)], [function.__name__], _INLINED, target=self._target, unrolled=True)
