"""Modules of LLVM as text, written line by line as the writers of kernels and of routines go through their source.

A value is the text of an operand with its type; nothing is kept of an instruction but its line. A block stands in the
text where its first instruction is written, so the numbers of registers grow from line to line, as LLVM asks; what is
put into a block later (variables at the beginning of a function) has a name instead.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

Type = str
WORD: Type = "i64"
BIT: Type = "i1"
ADDRESS: Type = "ptr"
DOUBLE: Type = "double"
SINGLE: Type = "float"
OCTET: Type = "i8"
VOID: Type = "void"

_SIGNED = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}
_UNSIGNED = {"==": "eq", "!=": "ne", "<": "ult", "<=": "ule", ">": "ugt", ">=": "uge"}
_REALS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}

METADATA = """
!0 = !{}
!1 = !{!"kernel"}
!2 = !{!"records", !1}
!3 = !{!"account", !1}
!4 = !{!2}
!5 = !{!3}
!6 = !{!2, !3}
!7 = !{!"branch_weights", i32 1048576, i32 1}
"""
"""What instructions refer to: what never changes, what shares no memory, and what hardly ever happens."""
INVARIANT = ", !invariant.load !0"
RECORDS = ", !alias.scope !4, !noalias !5"
ACCOUNT = ", !alias.scope !5, !noalias !4"
NEITHER = ", !noalias !6"
LIKELY = ", !prof !7"


class Value:
    """An operand: a register, an argument, a function or a number."""

    __slots__ = ("text", "type")

    def __init__(self, type: Type, text: str):
        self.type, self.text = type, text


class Constant(Value):
    """A number that is known when the code is written; an address without a number is that of nothing."""

    __slots__ = ("constant",)

    def __init__(self, type: Type, constant: int | float | None):
        self.type, self.constant = type, constant
        if constant is None:
            self.text = "null"
        elif type == DOUBLE:
            self.text = f"0x{struct.unpack('<Q', struct.pack('<d', constant))[0]:016x}"
        else:
            self.text = str(constant)


class Block:
    """Instructions one after the other; the last one says where to go on."""

    __slots__ = ("is_terminated", "lines", "name")

    def __init__(self, name: str):
        self.name, self.is_terminated = name, False
        self.lines: list[str] = []


class Function(Value):
    """A function of a module; without blocks it is only announced."""

    __slots__ = ("_kinds", "args", "attributes", "blocks", "linkage", "name", "result")

    def __init__(self, module: Module, result: Type, kinds: Sequence[Type], name: str):
        super().__init__(ADDRESS, f'@"{name}"' if not name.replace(".", "_").isidentifier() else f"@{name}")
        self.name, self.result, self._kinds = name, result, tuple(kinds)
        self.args = [Value(kind, f"%{number}") for number, kind in enumerate(kinds)]
        self.blocks: list[Block] = []
        self.linkage, self.attributes = "", ""
        module.globals[name] = self

    def lines(self) -> Iterator[str]:
        """The text of the function."""
        head = f"{self.result} {self.text}({', '.join(self._kinds)})"
        if not self.blocks:
            yield f"declare {head}"
            return
        yield f"define {self.linkage} {head} {self.attributes} {{"
        for block in self.blocks:
            yield f"{block.name}:"
            yield from block.lines
        yield "}"


class Module:
    """Functions by their names."""

    def __init__(self, triple: str, data_layout: str):
        self._head = f'target triple = "{triple}"\ntarget datalayout = "{data_layout}"'
        self.globals: dict[str, Function] = {}

    def declared(self, name: str, result: Type, kinds: Sequence[Type]) -> Function:
        """A function that stands elsewhere, or that LLVM knows."""
        return self.globals.get(name) or Function(self, result, kinds, name)

    def __str__(self) -> str:
        lines = [self._head]
        for function in self.globals.values():
            lines += function.lines()
        return "\n".join(lines) + METADATA


class Builder:
    """Writes the instructions of one function, whose first block is there from the beginning."""

    def __init__(self, module: Module, function: Function):
        self._module, self._function = module, function
        self._registers, self._names = len(function.args), 0
        self.entry = self.block = Block("entry")
        self._lines = self.block.lines
        function.blocks.append(self.block)

    # --- blocks --------------------------------------------------------------------------------------------------

    def append_basic_block(self, name: str) -> Block:
        """A new block, which stands in the text where its first instruction is written."""
        self._names += 1
        return Block(f"{name}{self._names}")

    def position_at_end(self, block: Block) -> None:
        """Write the block from here on; its turn comes once."""
        self._function.blocks.append(block)
        self.block, self._lines = block, block.lines

    @contextmanager
    def at_the_beginning(self) -> Iterator[None]:
        """Add to the first block; registers have names there."""
        block, self.block, self._lines = self.block, self.entry, self.entry.lines
        yield
        self.block, self._lines = block, block.lines

    def branch(self, target: Block) -> None:
        """Go on in another block."""
        self._lines.append(f" br label %{target.name}")
        self.block.is_terminated = True

    def cbranch(self, answer: Value, yes: Block, no: Block, told: str = "") -> None:
        """Go on in one of two blocks."""
        self._lines.append(f" br i1 {answer.text}, label %{yes.name}, label %{no.name}{told}")
        self.block.is_terminated = True

    def ret(self, value: Value) -> None:
        """Leave the function."""
        self._lines.append(f" ret {value.type} {value.text}")
        self.block.is_terminated = True

    def ret_void(self) -> None:
        """Leave a function that gives nothing."""
        self._lines.append(" ret void")
        self.block.is_terminated = True

    def phi(self, kind: Type, incoming: Iterable[tuple[Value, Block]]) -> Value:
        """The value of the block that was left for this one."""
        return self._put(kind, f"phi {kind} {', '.join(f'[{v.text}, %{b.name}]' for v, b in incoming)}")

    def zext_before_leaving(self, value: Value, block: Block) -> Value:
        """A bit as a word at the end of a block that has been left."""
        if isinstance(value, Constant):
            return Constant(WORD, value.constant)
        self._names += 1
        result = Value(WORD, f"%w{self._names}")
        block.lines.insert(-1, f" {result.text} = zext i1 {value.text} to i64")
        return result

    # --- memory and calls ----------------------------------------------------------------------------------------

    def alloca(self, kind: Type, name: str) -> Value:
        """Memory for a variable; the name is made the only one of its kind."""
        self._names += 1
        result = Value(ADDRESS, f"%{name}.{self._names}")
        self._lines.append(f" {result.text} = alloca {kind}")
        return result

    def load(self, place: Value, kind: Type, told: str = "") -> Value:
        """What stands at an address."""
        self._registers = number = self._registers + 1
        text = f"%{number - 1}"
        self._lines.append(f" {text} = load {kind}, ptr {place.text}{told}")
        return Value(kind, text)

    def store(self, value: Value, place: Value, told: str = "") -> None:
        """Write to an address."""
        self._lines.append(f" store {value.type} {value.text}, ptr {place.text}{told}")

    def gep(self, base: Value, index: Value, kind: Type = WORD) -> Value:
        """The address of an element."""
        self._registers = number = self._registers + 1
        text = f"%{number - 1}"
        self._lines.append(f" {text} = getelementptr {kind}, ptr {base.text}, i64 {index.text}")
        return Value(ADDRESS, text)

    def call(self, function: Function, values: Sequence[Value]) -> Value:
        """Call a function."""
        return self.call_at(function, function.result, values)

    def call_at(self, place: Value, result: Type, values: Sequence[Value]) -> Value:
        """Call what stands at an address."""
        text = f"call {result} {place.text}({', '.join([f'{v.type} {v.text}' for v in values])})"
        if result != VOID:
            return self._put(result, text)
        self._lines.append(f" {text}")
        return Constant(WORD, 0)

    def intrinsic(self, name: str, result: Type, values: Sequence[Value]) -> Value:
        """Call a function that LLVM knows."""
        return self.call(self._module.declared(name, result, [value.type for value in values]), values)

    # --- calculations --------------------------------------------------------------------------------------------

    def _put(self, kind: Type, text: str) -> Value:
        self._registers = number = self._registers + 1
        name = f"%{number - 1}"
        self._lines.append(f" {name} = {text}")
        return Value(kind, name)

    def calculated(self, operation: str, a: Value, b: Value) -> Value:
        """An operation of two values of one type."""
        self._registers = number = self._registers + 1
        text, kind = f"%{number - 1}", a.type
        self._lines.append(f" {text} = {operation} {kind} {a.text}, {b.text}")
        return Value(kind, text)

    def add(self, a: Value, b: Value) -> Value:
        """The sum."""
        return self.calculated("add", a, b)

    def sub(self, a: Value, b: Value) -> Value:
        """The difference."""
        return self.calculated("sub", a, b)

    def mul(self, a: Value, b: Value) -> Value:
        """The product."""
        return self.calculated("mul", a, b)

    def and_(self, a: Value, b: Value) -> Value:
        """The bits of both."""
        return self.calculated("and", a, b)

    def xor(self, a: Value, b: Value) -> Value:
        """The bits of one alone."""
        return self.calculated("xor", a, b)

    def shl(self, a: Value, b: Value) -> Value:
        """Bits moved up."""
        return self.calculated("shl", a, b)

    def lshr(self, a: Value, b: Value) -> Value:
        """Bits moved down; zeros follow."""
        return self.calculated("lshr", a, b)

    def neg(self, value: Value) -> Value:
        """The number with the other sign."""
        return self._put(value.type, f"sub {value.type} 0, {value.text}")

    def not_(self, value: Value) -> Value:
        """The other bits."""
        return self._put(value.type, f"xor {value.type} {value.text}, {'true' if value.type == BIT else -1}")

    def icmp_signed(self, sign: str, a: Value, b: Value) -> Value:
        """Compare words with their signs."""
        self._registers = number = self._registers + 1
        text = f"%{number - 1}"
        self._lines.append(f" {text} = icmp {_SIGNED[sign]} {a.type} {a.text}, {b.text}")
        return Value(BIT, text)

    def icmp_unsigned(self, sign: str, a: Value, b: Value) -> Value:
        """Compare words without signs."""
        return self._put(BIT, f"icmp {_UNSIGNED[sign]} {a.type} {a.text}, {b.text}")

    def fcmp_ordered(self, sign: str, a: Value, b: Value) -> Value:
        """Compare reals; what is no number is nothing of all."""
        return self._put(BIT, f"fcmp o{_REALS[sign]} double {a.text}, {b.text}")

    def fcmp_unordered(self, sign: str, a: Value, b: Value) -> Value:
        """Compare reals; what is no number is everything at once."""
        return self._put(BIT, f"fcmp u{_REALS[sign]} double {a.text}, {b.text}")

    def fneg(self, value: Value) -> Value:
        """The real with the other sign."""
        return self._put(DOUBLE, f"fneg double {value.text}")

    def select(self, answer: Value, yes: Value, no: Value) -> Value:
        """One of two values."""
        return self._put(yes.type, f"select i1 {answer.text}, {yes.type} {yes.text}, {yes.type} {no.text}")

    def extract_value(self, pair: Value, index: int, kind: Type) -> Value:
        """One of the two results of an operation."""
        return self._put(kind, f"extractvalue {pair.type} {pair.text}, {index}")

    def _turned(self, operation: str, value: Value, kind: Type) -> Value:
        return self._put(kind, f"{operation} {value.type} {value.text} to {kind}")

    def zext(self, value: Value, kind: Type) -> Value:
        """With zeros in front."""
        return self._turned("zext", value, kind)

    def trunc(self, value: Value, kind: Type) -> Value:
        """Without the upper bits."""
        return self._turned("trunc", value, kind)

    def sitofp(self, value: Value, kind: Type) -> Value:
        """A whole number as a real."""
        return self._turned("sitofp", value, kind)

    def fptosi(self, value: Value, kind: Type) -> Value:
        """A real as a whole number, towards 0."""
        return self._turned("fptosi", value, kind)

    def fpext(self, value: Value, kind: Type) -> Value:
        """A real with more digits."""
        return self._turned("fpext", value, kind)

    def fptrunc(self, value: Value, kind: Type) -> Value:
        """A real with fewer digits."""
        return self._turned("fptrunc", value, kind)

    def inttoptr(self, value: Value, kind: Type = ADDRESS) -> Value:
        """A word as an address."""
        return self._turned("inttoptr", value, kind)

    def ptrtoint(self, value: Value, kind: Type = WORD) -> Value:
        """An address as a word."""
        return self._turned("ptrtoint", value, kind)
