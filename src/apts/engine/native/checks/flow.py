"""The course of a kernel function as the pass that writes its checks goes through it: conditions, statements and loops.

A condition shows something about numbers where it holds; loops pay for their work before they begin.
"""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from apts.engine.native.checks.knowledge import Knowledge
from apts.engine.native.checks.loop_costs import ends_surely, is_few, is_short, word_taken_apart
from apts.engine.native.checks.proofs import (
    AT_LEAST_0,
    PIECES,
    SET_START,
    Facts,
    Learned,
    counted_up,
    is_call,
    learned,
    rounds,
    stored,
)
from apts.engine.native.trees import bound_tree, copied


@dataclass(frozen=True)
class Guard:
    """One check: what is counted (``site``, ``player`` ...), and the field or table that is asked."""

    kind: str
    name: str = ""


class GuardError(Exception):
    """Kernel source with an index that can be neither proven nor checked; a mistake of the compiler."""


class Flow(Knowledge):
    """Goes through one function in the order in which it runs."""

    def __init__(
        self, function: ast.FunctionDef, capacities: Mapping[str, tuple[str, str]], constants: Mapping[str, int]
    ):
        super().__init__(function, capacities, constants)
        self._paid: set[str] = set()  # variables that walk through lists of lists whose walks are paid for
        self._walking: list[str] = []

    @abstractmethod
    def _within(self, index: ast.expr, bound: ast.expr, guard: Guard) -> ast.Call:
        """A check of an index."""

    @abstractmethod
    def _set_start(self, array: ast.expr, start: ast.expr) -> ast.expr:
        """A checked start of a set."""

    # --- conditions ----------------------------------------------------------------------------------------------

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.BoolOp:
        """A part is only asked where those before it held (or did not)."""
        before = self.facts.copy()
        values = []
        for value in node.values:
            shown = learned(value, holds=isinstance(node.op, ast.And))
            values.append(self.visit(value))
            self.facts.add(shown)
        node.values, self.facts = values, before
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.IfExp:
        """Each side knows what the condition has shown."""
        before = self.facts
        shown = {holds: learned(node.test, holds=holds) for holds in (True, False)}
        node.test = self.visit(node.test)
        for side, holds in (("body", True), ("orelse", False)):
            self.facts = before.copy()
            self.facts.add(shown[holds])
            setattr(node, side, self.visit(getattr(node, side)))
        self.facts = before
        return node

    # --- statements ----------------------------------------------------------------------------------------------

    def _block(self, nodes: list[ast.stmt], line: int) -> list[ast.stmt]:
        """Statements one after the other, each with what those before it have shown; the line is that of their owner."""
        written: list[ast.stmt] = []
        for node in nodes:
            result = self.visit(node)
            if isinstance(result, list):
                result[0].lineno = line  # what was added
                written += result
            else:
                written.append(result)
        return written

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        """What is written into the field of the pieces is one; what a variable is set to may tell something."""
        target, value = node.targets[0], node.value
        known = self._known(value)
        same = value.id if isinstance(value, ast.Name) else ""
        if self._is_set_start(value):
            node.value = self._set_start(ast.Name("S", ast.Load()), value)
            node.targets = [self.visit(target)]
            known = [("", AT_LEAST_0), ("", SET_START)]
            self.facts.set(target.id, [(target.id, fact) for _, fact in known])  # type: ignore[attr-defined]
            return node
        to_pieces = self._is_piece_field(target)
        unsure = to_pieces and not self._is_piece(value)
        node.targets = [self.visit(part) for part in node.targets]
        node.value = self.visit(node.value)
        if unsure:
            node.value = self._within(node.value, bound_tree(PIECES), Guard("component", "AT_WHAT"))
        if isinstance(target, ast.Name):
            self.facts.set(target.id, [(target.id, fact) for _, fact in known], same)
        else:
            self.facts.forget(stored([node]))
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | list[ast.stmt]:
        """Copies of positions are work: a word costs a sixteenth of a step."""
        words = copied(node.value.args[4]) if is_call(node.value, "copy_words") else None  # type: ignore[attr-defined]
        node.value = self.visit(node.value)
        if words is None:
            return node
        return [_spend(ast.BinOp(words, ast.RShift(), ast.Constant(4))), node]

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AugAssign:
        """Nothing is known of a variable that was changed."""
        if self._is_piece_field(node.target):
            raise GuardError(f"{ast.unparse(node)} in {self.function.name}: pieces are set, not calculated with")
        node.target = self.visit(node.target)
        node.value = self.visit(node.value)
        self.facts.forget(stored([node]))
        return node

    def visit_If(self, node: ast.If) -> ast.If:
        """Both sides; behind them, what holds on every way that leads there."""
        shown = {holds: learned(node.test, holds=holds) for holds in (True, False)}
        node.test = self.visit(node.test)
        ways = []
        for side, holds in (("body", True), ("orelse", False)):
            before = self.facts.copy()
            self.facts.add(shown[holds])
            statements = self._block(getattr(node, side), node.lineno)
            setattr(node, side, statements)
            if not statements or not isinstance(statements[-1], (ast.Return, ast.Break, ast.Continue)):
                ways.append(self.facts)
            self.facts = before
        if ways:
            self.facts = ways[0]
            if len(ways) == 2:
                self.facts.meet(ways[1])
        return node

    def visit_For(self, node: ast.For) -> ast.For | list[ast.stmt]:
        """Count the rounds of a loop before it begins, unless they are few in every game, or paid for already."""
        assert isinstance(node.iter, ast.Call)
        assert isinstance(node.target, ast.Name)
        name, bounds = node.target.id, node.iter.args
        prepaid = self._pays_ahead(name, node.body)
        free = is_few(node.iter, self._number) or is_short(node) or self._is_paid(name)
        walked = stored([node])
        shown = [(name, fact) for _, fact in rounds(node.iter)]
        loop = node.iter
        loop.args = [self.visit(bound) for bound in bounds]
        outside = self._enter(name, walked, shown)
        node.body = self._block(node.body, node.lineno)
        self._leave(name, outside)
        if prepaid and len(bounds) == 2:
            return [self._payment(loop.args[0], loop.args[1]), node]
        if not free:
            node.iter = ast.Call(ast.Name("spent", ast.Load()), [node.iter], [])
        return node

    def visit_While(self, node: ast.While) -> ast.While | list[ast.stmt]:
        """Count each round, or all before the loop begins; one that takes the bits of a word has as many as there are."""
        counted = counted_up(node) if ends_surely(node) else None
        name = counted[0] if counted is not None else ""
        prepaid, free = self._pays_ahead(name, node.body), self._is_paid(name)
        word = word_taken_apart(node)
        walked = stored([node])
        shown = learned(node.test, holds=True)
        self.facts.forget(walked)
        node.test = self.visit(node.test)
        outside = self._enter(name, walked, shown)
        node.body = self._block(node.body, node.lineno)
        self._leave(name, outside)
        if counted is not None and not free:
            first, last = ast.Name(name, ast.Load()), self.visit(copied(counted[1]))
            if prepaid:
                return [self._payment(first, last), node]
            return [_spend(_at_least_0(ast.BinOp(last, ast.Sub(), first))), node]
        if word is not None:
            return [_spend(ast.Call(ast.Name("bit_count", ast.Load()), [word], [])), node]
        if not free:
            round_paid = _spend(ast.Constant(1))
            round_paid.lineno = node.lineno
            node.body.insert(0, round_paid)
        return node

    def _enter(self, name: str, walked: set[str], shown: Learned) -> Facts:
        """Go into a loop: what it sets may have changed since it was entered first. Gives what holds behind it."""
        self.facts.forget(walked)
        outside = self.facts.copy()
        self.facts.add(shown)
        self._walking.append(self.walks.lists.get(name, ""))
        return outside

    def _leave(self, name: str, outside: Facts) -> None:
        self._walking.pop()
        self.facts = outside
        self._paid.discard(name)

    def _pays_ahead(self, name: str, body: list[ast.stmt]) -> bool:
        """Whether a loop goes through lists of lists, so that the walks through each can be paid for before it begins."""
        if self.walks.depths.get(name) != 2:
            return False
        inside = stored(body)
        if not any(lists == name and inner in inside for inner, lists in self.walks.lists.items()):
            return False
        self._paid.add(name)
        return True

    def _is_paid(self, name: str) -> bool:
        """Whether a loop walks through a list for which the loop around it has paid; once, not inside such a walk."""
        lists = self.walks.lists.get(name, "")
        return lists in self._paid and lists not in self._walking

    def _payment(self, first: ast.expr, last: ast.expr) -> ast.stmt:
        """Pay for the rounds from a first list to a last one, and for as many steps as they are long together."""
        lists = _at_least_0(ast.BinOp(copied(last), ast.Sub(), copied(first)))
        ends = (ast.Subscript(ast.Name("D", ast.Load()), copied(end), ast.Load()) for end in (last, first))
        return _spend(ast.BinOp(lists, ast.Add(), _at_least_0(ast.BinOp(next(ends), ast.Sub(), next(ends)))))


def _at_least_0(number: ast.expr) -> ast.Call:
    return ast.Call(ast.Name("max", ast.Load()), [number, ast.Constant(0)], [])


def _spend(work: ast.expr) -> ast.stmt:
    return ast.Expr(ast.Call(ast.Name("spend", ast.Load()), [work], []))
