"""Branches and loops as LLVM blocks, which the writers of kernels and of routines have in common."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod

from apts.engine.native.expressions import ONE, ZERO
from apts.engine.native.llvm_text import WORD, Block, Builder, Constant, Value
from apts.engine.native.parsing import KernelSourceError


class ControlFlow(ABC):
    """Writes statements into the blocks of a function; what they calculate is written by whoever inherits from it."""

    builder: Builder

    def __init__(self) -> None:
        self._loops: list[tuple[Block, Block]] = []

    @abstractmethod
    def statement(self, node: ast.stmt) -> None:
        """Write one statement; those of this class by :meth:`flow`."""

    @abstractmethod
    def truth_of(self, node: ast.expr) -> Value:
        """A bit: whether an expression is not 0."""

    @abstractmethod
    def word_of(self, node: ast.expr) -> Value:
        """The value of an expression that is a word."""

    @abstractmethod
    def put(self, target: ast.Name, value: Value) -> None:
        """Give the variable of a loop its next value."""

    def rounds(self, node: ast.For) -> ast.expr:
        """The range that a loop goes over."""
        return node.iter

    @abstractmethod
    def begin_rounds(self, node: ast.For, low: Value, high: Value) -> None:
        """Called before a loop over the numbers from ``low`` to below ``high``, whichever way it goes."""

    def statements(self, nodes: list[ast.stmt]) -> None:
        """Write statements until one leaves the block."""
        for node in nodes:
            if self.builder.block.is_terminated:
                return
            self.statement(node)

    def flow(self, node: ast.stmt) -> bool:
        """Write a branch, a loop, or a way out of one; tells whether the statement is any of these."""
        if isinstance(node, ast.If):
            self._branch(node)
        elif isinstance(node, ast.While):
            self._while(node)
        elif isinstance(node, ast.For):
            self._for(node)
        elif isinstance(node, ast.Break):
            self.builder.branch(self._loops[-1][1])
        elif isinstance(node, ast.Continue):
            self.builder.branch(self._loops[-1][0])
        else:
            return isinstance(node, ast.Pass)
        return True

    def decide(self, test: ast.expr, yes: Block, no: Block) -> None:
        """Go to one of two blocks, by a condition; parts that do not matter are not asked."""
        if isinstance(test, ast.BoolOp):
            every = isinstance(test.op, ast.And)
            for part in test.values[:-1]:
                following = self.builder.append_basic_block("next")
                self.decide(part, following if every else yes, no if every else following)
                self.builder.position_at_end(following)
            self.decide(test.values[-1], yes, no)
        elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self.decide(test.operand, no, yes)
        else:
            self.builder.cbranch(self.truth_of(test), yes, no)

    def _branch(self, node: ast.If) -> None:
        builder = self.builder
        yes = builder.append_basic_block("then")
        no = builder.append_basic_block("else") if node.orelse else None
        end = builder.append_basic_block("end")
        self.decide(node.test, yes, no or end)
        for block, body in ((yes, node.body), (no, node.orelse)):
            if block is not None:
                builder.position_at_end(block)
                self.statements(body)
                if not builder.block.is_terminated:
                    builder.branch(end)
        builder.position_at_end(end)

    def _while(self, node: ast.While) -> None:
        builder = self.builder
        if node.orelse:
            raise KernelSourceError("else after while")
        test, body, end = (builder.append_basic_block(name) for name in ("while", "do", "done"))
        builder.branch(test)
        builder.position_at_end(test)
        self.decide(node.test, body, end)
        builder.position_at_end(body)
        self._loop_body(node.body, test, end)
        builder.position_at_end(end)

    def _for(self, node: ast.For) -> None:
        """Only over ranges; the bounds are worked out once, and changing the variable does not change the loop."""
        builder, call = self.builder, self.rounds(node)
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"):
            raise KernelSourceError(f"{ast.unparse(node.iter)}: loops go over ranges")
        if node.orelse or call.keywords or not 1 <= len(call.args) <= 3 or not isinstance(node.target, ast.Name):
            raise KernelSourceError(ast.unparse(node))
        bounds = [self.word_of(bound) for bound in call.args]
        first, last = (ZERO, bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])
        step = bounds[2] if len(bounds) > 2 else ONE
        if not isinstance(step, Constant) or not step.constant:
            raise KernelSourceError(f"{ast.unparse(call)}: the step of a loop is a number")
        down = step.constant < 0
        self.begin_rounds(node, *((last, first) if down else (first, last)))
        with builder.at_the_beginning():
            counter = builder.alloca(WORD, "rounds")
        builder.store(first, counter)
        test, body, following, end = (builder.append_basic_block(name) for name in ("for", "do", "step", "done"))
        builder.branch(test)
        builder.position_at_end(test)
        present = builder.load(counter, WORD)
        builder.cbranch(builder.icmp_signed(">" if down else "<", present, last), body, end)
        builder.position_at_end(body)
        self.put(node.target, present)
        self._loop_body(node.body, following, end)
        builder.position_at_end(following)
        builder.store(builder.add(builder.load(counter, WORD), step), counter)
        builder.branch(test)
        builder.position_at_end(end)

    def _loop_body(self, body: list[ast.stmt], following: Block, end: Block) -> None:
        self._loops.append((following, end))
        self.statements(body)
        self._loops.pop()
        if not self.builder.block.is_terminated:
            self.builder.branch(following)
