"""Functions of routines as LLVM functions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from llvmlite import ir

from apts.engine.native.control_flow import ControlFlow
from apts.engine.native.expressions import ADDRESS, BIT, KernelSourceError
from apts.engine.native.expressions import WORD as INTEGER
from apts.engine.native.routines.intrinsics import INTRINSICS, intrinsic_of
from apts.engine.native.routines.kinds import ELEMENTS, REAL, TRUTH, WORD, Kinds, joined
from apts.engine.native.routines.sources import constant_of

if TYPE_CHECKING:
    from apts.engine.native.routines.program import Program

DOUBLE = ir.DoubleType()
_STORED = {"words": INTEGER, "reals": DOUBLE, "octets": ir.IntType(8), "singles": ir.FloatType()}
_COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


def machine_type(kind: str) -> ir.Type:
    """How values of a kind are passed on."""
    if kind == REAL:
        return DOUBLE
    return ADDRESS if kind in ELEMENTS else INTEGER


class Writer(ControlFlow):
    """Writes one function for given kinds of its arguments."""

    def __init__(self, program: Program, function: ir.Function, kinds: Kinds):
        super().__init__()
        self.program, self.function, self.kinds = program, function, kinds
        self.module = program.module
        self.entry = function.append_basic_block("entry")
        self.builder = ir.IRBuilder(self.entry)
        self._variables = {
            name: self.builder.alloca(machine_type(kind), name=name) for name, kind in kinds.variables.items()
        }

    def write(self) -> None:
        """Write the whole function."""
        node = self.kinds.source.node
        for argument, value in zip(node.args.args, self.function.args, strict=True):
            kind = self.kinds.variables[argument.arg]
            given = self._given(value, kind)
            self.builder.store(given, self._variables[argument.arg])
        body = self.function.append_basic_block("body")
        self.builder.branch(body)
        self.builder.position_at_end(body)
        self.statements(node.body)
        if not self.builder.block.is_terminated:
            self.builder.ret(ir.Constant(machine_type(self.kinds.result or WORD), 0))

    def _given(self, value: ir.Value, kind: str) -> ir.Value:
        """An argument; a word that becomes a real later is one from the beginning."""
        return self.builder.sitofp(value, DOUBLE) if kind == REAL and value.type == INTEGER else value

    # --- values --------------------------------------------------------------------------------------------------

    def word_of(self, node: ast.expr) -> ir.Value:
        """The value of an expression that is a word; a truth value is 0 or 1."""
        value = self.value(node)
        if value.type == BIT:
            return self.builder.zext(value, INTEGER)
        if value.type != INTEGER:
            raise KernelSourceError(f"{ast.unparse(node)} in {self.kinds.source.name} is no integer")
        return value

    def real(self, node: ast.expr) -> ir.Value:
        """The value of an expression as a real."""
        value = self.value(node)
        return value if value.type == DOUBLE else self.builder.sitofp(self.integer(value), DOUBLE)

    def integer(self, value: ir.Value) -> ir.Value:
        """A truth value as 0 or 1; a word as it is."""
        return self.builder.zext(value, INTEGER) if value.type == BIT else value

    def number(self, node: ast.expr, kind: str) -> ir.Value:
        """The value of an expression as a value of a kind."""
        if kind == REAL:
            return self.real(node)
        return self.value(node) if kind in ELEMENTS else self.word_of(node)

    def truth_of(self, node: ast.expr) -> ir.Value:
        """Whether an expression is not 0."""
        value = self._connected(node) if isinstance(node, ast.BoolOp) else self.value(node)
        if value.type == BIT:
            return value
        if value.type == DOUBLE:
            return self.builder.fcmp_unordered("!=", value, ir.Constant(DOUBLE, 0.0))
        return self.builder.icmp_signed("!=", value, ir.Constant(INTEGER, 0))

    def value(self, node: ast.expr) -> ir.Value:
        """Write the instructions of an expression."""
        builder = self.builder
        if isinstance(node, ast.Name) and node.id in self._variables:
            variable = self._variables[node.id]
            return builder.load(variable, typ=variable.allocated_type)
        if isinstance(node, ast.Constant | ast.Name | ast.Attribute):
            number = constant_of(self.kinds.source, node)
            if isinstance(number, bool):
                return ir.Constant(BIT, int(number))
            return ir.Constant(DOUBLE if isinstance(number, float) else INTEGER, number)
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

    def _place(self, node: ast.Subscript) -> tuple[ir.Value, str]:
        memory = self.kinds.of(node.value)
        index = self.word_of(node.slice)
        return self.builder.gep(self.value(node.value), [index], source_etype=_STORED[memory]), memory

    def _element(self, node: ast.Subscript) -> ir.Value:
        place, memory = self._place(node)
        return self._read(place, memory)

    def _read(self, place: ir.Value, memory: str) -> ir.Value:
        value = self.builder.load(place, typ=_STORED[memory])
        if memory == "octets":
            return self.builder.zext(value, INTEGER)
        return self.builder.fpext(value, DOUBLE) if memory == "singles" else value

    def _put(self, place: ir.Value, memory: str, value: ir.Value) -> None:
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

    def _calculated(self, operator: ast.operator, left: ast.expr, right: ast.expr) -> ir.Value:
        kind = REAL if isinstance(operator, ast.Div) else joined(self.kinds.of(left), self.kinds.of(right), "")
        return self.combined(operator, self.number(left, kind), self.number(right, kind))

    def combined(self, operator: ast.operator, left: ir.Value, right: ir.Value) -> ir.Value:
        """Arithmetic as Python does it, in 64 bits; what is divided by 0 is 0 among words, and infinite among reals."""
        builder = self.builder
        if left.type == DOUBLE:
            if isinstance(operator, ast.Pow):
                return INTRINSICS["pow"].write(self, [left, right])
            reals = {ast.Add: builder.fadd, ast.Sub: builder.fsub, ast.Mult: builder.fmul, ast.Div: builder.fdiv}
            if type(operator) not in reals:
                raise KernelSourceError(f"{type(operator).__name__} of reals in {self.kinds.source.name}")
            return reals[type(operator)](left, right)
        if isinstance(operator, ast.FloorDiv | ast.Mod):
            return self._divided(left, right, rest_wanted=isinstance(operator, ast.Mod))
        words = {
            ast.Add: builder.add,
            ast.Sub: builder.sub,
            ast.Mult: builder.mul,
            ast.BitAnd: builder.and_,
            ast.BitOr: builder.or_,
            ast.BitXor: builder.xor,
            ast.LShift: builder.shl,
            ast.RShift: builder.ashr,
        }
        if type(operator) not in words:
            raise KernelSourceError(f"{type(operator).__name__} of words in {self.kinds.source.name}")
        return words[type(operator)](left, right)

    def _divided(self, left: ir.Value, right: ir.Value, *, rest_wanted: bool) -> ir.Value:
        builder, zero, one = self.builder, ir.Constant(INTEGER, 0), ir.Constant(INTEGER, 1)
        nothing = builder.icmp_signed("==", right, zero)
        divisor = builder.select(nothing, one, right)
        turned = builder.icmp_signed("==", divisor, ir.Constant(INTEGER, -1))  # the lowest number has no quotient by it
        left, divisor = builder.select(turned, builder.neg(left), left), builder.select(turned, one, divisor)
        quotient, rest = builder.sdiv(left, divisor), builder.srem(left, divisor)
        differs = builder.icmp_signed("<", builder.xor(left, divisor), zero)
        uneven = builder.and_(differs, builder.icmp_signed("!=", rest, zero))
        if rest_wanted:
            result = builder.select(uneven, builder.add(rest, divisor), rest)
        else:
            result = builder.sub(quotient, builder.zext(uneven, INTEGER))
        return builder.select(nothing, zero, result)

    def _unary(self, node: ast.UnaryOp) -> ir.Value:
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

    def _compared(self, node: ast.Compare) -> ir.Value:
        """Comparisons in a row; both sides of each are worked out, which is the same because nothing here has effects."""
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In) and isinstance(node.comparators[0], ast.Tuple):
            equal: list[ast.expr] = [ast.Compare(node.left, [ast.Eq()], [side]) for side in node.comparators[0].elts]
            return self.truth_of(ast.BoolOp(ast.Or(), equal))
        result = None
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
        return result

    def _connected(self, node: ast.BoolOp) -> ir.Value:
        """``and`` and ``or`` of truths: what comes later is looked at only if it matters."""
        builder, every = self.builder, isinstance(node.op, ast.And)
        end = builder.append_basic_block("decided")
        incoming = []
        for value in node.values[:-1]:
            answer = self.truth_of(value)
            incoming.append((ir.Constant(BIT, 0 if every else 1), builder.block))
            following = builder.append_basic_block("next")
            builder.cbranch(answer, following if every else end, end if every else following)
            builder.position_at_end(following)
        incoming.append((self.truth_of(node.values[-1]), builder.block))
        builder.branch(end)
        return self._met(end, BIT, incoming)

    def _chosen(self, node: ast.IfExp) -> ir.Value:
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

    def _met(self, end: ir.Block, kind: ir.Type, incoming: list[tuple[ir.Value, ir.Block]]) -> ir.Value:
        self.builder.position_at_end(end)
        result = self.builder.phi(kind)
        for value, block in incoming:
            result.add_incoming(value, block)
        return result

    def _call(self, node: ast.Call) -> ir.Value:
        builder = self.builder
        if isinstance(node.func, ast.Name) and node.func.id in self._variables:
            words = [self.word_of(argument) for argument in node.args]
            kind = ir.FunctionType(INTEGER, [INTEGER] * len(words))
            return builder.call(builder.inttoptr(self.value(node.func), kind.as_pointer()), words)
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
            self.builder.ret(
                ir.Constant(machine_type(kind), 0) if node.value is None else self.number(node.value, kind)
            )
        elif not isinstance(node, ast.Expr):
            raise KernelSourceError(f"{ast.unparse(node)} in {self.kinds.source.name}")
        elif not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def begin_rounds(self, node: ast.For, low: ir.Value, high: ir.Value) -> None:
        """Loops of routines are not counted as work of a move."""

    def put(self, target: ast.Name, value: ir.Value) -> None:
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

    def _store(self, target: ast.expr, value: ir.Value) -> None:
        if isinstance(target, ast.Name):
            self.builder.store(value, self._variables[target.id])
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
