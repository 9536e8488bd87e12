"""Expressions of kernel source as LLVM instructions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from llvmlite import ir

if TYPE_CHECKING:
    from apts.engine.native.functions import FunctionWriter

WORD = ir.IntType(64)
BIT = ir.IntType(1)
ADDRESS = ir.PointerType()

_COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class KernelSourceError(Exception):
    """Kernel source outside the part of Python that is compiled; a mistake of the compiler, never of a user."""


def word(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    """A truth value as 0 or 1; a word as it is."""
    return builder.zext(value, WORD) if value.type == BIT else value


def truth(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    """Whether a word is not 0."""
    if value.type == BIT:
        return value
    return builder.icmp_signed("!=", value, ir.Constant(WORD, 0))


def expression(writer: FunctionWriter, node: ast.expr) -> ir.Value:
    """Write the instructions of an expression; the value is a word, a bit or an address."""
    builder = writer.builder
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return ir.Constant(BIT, int(node.value))
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        if not -(1 << 63) <= node.value < 1 << 63:
            raise KernelSourceError(f"{node.value} has more than 64 bits")
        return ir.Constant(WORD, node.value)
    if isinstance(node, ast.Name):
        return writer.read(node.id)
    if isinstance(node, ast.Subscript):
        return writer.load(node)
    if isinstance(node, ast.BinOp):
        left, right = (word(builder, expression(writer, side)) for side in (node.left, node.right))
        return binary(writer, node.op, left, right)
    if isinstance(node, ast.UnaryOp):
        return _unary(writer, node)
    if isinstance(node, ast.Compare):
        return _compare(writer, node)
    if isinstance(node, ast.BoolOp):
        return _connect(writer, isinstance(node.op, ast.And), node.values)
    if isinstance(node, ast.IfExp):
        return _choose(writer, node)
    if isinstance(node, ast.Call):
        return writer.call(node)
    raise KernelSourceError(ast.unparse(node))


def binary(writer: FunctionWriter, operator: ast.operator, left: ir.Value, right: ir.Value) -> ir.Value:
    """Integer arithmetic as Python does it, in words of 64 bits: what is larger loses its upper bits.

    (Numbers of rules are calculated with ``plus``, ``minus`` and ``times``, which refuse such results.)
    """
    builder = writer.builder
    if isinstance(operator, (ast.FloorDiv, ast.Mod)):
        zero, minus_one = ir.Constant(WORD, 0), ir.Constant(WORD, -1)
        if not isinstance(right, ir.Constant) or right.constant in (0, -1):
            # By -1 the lowest number has no quotient; processors do not take that either.
            writer.divisor(right)
            turned = builder.icmp_signed("==", right, minus_one)
            right = builder.select(turned, ir.Constant(WORD, 1), right)
            left = builder.select(turned, builder.neg(left), left)
        quotient, rest = builder.sdiv(left, right), builder.srem(left, right)
        differs = builder.icmp_signed("<", builder.xor(left, right), zero)
        uneven = builder.and_(differs, builder.icmp_signed("!=", rest, zero))
        if isinstance(operator, ast.FloorDiv):
            return builder.sub(quotient, builder.zext(uneven, WORD))
        return builder.select(uneven, builder.add(rest, right), rest)
    simple = {
        ast.Add: builder.add,
        ast.Sub: builder.sub,
        ast.Mult: builder.mul,
        ast.BitAnd: builder.and_,
        ast.BitOr: builder.or_,
        ast.BitXor: builder.xor,
    }
    if isinstance(operator, (ast.LShift, ast.RShift)):
        shift = builder.shl if isinstance(operator, ast.LShift) else builder.ashr
        return shift(left, writer.distance(right))
    if type(operator) not in simple:
        raise KernelSourceError(type(operator).__name__)
    return simple[type(operator)](left, right)


def _unary(writer: FunctionWriter, node: ast.UnaryOp) -> ir.Value:
    builder = writer.builder
    value = expression(writer, node.operand)
    if isinstance(node.op, ast.Not):
        return builder.not_(truth(builder, value))
    if isinstance(node.op, ast.USub):
        if isinstance(value, ir.Constant):
            return ir.Constant(WORD, -value.constant)
        return builder.neg(word(builder, value))
    if isinstance(node.op, ast.Invert):
        return builder.not_(word(builder, value))
    raise KernelSourceError(ast.unparse(node))


def _compare(writer: FunctionWriter, node: ast.Compare) -> ir.Value:
    """Comparisons in a row: each side is worked out once, and later ones only if it matters."""
    if any(type(operator) not in _COMPARISONS for operator in node.ops):
        raise KernelSourceError(ast.unparse(node))
    builder = writer.builder
    end = builder.append_basic_block("compared") if len(node.ops) > 1 else None
    incoming: list[tuple[ir.Value, ir.Block]] = []
    left = word(builder, expression(writer, node.left))
    for number, (operator, side) in enumerate(zip(node.ops, node.comparators, strict=True), 1):
        right = word(builder, expression(writer, side))
        answer = builder.icmp_signed(_COMPARISONS[type(operator)], left, right)
        if end is None:
            return answer
        last = number == len(node.ops)
        incoming.append((answer if last else ir.Constant(BIT, 0), builder.block))
        if last:
            builder.branch(end)
        else:
            following = builder.append_basic_block("next")
            builder.cbranch(answer, following, end)
            builder.position_at_end(following)
        left = right
    return _joined(builder, end, incoming)


def _connect(writer: FunctionWriter, every: bool, values: list[ast.expr]) -> ir.Value:
    """``and`` and ``or``: what comes later is looked at only if it matters; the value is that of the side that decided."""
    builder = writer.builder
    end = builder.append_basic_block("decided")
    incoming: list[tuple[ir.Value, ir.Block]] = []
    for value in values[:-1]:
        side = expression(writer, value)
        answer = truth(builder, side)
        incoming.append((side, builder.block))
        following = builder.append_basic_block("next")
        builder.cbranch(answer, following if every else end, end if every else following)
        builder.position_at_end(following)
    incoming.append((expression(writer, values[-1]), builder.block))
    builder.branch(end)
    return _joined(builder, end, incoming)


def _joined(builder: ir.IRBuilder, end: ir.Block, incoming: list[tuple[ir.Value, ir.Block]]) -> ir.Value:
    """One value from several blocks that have branched to the end: a word if any of them is one."""
    kind = BIT if all(value.type == BIT for value, _ in incoming) else WORD
    sides = []
    for value, block in incoming:
        builder.position_before(block.terminator)
        sides.append((value if value.type == kind else word(builder, value), block))
    builder.position_at_end(end)
    result = builder.phi(kind)
    for value, block in sides:
        result.add_incoming(value, block)
    return result


def _choose(writer: FunctionWriter, node: ast.IfExp) -> ir.Value:
    builder = writer.builder
    answer = truth(builder, expression(writer, node.test))
    yes, no, end = (builder.append_basic_block(name) for name in ("yes", "no", "chosen"))
    builder.cbranch(answer, yes, no)
    incoming = []
    for block, side in ((yes, node.body), (no, node.orelse)):
        builder.position_at_end(block)
        value = word(builder, expression(writer, side))
        incoming.append((value, builder.block))
        builder.branch(end)
    builder.position_at_end(end)
    result = builder.phi(WORD)
    for value, block in incoming:
        result.add_incoming(value, block)
    return result
