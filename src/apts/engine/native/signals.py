"""A signal handler in machine code: it counts, then calls the handler before it. Both are words in memory."""

from __future__ import annotations

from llvmlite import binding

from apts.engine.native.targets import HOST

_KEPT: list[object] = []  # machine code that the system may call at any time

_SOURCE = """
define void @interrupted(i32 %number) {{
entry:
  %count = inttoptr i64 {count} to ptr
  %earlier = atomicrmw add ptr %count, i64 1 seq_cst
  %place = inttoptr i64 {previous} to ptr
  %before = load ptr, ptr %place
  %none = icmp eq ptr %before, null
  br i1 %none, label %done, label %pass
pass:
  call void %before(i32 %number)
  br label %done
done:
  ret void
}}
"""


def interrupt_handler(count: int, previous: int) -> int:
    """The address of a new handler, given the addresses of the count and of the word with the handler before it."""
    module = binding.parse_assembly(_SOURCE.format(count=count, previous=previous))
    engine = binding.create_mcjit_compiler(module, HOST.machine())
    engine.finalize_object()
    _KEPT.append(engine)
    return int(engine.get_function_address("interrupted"))
