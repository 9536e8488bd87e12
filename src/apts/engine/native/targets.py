"""The machines that code is written for: the processor at hand, and WebAssembly.

Everything before this point is the same for all of them: the source, its checks, its random numbers. A target says what
LLVM needs to know of a machine, and turns the finished module into bytes that can be kept. A further one is a class with
these three answers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any

from llvmlite import binding

from apts.errors import AptsError


class Target(ABC):
    """A machine that modules are compiled for. Has no state; the same module gives the same bytes."""

    @abstractmethod
    def machine(self, *, quick: bool = False) -> Any:
        """What LLVM writes code with; ``quick`` code is written without looking for the best instructions."""

    @abstractmethod
    def described(self) -> str:
        """What the code depends on besides its source."""

    def library(self, texts: Sequence[str]) -> Sequence[str]:  # noqa: ARG002
        """Modules of LLVM with functions that the code of modules may call without their saying so."""
        return ()

    def code(self, module: Any, machine: Any, entries: Collection[str]) -> bytes:  # noqa: ARG002
        """The bytes of an optimised module, whose ``entries`` can be called from outside."""
        return bytes(machine.emit_object(module))


class Host(Target):
    """The processor at hand."""

    def machine(self, *, quick: bool = False) -> Any:
        """A new one each time: an execution engine takes its machine over, so each needs one of its own."""
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        target = binding.Target.from_default_triple()
        features = binding.get_host_cpu_features()
        # Some virtual machines advertise AMX and then fault on it; integers do not need it.
        usable = ",".join(f"{'+' if on and 'amx' not in name else '-'}{name}" for name, on in sorted(features.items()))
        return target.create_target_machine(
            cpu=binding.get_host_cpu_name(), features=usable, opt=0 if quick else 2, reloc="pic", codemodel="jitdefault"
        )

    @lru_cache(maxsize=1)  # noqa: B019 - there is one host
    def described(self) -> str:
        """The processor and the version of LLVM."""
        return f"{self.machine().triple} {binding.get_host_cpu_name()} {binding.llvm_version_info}"


class Wasm(Target):
    """WebAssembly with addresses of 32 bits, as browsers have run it since 2021."""

    TRIPLE = "wasm32-unknown-unknown"
    FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext"

    def machine(self, *, quick: bool = False) -> Any:
        """The machine; the WebAssembly part of LLVM must have been built."""
        binding.initialize_all_targets()
        binding.initialize_all_asmprinters()
        try:
            target = binding.Target.from_triple(self.TRIPLE)
        except RuntimeError as error:
            raise AptsError(
                "this build of llvmlite cannot write WebAssembly; install the one from PyPI (pip install llvmlite)"
            ) from error
        return target.create_target_machine(cpu="generic", features=self.FEATURES, opt=0 if quick else 2)

    def described(self) -> str:
        """The features and the version of LLVM."""
        return f"{self.TRIPLE} {self.FEATURES} {binding.llvm_version_info}"

    def library(self, texts: Sequence[str]) -> Sequence[str]:
        """The product of 128 bits, by which products that do not fit into a word are found."""
        return (_LONG_PRODUCT,) if any("smul.with.overflow" in text for text in texts) else ()

    def code(self, module: Any, machine: Any, entries: Collection[str]) -> bytes:
        """A module that exports its entries and imports its memory."""
        from apts.engine.native.wasm_linking import linked

        return linked(super().code(module, machine, entries), entries)


_LONG_PRODUCT = """
define void @__multi3(ptr %result, i64 %a, i64 %a_high, i64 %b, i64 %b_high) noinline optnone nounwind {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %carry = lshr i64 %p00, 32
  %p01_low = and i64 %p01, 4294967295
  %p10_low = and i64 %p10, 4294967295
  %middle_1 = add i64 %carry, %p01_low
  %middle = add i64 %middle_1, %p10_low
  %low_1 = and i64 %p00, 4294967295
  %low_2 = shl i64 %middle, 32
  %low = or i64 %low_1, %low_2
  %p01_high = lshr i64 %p01, 32
  %p10_high = lshr i64 %p10, 32
  %middle_high = lshr i64 %middle, 32
  %high_1 = add i64 %p11, %p01_high
  %high_2 = add i64 %high_1, %p10_high
  %high_3 = add i64 %high_2, %middle_high
  %cross_1 = mul i64 %a, %b_high
  %cross_2 = mul i64 %a_high, %b
  %high_4 = add i64 %high_3, %cross_1
  %high = add i64 %high_4, %cross_2
  store i64 %low, ptr %result
  %place = getelementptr i64, ptr %result, i32 1
  store i64 %high, ptr %place
  ret void
}
"""
"""The name is the one that LLVM calls. Products of halves, as one multiplies by hand."""

HOST = Host()
WASM = Wasm()
