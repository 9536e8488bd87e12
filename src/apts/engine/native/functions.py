"""Functions of kernel source as LLVM functions."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from apts.engine.native.builtins import BUILTINS, NOTE_FAILURE
from apts.engine.native.checks.proofs import stored
from apts.engine.native.control_flow import ControlFlow
from apts.engine.native.expressions import ONE, ZERO, binary, expression, truth, word
from apts.engine.native.llvm_text import (
    ACCOUNT,
    ADDRESS,
    BIT,
    INVARIANT,
    LIKELY,
    NEITHER,
    RECORDS,
    WORD,
    Block,
    Builder,
    Constant,
    Function,
    Module,
    Type,
    Value,
)
from apts.engine.native.parsing import KernelSourceError
from apts.engine.runtime.layout import DIVIDED_BY_ZERO, FUEL, MOVE_FUEL, NO_MARK, OUT_OF_FUEL, TOO_LARGE
from apts.language.signatures.signature import LARGEST_INTEGER

ARRAYS = ("D", "S", "W", "M", "R", "B", "T")
_ACCOUNT = ("FUEL", "FAILURE")
_CHECKED_ARITHMETIC = {
    "plus": "llvm.sadd.with.overflow.i64",
    "minus": "llvm.ssub.with.overflow.i64",
    "times": "llvm.smul.with.overflow.i64",
}
_MOST = Constant(WORD, LARGEST_INTEGER)
_RANGE = Constant(WORD, 2 * LARGEST_INTEGER)
_NOWHERE = Constant(ADDRESS, None)


@dataclass(frozen=True)
class Signature:
    """What a function of a kernel takes: its own arguments, and perhaps scratch memory and the line of its caller.

    A failed check is noted in the scratch memory, with the line of the innermost function that was written for a rule;
    those have a frame (``sp``). Entries are called from outside and get nothing beside their arguments.
    """

    function: Function
    kinds: tuple[Type, ...]  # of its own arguments
    needs_memory: bool
    needs_line: bool


def announced(module: Module, node: ast.FunctionDef) -> Signature:
    """Add a function to a module; its instructions come later."""
    kinds = tuple(ADDRESS if _is_array(argument) else WORD for argument in node.args.args)
    names = [argument.arg for argument in node.args.args]
    alone = "sp" in names or any(isinstance(mark, ast.Call) for mark in node.decorator_list)
    memory, line = not alone and "W" not in names, not alone
    function = Function(module, WORD, (*kinds, *(ADDRESS,) * memory, *(WORD,) * line), node.name)
    function.attributes = "nounwind"
    return Signature(function, kinds, memory, line)


def _is_array(argument: ast.arg) -> bool:
    """Whether a parameter is an array: by its annotation in the runtime, by its name in kernels."""
    if argument.annotation is not None:
        return isinstance(argument.annotation, ast.Name) and argument.annotation.id == "Any"
    return argument.arg in ARRAYS


class FunctionWriter(ControlFlow):
    """Writes one function. All variables are words, or addresses of words."""

    def __init__(
        self,
        module: Module,
        node: ast.FunctionDef,
        constants: Mapping[str, int],
        signatures: Mapping[str, Signature],
    ):
        super().__init__()
        self.module, self.node, self.constants, self._signatures = module, node, constants, signatures
        self._signature = signatures[node.name]
        self._line = node.lineno
        self._failures: list[tuple[Block, bool, list[Value]]] = []  # written behind everything else
        self.builder = Builder(module, self._signature.function)
        self._variables: dict[str, tuple[Value, Type]] = {}
        self._steady: dict[str, Value] = {}  # arguments that keep their value

    def write(self) -> None:
        """Write the whole function."""
        builder = self.builder
        body = builder.append_basic_block("body")
        builder.position_at_end(body)
        arguments = self._signature.function.args
        changed = stored(self.node.body)
        for argument, value in zip(self.node.args.args, arguments, strict=False):
            if argument.arg in changed or argument.arg in self.constants:
                self.assign(argument.arg, value)
            else:
                self._steady[argument.arg] = value
        self._caller_line = arguments[-1] if self._signature.needs_line else None
        self._memory = arguments[-2] if self._signature.needs_memory else None
        self.statements(self.node.body)
        if not builder.block.is_terminated:
            builder.ret(ZERO)
        for block, known, reason in self._failures:
            builder.position_at_end(block)
            self._note(self.memory() if known else _NOWHERE, reason)
            builder.ret(ZERO)
        with builder.at_the_beginning():
            builder.branch(body)

    # --- variables and arrays ------------------------------------------------------------------------------------

    def assign(self, name: str, value: Value) -> None:
        """Give a variable a value; the first one decides whether it is a word or an address."""
        if name in self.constants:
            raise KernelSourceError(f"{name} is a constant and cannot be set in {self.node.name}")
        kind = ADDRESS if value.type == ADDRESS else WORD
        variable = self._variables.get(name)
        if variable is None:
            with self.builder.at_the_beginning():
                variable = self._variables[name] = (self.builder.alloca(kind, name), kind)
                if kind == WORD:
                    self.builder.store(ZERO, variable[0])
        elif variable[1] != kind:
            raise KernelSourceError(f"{name} in {self.node.name} is an array or a number, not both")
        self.builder.store(word(self.builder, value), variable[0])

    def read(self, name: str) -> Value:
        """The value of a variable or of a constant of the module."""
        if name in self._steady:
            return self._steady[name]
        if name in self._variables:
            return self.builder.load(*self._variables[name])
        if name in self.constants:
            return Constant(WORD, self.constants[name])
        raise KernelSourceError(f"{name} is not known in {self.node.name}")

    def place(self, node: ast.Subscript) -> Value:
        """The address of an element."""
        base = expression(self, node.value)
        if base.type != ADDRESS:
            raise KernelSourceError(f"{ast.unparse(node)}: only arrays have elements")
        index = word(self.builder, expression(self, node.slice))
        return self.builder.gep(base, index)

    def load(self, node: ast.Subscript) -> Value:
        """The value of an element; the data array never changes, which is worth telling."""
        array = node.value.id if isinstance(node.value, ast.Name) else ""
        if array == "D" and self._is_one(node.slice):
            return ONE
        return self.builder.load(self.place(node), WORD, (INVARIANT if array == "D" else "") + _spell_subscript(node))

    def _is_one(self, index: ast.expr) -> bool:
        """Whether an element of the data is known to be 1."""
        return isinstance(index, ast.Name) and index.id == "SET_WORDS" and "ONE_WORD_SETS" in self.constants

    def call(self, node: ast.Call) -> Value:
        """A call of another function or of a built-in one."""
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise KernelSourceError(f"{ast.unparse(node)}: only plain calls of functions by name")
        name, builder = node.func.id, self.builder
        values = [expression(self, argument) for argument in node.args]
        values = [word(builder, value) if value.type == BIT else value for value in values]
        if name == "within":
            return self._within(*values)
        if name in _CHECKED_ARITHMETIC:
            return self._calculated(name, *values)
        if name == "spend":
            return self._spend(values[0])
        if name == "failed":
            self._note(self.memory(), [self.line(), *values])
            return ZERO
        if name in BUILTINS:
            return BUILTINS[name](self, values)
        callee = self._signatures.get(name)
        if callee is None:
            raise KernelSourceError(f"{name} is not a function of the kernel")
        if len(values) != len(callee.kinds):
            raise KernelSourceError(f"{ast.unparse(node)}: {len(callee.kinds)} arguments expected")
        if any(value.type != kind for value, kind in zip(values, callee.kinds, strict=True)):
            raise KernelSourceError(f"{ast.unparse(node)}: an array was expected, or a number")
        if callee.needs_memory:
            values.append(self.memory())
        if callee.needs_line:
            values.append(self.line())
        return builder.call(callee.function, values)

    # --- checks --------------------------------------------------------------------------------------------------

    def memory(self) -> Value:
        """The scratch memory, in which a failure is noted."""
        if self._memory is not None:
            return self._memory
        return self.read("W") if self._has_memory() else _NOWHERE

    def _has_memory(self) -> bool:
        return self._memory is not None or "W" in self._steady or "W" in self._variables

    def line(self) -> Value:
        """The line of the kernel that is to blame: this one, or the caller's in functions that serve all rules."""
        return Constant(WORD, self._line) if self._caller_line is None else self._caller_line

    def _within(self, index: Value, bound: Value, guard: Value) -> Value:
        """One comparison without sign, because a negative index is a very large one."""
        self._require(self.builder.icmp_unsigned("<", index, bound), [guard, index, bound])
        return index

    def _require(self, good: Value, reason: list[Value]) -> None:
        """Go on if all is well; else note the failure and leave the function. Callers soon run out of work to do."""
        builder = self.builder
        following, failure = builder.append_basic_block("checked"), builder.append_basic_block("failure")
        builder.cbranch(good, following, failure, LIKELY)
        self._failures.append((failure, self._has_memory(), [self.line(), *reason]))
        builder.position_at_end(following)

    def _note(self, memory: Value, reason: list[Value]) -> None:
        self.builder.call(self.module.globals[NOTE_FAILURE], [memory, *reason])

    def _calculated(self, name: str, a: Value, b: Value) -> Value:
        """Arithmetic of rules: a result beyond the numbers that rules can write is a failure.

        So what is added up without a check, such as pieces on a site, stays far from the limits of a word.
        """
        builder = self.builder
        pair = builder.intrinsic(_CHECKED_ARITHMETIC[name], "{i64, i1}", [a, b])
        result, beyond = builder.extract_value(pair, 0, WORD), builder.extract_value(pair, 1, BIT)
        fits = builder.icmp_unsigned("<=", builder.add(result, _MOST), _RANGE)
        self._require(builder.and_(fits, builder.not_(beyond)), [Constant(WORD, TOO_LARGE), ZERO, ZERO])
        return result

    def divisor(self, value: Value) -> Value:
        """A number to divide by; 0 is a failure, because processors end a process that does it."""
        self._require(self.builder.icmp_signed("!=", value, ZERO), [Constant(WORD, DIVIDED_BY_ZERO), ZERO, ZERO])
        return value

    def distance(self, value: Value) -> Value:
        """How far to shift; words have 64 bits."""
        if isinstance(value, Constant) and 0 <= (value.constant or 0) < 64:
            return value
        return self._within(value, Constant(WORD, 64), Constant(WORD, NO_MARK))

    def _spend(self, work: Value) -> Value:
        """Take work off what the move may still do."""
        builder = self.builder
        place = builder.gep(self.memory(), Constant(WORD, FUEL))
        left = builder.sub(builder.load(place, WORD, ACCOUNT), work)
        builder.store(left, place, ACCOUNT)
        most = Constant(WORD, MOVE_FUEL)
        self._require(builder.icmp_signed(">=", left, ZERO), [Constant(WORD, OUT_OF_FUEL), most, most])
        return ZERO

    # --- statements ----------------------------------------------------------------------------------------------

    def statement(self, node: ast.stmt) -> None:
        """Write one statement."""
        self._line = node.lineno
        if self.flow(node):
            return
        if isinstance(node, ast.Assign):
            self._assignment(node)
        elif isinstance(node, ast.AugAssign):
            self._change(node)
        elif isinstance(node, ast.Return):
            value = ZERO if node.value is None else word(self.builder, expression(self, node.value))
            if value.type != WORD:
                raise KernelSourceError(f"{ast.unparse(node)}: functions give numbers")
            self.builder.ret(value)
        elif not isinstance(node, ast.Expr):
            raise KernelSourceError(ast.unparse(node))
        elif not isinstance(node.value, ast.Constant):
            expression(self, node.value)

    def truth_of(self, node: ast.expr) -> Value:
        """A bit: whether an expression is not 0."""
        return truth(self.builder, expression(self, node))

    def word_of(self, node: ast.expr) -> Value:
        """The value of an expression that is a word."""
        return word(self.builder, expression(self, node))

    def put(self, target: ast.Name, value: Value) -> None:
        """Give the variable of a loop its next value."""
        self.assign(target.id, value)

    def rounds(self, node: ast.For) -> ast.expr:
        """The range that a loop goes over, which may be counted as work."""
        return node.iter.args[0] if _is_counted(node.iter) else node.iter  # type: ignore[attr-defined]

    def begin_rounds(self, node: ast.For, low: Value, high: Value) -> None:
        """Count the rounds as work before the loop begins."""
        if _is_counted(node.iter):
            builder = self.builder
            more = builder.icmp_signed(">", high, low)
            self._spend(builder.select(more, builder.sub(high, low), ZERO))

    def _assignment(self, node: ast.Assign) -> None:
        if len(node.targets) != 1:
            raise KernelSourceError(f"{ast.unparse(node)}: one target at a time")
        target = node.targets[0]
        if isinstance(target, ast.Tuple):
            if not isinstance(node.value, ast.Tuple) or len(node.value.elts) != len(target.elts):
                raise KernelSourceError(f"{ast.unparse(node)}: as many values as targets")
            values = [expression(self, value) for value in node.value.elts]
            for part, value in zip(target.elts, values, strict=True):
                self._store(part, value)
        else:
            self._store(target, expression(self, node.value))

    def _store(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            self.assign(target.id, value)
        elif isinstance(target, ast.Subscript):
            self.builder.store(word(self.builder, value), self.place(target), _spell_subscript(target))
        else:
            raise KernelSourceError(ast.unparse(target))

    def _change(self, node: ast.AugAssign) -> None:
        builder = self.builder
        change = word(builder, expression(self, node.value))
        if isinstance(node.target, ast.Name):
            before = self.read(node.target.id)
            self.assign(node.target.id, binary(self, node.op, before, change))
        else:
            if not isinstance(node.target, ast.Subscript):
                raise KernelSourceError(ast.unparse(node))
            place = self.place(node.target)
            described = _spell_subscript(node.target)
            before = builder.load(place, WORD, described)
            builder.store(binary(self, node.op, before, change), place, described)


def _is_counted(iterated: ast.expr) -> bool:
    return isinstance(iterated, ast.Call) and isinstance(iterated.func, ast.Name) and iterated.func.id == "spent"


def _spell_subscript(node: ast.Subscript) -> str:
    """What shares no memory: the list of moves with other arrays, and the account of work with anything.

    So neither finding moves nor counting work makes the code read again what it has read before.
    """
    if isinstance(node.slice, ast.Name) and node.slice.id in _ACCOUNT:
        return ACCOUNT
    array = node.value.id if isinstance(node.value, ast.Name) else ""
    return RECORDS if array == "M" else NEITHER if array in ARRAYS else ""
