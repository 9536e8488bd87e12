"""Object files of LLVM as modules: exports, constant data, the stack, calls by address."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from llvmlite import binding

from apts.engine.native.compile import compile_module
from apts.engine.native.targets import WASM
from apts.engine.native.wasm_linking import LinkingError, data_end, linked, module_imports, table_size
from apts.engine.runtime.layout import FAILURE, TOO_LARGE

NODE = shutil.which("node")

SOURCE = """
target triple = "wasm32-unknown-unknown"
@squares = internal constant [4 x i64] [i64 0, i64 1, i64 4, i64 9]
@chosen = internal constant [2 x ptr] [ptr @twice, ptr @thrice]

define internal i64 @twice(i64 %x) noinline {
  %r = mul i64 %x, 2
  ret i64 %r
}
define internal i64 @thrice(i64 %x) noinline {
  %r = mul i64 %x, 3
  ret i64 %r
}
define i64 @square(i64 %x) {
  %p = getelementptr [4 x i64], ptr @squares, i64 0, i64 %x
  %r = load i64, ptr %p
  ret i64 %r
}
define i64 @by_address(i64 %which, i64 %x) {
  %p = getelementptr [2 x ptr], ptr @chosen, i64 0, i64 %which
  %f = load ptr, ptr %p
  %r = call i64 %f(i64 %x)
  ret i64 %r
}
define i64 @on_the_stack(i64 %x) {
  %room = alloca [16 x i64]
  %p = getelementptr [16 x i64], ptr %room, i64 0, i64 %x
  store volatile i64 %x, ptr %p
  %r = load volatile i64, ptr %p
  ret i64 %r
}
define i64 @"a name, with signs"() {
  ret i64 5
}
"""
ENTRIES = ["square", "by_address", "on_the_stack", "a name, with signs"]
RUN = """
const code = require("fs").readFileSync(process.argv[1]);
const top = new WebAssembly.Global({ value: "i32", mutable: true }, 65536);
const env = {
  __linear_memory: new WebAssembly.Memory({ initial: 1 }),
  __stack_pointer: top,
  __indirect_function_table: new WebAssembly.Table({ initial: Number(process.argv[2]), element: "anyfunc" }),
};
const e = new WebAssembly.Instance(new WebAssembly.Module(code), { env }).exports;
const told = [e.square(3n), e.by_address(0n, 7n), e.by_address(1n, 7n), e.on_the_stack(11n), e["a name, with signs"]()];
console.log(told.join(" "), top.value, Object.keys(e).join("|"));
"""


def object_file(source: str = SOURCE) -> bytes:
    """What LLVM writes for a source, without optimising it."""
    module = binding.parse_assembly(source)
    machine = WASM.machine(quick=True)
    return bytes(machine.emit_object(module))


def test_sizes_and_imports_are_read_from_the_module() -> None:
    code = linked(object_file(), ENTRIES)
    assert data_end(code) == 40  # four words and two addresses
    assert module_imports(code) == {"__linear_memory", "__stack_pointer", "__indirect_function_table"}
    assert table_size(code) == 3  # the entry 0 is no function


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_data_stack_and_calls_by_address_work_in_node(tmp_path: Path) -> None:
    code = linked(object_file(), ENTRIES)
    file = tmp_path / "module.wasm"
    file.write_bytes(code)
    command = [str(NODE), "-e", RUN, str(file), str(table_size(code))]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout.split(" ", 6)[:6] == ["9", "14", "21", "11", "5", "65536"]
    assert sorted(run.stdout.split(" ", 6)[6].strip().split("|")) == sorted(ENTRIES)


PRODUCT = """
@entry(3)
def product(work, a, b):
    W = pointer(work)
    return times(a, b)
"""
PAIRS = [
    (3, 4),
    (-3, 4),
    (0, -(2**63)),
    (2**31 - 1, -1),
    (2**30, 2),
    (46341, 46340),
    (46341, -46341),
    (2**31, 2**32),
    (-(2**31), 2**32),
    (2**32, 2**32),
    (3037000500, 3037000500),
]
PAIRS += [(2**62, 2), (2**62, -2), (-(2**63), 1), (-(2**63), -1), (6700417 * 641, 2**31 - 1), (2**63 - 1, 2**63 - 1)]
MULTIPLY = """
const code = require("fs").readFileSync(process.argv[1]);
const memory = new WebAssembly.Memory({ initial: 2 });
const top = new WebAssembly.Global({ value: "i32", mutable: true }, 131072);
const env = { __linear_memory: memory, __stack_pointer: top };
const { product } = new WebAssembly.Instance(new WebAssembly.Module(code), { env }).exports;
const work = new BigInt64Array(memory.buffer, 0, 64);
const pairs = JSON.parse(process.argv[2]);
console.log(pairs.map(([a, b]) => {
  work.fill(0n);
  return `${product(0n, BigInt(a), BigInt(b))} ${work[Number(process.argv[3])]}`;
}).join(" "));
"""


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_products_are_right_and_those_that_do_not_fit_are_noted(tmp_path: Path) -> None:
    code, _ = compile_module([PRODUCT], {}, target=WASM)
    file = tmp_path / "product.wasm"
    file.write_bytes(code)
    pairs = json.dumps([[str(a), str(b)] for a, b in PAIRS])
    run = subprocess.run([str(NODE), "-e", MULTIPLY, str(file), pairs, str(FAILURE)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    found = [int(text) for text in run.stdout.split()]
    expected = [(a * b, 0) if abs(a * b) < 2**31 else (0, TOO_LARGE) for a, b in PAIRS]
    assert list(zip(found[::2], found[1::2], strict=True)) == expected


def test_what_nobody_defines_is_refused() -> None:
    with pytest.raises(LinkingError, match="nobody defines \\['cube'\\]"):
        linked(object_file(), ["square", "cube"])


def test_function_that_nobody_gives_is_refused() -> None:
    source = 'target triple = "wasm32-unknown-unknown"\ndeclare double @sin(double)\n'
    source += "define double @wave(double %x) {\n  %r = call double @sin(double %x)\n  ret double %r\n}\n"
    with pytest.raises(LinkingError, match="nobody gives \\['sin'\\]"):
        linked(object_file(source), ["wave"])


def test_other_files_are_refused() -> None:
    with pytest.raises(LinkingError, match="no object file for WebAssembly"):
        linked(b"\x7fELF and so on", [])
