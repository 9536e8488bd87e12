"""Expressions of kernel source as LLVM instructions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from apts.engine.native.llvm_text import BIT, WORD, Block, Builder, Constant, Value
from apts.engine.native.parsing import KernelSourceError

if TYPE_CHECKING:
    from apts.engine.native.functions import FunctionWriter

_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
SIMPLE: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
}
SHIFTS: dict[type[ast.operator], str] = {ast.LShift: "shl", ast.RShift: "ashr"}
ZERO, ONE, MINUS_ONE = Constant(WORD, 0), Constant(WORD, 1), Constant(WORD, -1)


def word(builder: Builder, value: Value) -> Value:
    """A truth value as 0 or 1; a word as it is."""
    if value.type != BIT:
        return value
    return Constant(WORD, value.constant) if isinstance(value, Constant) else builder.zext(value, WORD)


def truth(builder: Builder, value: Value) -> Value:
    """Whether a word is not 0."""
    return value if value.type == BIT else builder.icmp_signed("!=", value, ZERO)


def expression(writer: FunctionWriter, node: ast.expr) -> Value:
    """Write the instructions of an expression; the value is a word, a bit or an address."""
    write = _WRITTEN.get(type(node))
    if write is None:
        raise KernelSourceError(ast.unparse(node))
    return write(writer, node)


def _name(writer: FunctionWriter, node: ast.Name) -> Value:
    return writer.read(node.id)


def _number(writer: FunctionWriter, node: ast.Constant) -> Value:  # noqa: ARG001
    if isinstance(node.value, bool):
        return Constant(BIT, int(node.value))
    if not isinstance(node.value, int):
        raise KernelSourceError(ast.unparse(node))
    if not -(1 << 63) <= node.value < 1 << 63:
        raise KernelSourceError(f"{node.value} has more than 64 bits")
    return Constant(WORD, node.value)


def _element(writer: FunctionWriter, node: ast.Subscript) -> Value:
    return writer.load(node)


def _calculated(writer: FunctionWriter, node: ast.BinOp) -> Value:
    left = word(writer.builder, expression(writer, node.left))
    return binary(writer, node.op, left, word(writer.builder, expression(writer, node.right)))


def binary(writer: FunctionWriter, operator: ast.operator, left: Value, right: Value) -> Value:
    """Integer arithmetic as Python does it, in words of 64 bits: what is larger loses its upper bits.

    (Numbers of rules are calculated with ``plus``, ``minus`` and ``times``, which refuse such results.)
    """
    builder, kind = writer.builder, type(operator)
    if kind in SIMPLE:
        return builder.calculated(SIMPLE[kind], left, right)
    if kind in SHIFTS:
        return builder.calculated(SHIFTS[kind], left, writer.distance(right))
    if kind not in (ast.FloorDiv, ast.Mod):
        raise KernelSourceError(kind.__name__)
    if not isinstance(right, Constant) or right.constant in (0, -1):
        # By -1 the lowest number has no quotient; processors do not take that either.
        writer.divisor(right)
        turned = builder.icmp_signed("==", right, MINUS_ONE)
        right = builder.select(turned, ONE, right)
        left = builder.select(turned, builder.neg(left), left)
    rest = builder.calculated("srem", left, right)
    differs = builder.icmp_signed("<", builder.xor(left, right), ZERO)
    uneven = builder.and_(differs, builder.icmp_signed("!=", rest, ZERO))
    if kind is ast.FloorDiv:
        return builder.sub(builder.calculated("sdiv", left, right), builder.zext(uneven, WORD))
    return builder.select(uneven, builder.add(rest, right), rest)


def _unary(writer: FunctionWriter, node: ast.UnaryOp) -> Value:
    builder = writer.builder
    value = expression(writer, node.operand)
    if isinstance(node.op, ast.Not):
        return builder.not_(truth(builder, value))
    if isinstance(node.op, ast.USub):
        if isinstance(value, Constant) and value.constant is not None:
            return Constant(WORD, -value.constant)
        return builder.neg(word(builder, value))
    if isinstance(node.op, ast.Invert):
        return builder.not_(word(builder, value))
    raise KernelSourceError(ast.unparse(node))


def _compare(writer: FunctionWriter, node: ast.Compare) -> Value:
    """Comparisons in a row: each side is worked out once, and later ones only if it matters."""
    if any(type(operator) not in _COMPARISONS for operator in node.ops):
        raise KernelSourceError(ast.unparse(node))
    builder = writer.builder
    left = word(builder, expression(writer, node.left))
    if len(node.ops) == 1:
        right = word(builder, expression(writer, node.comparators[0]))
        return builder.icmp_signed(_COMPARISONS[type(node.ops[0])], left, right)
    end = builder.append_basic_block("compared")
    incoming: list[tuple[Value, Block]] = []
    for number, (operator, side) in enumerate(zip(node.ops, node.comparators, strict=True), 1):
        right = word(builder, expression(writer, side))
        answer = builder.icmp_signed(_COMPARISONS[type(operator)], left, right)
        last = number == len(node.ops)
        incoming.append((answer if last else Constant(BIT, 0), builder.block))
        if last:
            builder.branch(end)
        else:
            following = builder.append_basic_block("next")
            builder.cbranch(answer, following, end)
            builder.position_at_end(following)
        left = right
    return _joined(builder, end, incoming)


def _connect(writer: FunctionWriter, node: ast.BoolOp) -> Value:
    """``and`` and ``or``: what comes later is looked at only if it matters; the value is that of the side that decided."""
    builder, every = writer.builder, isinstance(node.op, ast.And)
    end = builder.append_basic_block("decided")
    incoming: list[tuple[Value, Block]] = []
    for value in node.values[:-1]:
        side = expression(writer, value)
        answer = truth(builder, side)
        incoming.append((side, builder.block))
        following = builder.append_basic_block("next")
        builder.cbranch(answer, following if every else end, end if every else following)
        builder.position_at_end(following)
    incoming.append((expression(writer, node.values[-1]), builder.block))
    builder.branch(end)
    return _joined(builder, end, incoming)


def _joined(builder: Builder, end: Block, incoming: list[tuple[Value, Block]]) -> Value:
    """One value from several blocks that have branched to the end: a word if any of them is one."""
    kind = BIT if all(value.type == BIT for value, _ in incoming) else WORD
    if kind == WORD:
        incoming = [
            (builder.zext_before_leaving(value, block) if value.type == BIT else value, block)
            for value, block in incoming
        ]
    builder.position_at_end(end)
    return builder.phi(kind, incoming)


def _choose(writer: FunctionWriter, node: ast.IfExp) -> Value:
    builder = writer.builder
    yes, no, end = (builder.append_basic_block(name) for name in ("yes", "no", "chosen"))
    writer.decide(node.test, yes, no)
    incoming = []
    for block, side in ((yes, node.body), (no, node.orelse)):
        builder.position_at_end(block)
        value = word(builder, expression(writer, side))
        incoming.append((value, builder.block))
        builder.branch(end)
    builder.position_at_end(end)
    return builder.phi(WORD, incoming)


def _call(writer: FunctionWriter, node: ast.Call) -> Value:
    return writer.call(node)


_WRITTEN: dict[type[ast.expr], Callable[[FunctionWriter, Any], Value]] = {
    ast.Name: _name,
    ast.Constant: _number,
    ast.Subscript: _element,
    ast.BinOp: _calculated,
    ast.UnaryOp: _unary,
    ast.Compare: _compare,
    ast.BoolOp: _connect,
    ast.IfExp: _choose,
    ast.Call: _call,
}
