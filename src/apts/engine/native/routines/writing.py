"""Functions of routines as LLVM functions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apts.engine.native.control_flow import ControlFlow
from apts.engine.native.expressions import SHIFTS, SIMPLE
from apts.engine.native.llvm_text import (
    ADDRESS,
    BIT,
    DOUBLE,
    OCTET,
    SINGLE,
    Block,
    Builder,
    Constant,
    Function,
    Type,
    Value,
)
from apts.engine.native.llvm_text import WORD as INTEGER
from apts.engine.native.parsing import KernelSourceError
from apts.engine.native.routines.intrinsics import INTRINSICS, intrinsic_of
from apts.engine.native.routines.kinds import ELEMENTS, REAL, TRUTH, WORD, Kinds, joined
from apts.engine.native.routines.sources import constant_of

if TYPE_CHECKING:
    from apts.engine.native.routines.program import Program

_STORED = {"words": INTEGER, "reals": DOUBLE, "octets": OCTET, "singles": SINGLE}
_COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}

_OF_REALS: dict[type[ast.operator], str] = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
_OF_WORDS: dict[type[ast.operator], str] = {**SIMPLE, **SHIFTS}


def machine_type(kind: str) -> Type:
    """How values of a kind are passed on."""
    if kind == REAL:
        return DOUBLE
    return ADDRESS if kind in ELEMENTS else INTEGER


class Writer(ControlFlow):
    """Writes one function for given kinds of its arguments."""

    def __init__(self, program: Program, function: Function, kinds: Kinds):
        super().__init__()
        self.program, self.function, self.kinds = program, function, kinds
        self.module = program.module
        self.builder = Builder(self.module, function)
        self._variables = {
            name: (self.builder.alloca(machine_type(kind), name), machine_type(kind))
            for name, kind in kinds.variables.items()
        }

    def write(self) -> None:
        """Write the whole function."""
        node = self.kinds.source.node
        for argument, value in zip(node.args.args, self.function.args, strict=True):
            kind = self.kinds.variables[argument.arg]
            given = self._given(value, kind)
            self.builder.store(given, self._variables[argument.arg][0])
        body = self.builder.append_basic_block("body")
        self.builder.position_at_end(body)
        self.statements(node.body)
        if not self.builder.block.is_terminated:
            self.builder.ret(Constant(machine_type(self.kinds.result or WORD), 0))
        with self.builder.at_the_beginning():
            self.builder.branch(body)

    def _given(self, value: Value, kind: str) -> Value:
        """An argument; a word that becomes a real later is one from the beginning."""
        return self.builder.sitofp(value, DOUBLE) if kind == REAL and value.type == INTEGER else value

    # --- values --------------------------------------------------------------------------------------------------

    def word_of(self, node: ast.expr) -> Value:
        """The value of an expression that is a word; a truth value is 0 or 1."""
        value = self.value(node)
        if value.type == BIT:
            return self.builder.zext(value, INTEGER)
        if value.type != INTEGER:
            raise KernelSourceError(f"{ast.unparse(node)} in {self.kinds.source.name} is no integer")
        return value

    def real(self, node: ast.expr) -> Value:
        """The value of an expression as a real."""
        value = self.value(node)
        return value if value.type == DOUBLE else self.builder.sitofp(self.integer(value), DOUBLE)

    def integer(self, value: Value) -> Value:
        """A truth value as 0 or 1; a word as it is."""
        return self.builder.zext(value, INTEGER) if value.type == BIT else value

    def number(self, node: ast.expr, kind: str) -> Value:
        """The value of an expression as a value of a kind."""
        if kind == REAL:
            return self.real(node)
        return self.value(node) if kind in ELEMENTS else self.word_of(node)

    def truth_of(self, node: ast.expr) -> Value:
        """Whether an expression is not 0."""
        value = self._connected(node) if isinstance(node, ast.BoolOp) else self.value(node)
        if value.type == BIT:
            return value
        if value.type == DOUBLE:
            return self.builder.fcmp_unordered("!=", value, Constant(DOUBLE, 0.0))
        return self.builder.icmp_signed("!=", value, Constant(INTEGER, 0))

    def value(self, node: ast.expr) -> Value:
        """Write the instructions of an expression."""
        builder = self.builder
        if isinstance(node, ast.Name) and node.id in self._variables:
            return builder.load(*self._variables[node.id])
        if isinstance(node, ast.Constant | ast.Name | ast.Attribute):
            number = constant_of(self.kinds.source, node)
            if isinstance(number, bool):
                return Constant(BIT, int(number))
            return Constant(DOUBLE if isinstance(number, float) else INTEGER, number)
        if isinstance(node, ast.Subscript):
            return self._element(node)
        if isinstance(node, ast.BinOp):
            return self._calculated(node.op, node.left, node.right)
        if isinstance(node, ast.UnaryOp):
            return self._unary(node)
        if isinstance(node, ast.Compare):
            return self._compared(node)
        if isinstance(node, ast.BoolOp):
            if any(self.kinds.of(side) != TRUTH for side in node.values):
                raise KernelSourceError(
                    f"{ast.unparse(node)} in {self.kinds.source.name} is no truth, but one of its sides"
                )
            return self._connected(node)
        if isinstance(node, ast.IfExp):
            return self._chosen(node)
        assert isinstance(node, ast.Call), "the kinds of values have been found before"
        return self._call(node)

    def _place(self, node: ast.Subscript) -> tuple[Value, str]:
        memory = self.kinds.of(node.value)
        index = self.word_of(node.slice)
        return self.builder.gep(self.value(node.value), index, _STORED[memory]), memory

    def _element(self, node: ast.Subscript) -> Value:
        place, memory = self._place(node)
        return self._read(place, memory)

    def _read(self, place: Value, memory: str) -> Value:
        value = self.builder.load(place, _STORED[memory])
        if memory == "octets":
            return self.builder.zext(value, INTEGER)
        return self.builder.fpext(value, DOUBLE) if memory == "singles" else value

    def _put(self, place: Value, memory: str, value: Value) -> None:
        builder = self.builder
        if ELEMENTS[memory] == REAL and value.type != DOUBLE:
            value = builder.sitofp(self.integer(value), DOUBLE)
        elif ELEMENTS[memory] == WORD and value.type == DOUBLE:
            raise KernelSourceError(f"a real is put among {memory} in {self.kinds.source.name}")
        if memory == "octets":
            value = builder.trunc(self.integer(value), _STORED[memory])
        elif memory == "singles":
            value = builder.fptrunc(value, _STORED[memory])
        else:
            value = self.integer(value)
        builder.store(value, place)

    def _calculated(self, operator: ast.operator, left: ast.expr, right: ast.expr) -> Value:
        kind = REAL if isinstance(operator, ast.Div) else joined(self.kinds.of(left), self.kinds.of(right), "")
        return self.combined(operator, self.number(left, kind), self.number(right, kind))

    def combined(self, operator: ast.operator, left: Value, right: Value) -> Value:
        """Arithmetic as Python does it, in 64 bits; what is divided by 0 is 0 among words, and infinite among reals."""
        builder = self.builder
        if left.type == DOUBLE:
            if isinstance(operator, ast.Pow):
                return INTRINSICS["pow"].write(self, [left, right])
            if type(operator) not in _OF_REALS:
                raise KernelSourceError(f"{type(operator).__name__} of reals in {self.kinds.source.name}")
            return builder.calculated(_OF_REALS[type(operator)], left, right)
        if isinstance(operator, ast.FloorDiv | ast.Mod):
            return self._divided(left, right, rest_wanted=isinstance(operator, ast.Mod))
        if type(operator) not in _OF_WORDS:
            raise KernelSourceError(f"{type(operator).__name__} of words in {self.kinds.source.name}")
        return builder.calculated(_OF_WORDS[type(operator)], left, right)

    def _divided(self, left: Value, right: Value, *, rest_wanted: bool) -> Value:
        builder, zero, one = self.builder, Constant(INTEGER, 0), Constant(INTEGER, 1)
        nothing = builder.icmp_signed("==", right, zero)
        divisor = builder.select(nothing, one, right)
        turned = builder.icmp_signed("==", divisor, Constant(INTEGER, -1))  # the lowest number has no quotient by it
        left, divisor = builder.select(turned, builder.neg(left), left), builder.select(turned, one, divisor)
        quotient, rest = builder.calculated("sdiv", left, divisor), builder.calculated("srem", left, divisor)
        differs = builder.icmp_signed("<", builder.xor(left, divisor), zero)
        uneven = builder.and_(differs, builder.icmp_signed("!=", rest, zero))
        if rest_wanted:
            result = builder.select(uneven, builder.add(rest, divisor), rest)
        else:
            result = builder.sub(quotient, builder.zext(uneven, INTEGER))
        return builder.select(nothing, zero, result)

    def _unary(self, node: ast.UnaryOp) -> Value:
        builder = self.builder
        if isinstance(node.op, ast.Not):
            return builder.not_(self.truth_of(node.operand))
        if isinstance(node.op, ast.Invert):
            return builder.not_(self.word_of(node.operand))
        if isinstance(node.operand, ast.Constant) and isinstance(node.operand.value, int | float):
            return self.value(ast.Constant(-node.operand.value))
        kind = self.kinds.of(node.operand)
        value = self.number(node.operand, kind)
        return builder.fneg(value) if kind == REAL else builder.neg(value)

    def _compared(self, node: ast.Compare) -> Value:
        """Comparisons in a row; both sides of each are worked out, which is the same because nothing here has effects."""
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In) and isinstance(node.comparators[0], ast.Tuple):
            equal: list[ast.expr] = [ast.Compare(node.left, [ast.Eq()], [side]) for side in node.comparators[0].elts]
            return self.truth_of(ast.BoolOp(ast.Or(), equal))
        result: Value | None = None
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            kind = joined(self.kinds.of(left), self.kinds.of(right), ast.unparse(node))
            sides = self.number(left, kind), self.number(right, kind)
            sign = _COMPARISONS[type(operator)]
            if kind == REAL:
                compare = self.builder.fcmp_unordered if sign == "!=" else self.builder.fcmp_ordered
            else:
                compare = self.builder.icmp_signed
            answer = compare(sign, *sides)
            result = answer if result is None else self.builder.and_(result, answer)
            left = right
        assert result is not None, "a comparison has two sides"
        return result

    def _connected(self, node: ast.BoolOp) -> Value:
        """``and`` and ``or`` of truths: what comes later is looked at only if it matters."""
        builder, every = self.builder, isinstance(node.op, ast.And)
        end = builder.append_basic_block("decided")
        incoming: list[tuple[Value, Block]] = []
        for value in node.values[:-1]:
            answer = self.truth_of(value)
            incoming.append((Constant(BIT, 0 if every else 1), builder.block))
            following = builder.append_basic_block("next")
            builder.cbranch(answer, following if every else end, end if every else following)
            builder.position_at_end(following)
        incoming.append((self.truth_of(node.values[-1]), builder.block))
        builder.branch(end)
        return self._met(end, BIT, incoming)

    def _chosen(self, node: ast.IfExp) -> Value:
        builder = self.builder
        kind = self.kinds.of(node)
        answer = self.truth_of(node.test)
        yes, no, end = (builder.append_basic_block(name) for name in ("yes", "no", "chosen"))
        builder.cbranch(answer, yes, no)
        incoming = []
        for block, side in ((yes, node.body), (no, node.orelse)):
            builder.position_at_end(block)
            value = self.number(side, kind)
            incoming.append((value, builder.block))
            builder.branch(end)
        return self._met(end, machine_type(kind), incoming)

    def _met(self, end: Block, kind: Type, incoming: list[tuple[Value, Block]]) -> Value:
        self.builder.position_at_end(end)
        return self.builder.phi(kind, incoming)

    def _call(self, node: ast.Call) -> Value:
        builder = self.builder
        if isinstance(node.func, ast.Name) and node.func.id in self._variables:
            words = [self.word_of(argument) for argument in node.args]
            return builder.call_at(builder.inttoptr(self.value(node.func)), INTEGER, words)
        called = self.kinds.source.called(node)
        kinds = [self.kinds.of(argument) for argument in node.args]
        intrinsic = intrinsic_of(called)
        if intrinsic is not None:
            wanted = intrinsic.arguments(kinds)
            return intrinsic.write(
                self, [self.number(argument, kind) for argument, kind in zip(node.args, wanted, strict=True)]
            )
        values = [self.number(argument, kind) for argument, kind in zip(node.args, kinds, strict=True)]
        return builder.call(self.program.function(called, tuple(kinds)), values)

    # --- statements ----------------------------------------------------------------------------------------------

    def statement(self, node: ast.stmt) -> None:
        """Write one statement."""
        if self.flow(node):
            return
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            self._assignment(node.targets[0], node.value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self._assignment(node.target, node.value)
        elif isinstance(node, ast.AugAssign):
            self._change(node)
        elif isinstance(node, ast.Return):
            kind = self.kinds.result or WORD
            self.builder.ret(Constant(machine_type(kind), 0) if node.value is None else self.number(node.value, kind))
        elif not isinstance(node, ast.Expr):
            raise KernelSourceError(f"{ast.unparse(node)} in {self.kinds.source.name}")
        elif not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def begin_rounds(self, node: ast.For, low: Value, high: Value) -> None:
        """Loops of routines are not counted as work of a move."""

    def put(self, target: ast.Name, value: Value) -> None:
        """Give the variable of a loop its next value."""
        self._store(target, self._given(value, self.kinds.variables[target.id]))

    def _assignment(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple):
            if not isinstance(value, ast.Tuple) or len(value.elts) != len(target.elts):
                raise KernelSourceError(f"{ast.unparse(target)}: as many values as targets")
            values = [
                self.number(single, self._kind(part)) for part, single in zip(target.elts, value.elts, strict=True)
            ]
            for part, single in zip(target.elts, values, strict=True):
                self._store(part, single)
        else:
            self._store(target, self.number(value, self._kind(target)))

    def _kind(self, target: ast.expr) -> str:
        return self.kinds.variables[target.id] if isinstance(target, ast.Name) else self.kinds.of(target)

    def _store(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            self.builder.store(value, self._variables[target.id][0])
        elif isinstance(target, ast.Subscript):
            place, memory = self._place(target)
            self._put(place, memory, value)
        else:
            raise KernelSourceError(ast.unparse(target))

    def _change(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            loaded = ast.Name(node.target.id, ast.Load())
            self._assignment(node.target, ast.BinOp(loaded, node.op, node.value))
            return
        assert isinstance(node.target, ast.Subscript)
        memory = self.kinds.of(node.target.value)
        kind = joined(ELEMENTS[memory], self.kinds.of(node.value), ast.unparse(node))
        change = self.number(node.value, kind)
        place, memory = self._place(node.target)
        before = self._read(place, memory)
        if isinstance(node.op, ast.Div) and before.type != DOUBLE:
            raise KernelSourceError(f"{ast.unparse(node)}: words are not divided")
        self._put(place, memory, self.combined(node.op, before, change))
