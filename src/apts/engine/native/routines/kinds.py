"""What kinds of values the variables of a routine hold, found from the kinds of its arguments.

A word is an integer of 64 bits, an address among them; a truth is a word that is 0 or 1; a real has 64 bits too. Memory is
something that can be indexed: words, reals, bytes (octets) or reals of 32 bits (singles). An entry is the address of a
function of a kernel.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from apts.engine.native.parsing import KernelSourceError
from apts.engine.native.routines.sources import Source, constant_of

WORD, REAL, TRUTH = "word", "real", "truth"
ELEMENTS = {"words": WORD, "reals": REAL, "octets": WORD, "singles": REAL}
"""What is read from each kind of memory."""

Result = Callable[[Any, Sequence[str]], str]
"""The kind that a call gives, from what is called and the kinds of its arguments."""


def joined(first: str, second: str, where: str) -> str:
    """The kind of something that is one or the other: a real if either is one."""
    if first == second:
        return first
    if {first, second} <= {WORD, TRUTH}:
        return WORD
    if {first, second} <= {WORD, TRUTH, REAL}:
        return REAL
    raise KernelSourceError(f"{where} is both {first} and {second}")


class Kinds:
    """The kinds of all variables and of the result of a function, for given kinds of its arguments."""

    def __init__(self, source: Source, arguments: Sequence[str], result_of: Result):
        self.source, self._result_of = source, result_of
        names = [argument.arg for argument in source.node.args.args]
        if len(names) != len(arguments):
            raise KernelSourceError(f"{source.name} takes {len(names)} arguments, {len(arguments)} were given")
        self.variables = dict(zip(names, arguments, strict=True))
        self.result: str | None = None
        known: tuple[dict[str, str], str | None] | None = None
        while known != (self.variables, self.result):  # a real may be found out after what was calculated with it
            known = (dict(self.variables), self.result)
            for statement in source.node.body:
                self._statement(statement)
        self.result = self.result or WORD

    def _statement(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Assign):
            self._assignment(node.targets[0], node.value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self._assignment(node.target, node.value)
        elif isinstance(node, ast.AugAssign):
            kind = self.of(ast.BinOp(node.target, node.op, node.value))
            if isinstance(node.target, ast.Name):
                self._note(node.target.id, kind)
        elif isinstance(node, ast.Return) and node.value is not None:
            kind = self.of(node.value)
            self.result = (
                kind if self.result is None else joined(self.result, kind, f"the result of {self.source.name}")
            )
        elif isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            self._note(node.target.id, WORD)
        for part in (*getattr(node, "body", ()), *getattr(node, "orelse", ())):
            self._statement(part)

    def _assignment(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for part, single in zip(target.elts, value.elts, strict=True):
                self._assignment(part, single)
        elif isinstance(target, ast.Name):
            self._note(target.id, self.of(value))

    def _note(self, name: str, kind: str) -> None:
        before = self.variables.get(name, kind)
        self.variables[name] = joined(before, kind, f"{name} in {self.source.name}")

    def of(self, node: ast.expr) -> str:
        """The kind of an expression."""
        if isinstance(node, ast.Name) and node.id in self.variables:
            return self.variables[node.id]
        if isinstance(node, ast.Constant | ast.Name | ast.Attribute):
            number = constant_of(self.source, node)
            return TRUTH if isinstance(number, bool) else REAL if isinstance(number, float) else WORD
        if isinstance(node, ast.Subscript):
            memory = self.of(node.value)
            if memory not in ELEMENTS:
                raise KernelSourceError(f"{ast.unparse(node)}: only memory has elements, not a {memory}")
            return ELEMENTS[memory]
        if isinstance(node, ast.BinOp):
            if isinstance(node.op, ast.Div):
                return REAL
            return self._number(joined(self.of(node.left), self.of(node.right), ast.unparse(node)))
        if isinstance(node, ast.UnaryOp):
            return TRUTH if isinstance(node.op, ast.Not) else self._number(self.of(node.operand))
        if isinstance(node, ast.Compare | ast.BoolOp):
            return TRUTH
        if isinstance(node, ast.IfExp):
            return joined(self.of(node.body), self.of(node.orelse), ast.unparse(node))
        if isinstance(node, ast.Call):
            return self._call(node)
        raise KernelSourceError(f"{ast.unparse(node)} in {self.source.name}")

    @staticmethod
    def _number(kind: str) -> str:
        """The kind of what is calculated with values of a kind."""
        return WORD if kind == TRUTH else kind

    def _call(self, node: ast.Call) -> str:
        kinds = [self.of(argument) for argument in node.args]
        if isinstance(node.func, ast.Name) and node.func.id in self.variables:
            if not self.variables[node.func.id].startswith("entry"):
                raise KernelSourceError(f"{ast.unparse(node)}: {node.func.id} is no entry of a kernel")
            return WORD
        return self._result_of(self.source.called(node), kinds)
