"""Functions of kernel source as LLVM functions."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from llvmlite import ir

from apts.engine.native.builtins import BUILTINS
from apts.engine.native.control_flow import ControlFlow
from apts.engine.native.expressions import ADDRESS, WORD, KernelSourceError, binary, expression, truth, word
from apts.engine.runtime.layout import DIVIDED_BY_ZERO, FUEL, MOVE_FUEL, NO_MARK, OUT_OF_FUEL, TOO_LARGE
from apts.language.types import LARGEST_INTEGER

ARRAYS = ("D", "S", "W", "M", "R", "B", "T")
ACCOUNT = ("FUEL", "FAILURE")
_CHECKED_ARITHMETIC = {
    "plus": "sadd_with_overflow",
    "minus": "ssub_with_overflow",
    "times": "smul_with_overflow",
}
_MOST = ir.Constant(WORD, LARGEST_INTEGER)
_RANGE = ir.Constant(WORD, 2 * LARGEST_INTEGER)


def is_array(argument: ast.arg) -> bool:
    """Whether a parameter is an array: by its annotation in the runtime, by its name in kernels."""
    if argument.annotation is not None:
        return ast.unparse(argument.annotation) == "Any"
    return argument.arg in ARRAYS


def hidden(node: ast.FunctionDef) -> tuple[bool, bool]:
    """Whether a function takes scratch memory and the line of its caller beside its own arguments.

    A failed check is noted in the scratch memory, with the line of the innermost function that was written for a rule;
    those have a frame (``sp``). Entries are called from outside and get nothing beside their arguments.
    """
    names = [argument.arg for argument in node.args.args]
    if "sp" in names or any(isinstance(mark, ast.Call) for mark in node.decorator_list):
        return False, False
    return "W" not in names, True


class FunctionWriter(ControlFlow):
    """Writes one function. All variables are words, or addresses of words."""

    def __init__(
        self,
        module: ir.Module,
        function: ir.Function,
        node: ast.FunctionDef,
        constants: Mapping[str, int],
        callees: Mapping[str, ast.FunctionDef],
    ):
        super().__init__()
        self.module, self.function, self.node, self.constants = module, function, node, constants
        self.callees = callees
        self._line = node.lineno
        self._cold: list[tuple[ir.Block, list[ir.Value]]] = []
        self.entry = function.append_basic_block("entry")
        self.builder = ir.IRBuilder(self.entry)
        self._variables: dict[str, ir.AllocaInstr] = {}
        self._invariant = module.add_metadata([])
        domain = module.add_metadata([ir.MetaDataString(module, "kernel")])
        records = module.add_metadata([ir.MetaDataString(module, "records"), domain])
        account = module.add_metadata([ir.MetaDataString(module, "account"), domain])
        self._records, self._account = module.add_metadata([records]), module.add_metadata([account])
        self._both = module.add_metadata([records, account])

    def write(self) -> None:
        """Write the whole function."""
        body = self.function.append_basic_block("body")
        self.builder.position_at_end(body)
        arguments = list(self.function.args)
        for argument, value in zip(self.node.args.args, arguments, strict=False):
            self.assign(argument.arg, value)
        memory, line = hidden(self.node)
        self._caller_line = arguments[-1] if line else None
        self._memory = arguments[-2] if memory else None
        self.statements(self.node.body)
        if not self.builder.block.is_terminated:
            self.builder.ret(ir.Constant(WORD, 0))
        with self.builder.goto_block(self.entry):
            self.builder.branch(body)

    # --- variables and arrays ------------------------------------------------------------------------------------

    def assign(self, name: str, value: ir.Value) -> None:
        """Give a variable a value; the first one decides whether it is a word or an address."""
        if name in self.constants:
            raise KernelSourceError(f"{name} is a constant and cannot be set in {self.node.name}")
        if name in self._variables and (self._variables[name].allocated_type == ADDRESS) != (value.type == ADDRESS):
            raise KernelSourceError(f"{name} in {self.node.name} is an array or a number, not both")
        if name not in self._variables:
            kind = ADDRESS if value.type == ADDRESS else WORD
            with self.builder.goto_block(self.entry):
                self._variables[name] = self.builder.alloca(kind, name=name)
                if kind == WORD:
                    self.builder.store(ir.Constant(WORD, 0), self._variables[name])
        self.builder.store(value if value.type == ADDRESS else word(self.builder, value), self._variables[name])

    def read(self, name: str) -> ir.Value:
        """The value of a variable or of a constant of the module."""
        if name in self._variables:
            variable = self._variables[name]
            return self.builder.load(variable, typ=variable.allocated_type)
        if name in self.constants:
            return ir.Constant(WORD, self.constants[name])
        raise KernelSourceError(f"{name} is not known in {self.node.name}")

    def place(self, node: ast.Subscript) -> ir.Value:
        """The address of an element."""
        base = expression(self, node.value)
        if base.type != ADDRESS:
            raise KernelSourceError(f"{ast.unparse(node)}: only arrays have elements")
        index = word(self.builder, expression(self, node.slice))
        return self.builder.gep(base, [index], source_etype=WORD)

    def load(self, node: ast.Subscript) -> ir.Value:
        """The value of an element; the data array never changes, which is worth telling."""
        if "ONE_WORD_SETS" in self.constants and ast.unparse(node) == "D[SET_WORDS]":
            return ir.Constant(WORD, 1)
        value = self.builder.load(self.place(node), typ=WORD)
        if isinstance(node.value, ast.Name) and node.value.id == "D":
            value.set_metadata("invariant.load", self._invariant)
        self._tell(node, value)
        return value

    def _tell(self, node: ast.Subscript, access: ir.Instruction) -> None:
        """Tell what shares no memory: the list of moves with other arrays, and the account of work with anything.

        So neither finding moves nor counting work makes the code read again what it has read before.
        """
        if isinstance(node.slice, ast.Name) and node.slice.id in ACCOUNT:
            self._tell_account(access)
        elif isinstance(node.value, ast.Name) and node.value.id == "M":
            access.set_metadata("alias.scope", self._records)
            access.set_metadata("noalias", self._account)
        elif isinstance(node.value, ast.Name) and node.value.id in ARRAYS:
            access.set_metadata("noalias", self._both)

    def _tell_account(self, access: ir.Instruction) -> None:
        access.set_metadata("alias.scope", self._account)
        access.set_metadata("noalias", self._records)

    def call(self, node: ast.Call) -> ir.Value:
        """A call of another function or of a built-in one."""
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise KernelSourceError(f"{ast.unparse(node)}: only plain calls of functions by name")
        values = [expression(self, argument) for argument in node.args]
        if node.func.id == "within":
            return self._within(*[word(self.builder, value) for value in values])
        if node.func.id in _CHECKED_ARITHMETIC:
            return self._calculated(node.func.id, *[word(self.builder, value) for value in values])
        if node.func.id == "spend":
            return self._spend(values[0])
        if node.func.id == "failed":
            self._fail([word(self.builder, value) for value in values])
            return ir.Constant(WORD, 0)
        if node.func.id in BUILTINS:
            return BUILTINS[node.func.id](self, [v if v.type == ADDRESS else word(self.builder, v) for v in values])
        function = self.module.globals.get(node.func.id)
        if function is None:
            raise KernelSourceError(f"{node.func.id} is not a function of the kernel")
        callee = self.callees[node.func.id]
        if len(values) != len(callee.args.args):
            raise KernelSourceError(f"{ast.unparse(node)}: {len(callee.args.args)} arguments expected")
        if any(
            (value.type == ADDRESS) != is_array(wanted) for value, wanted in zip(values, callee.args.args, strict=True)
        ):
            raise KernelSourceError(f"{ast.unparse(node)}: an array was expected, or a number")
        memory, line = hidden(callee)
        values += [self.memory()] * memory + [self.line()] * line
        return self.builder.call(function, [v if v.type == ADDRESS else word(self.builder, v) for v in values])

    # --- checks --------------------------------------------------------------------------------------------------

    def memory(self) -> ir.Value:
        """The scratch memory, in which a failure is noted."""
        if self._memory is not None:
            return self._memory
        if "W" in self._variables:
            return self.read("W")
        return ir.Constant(ADDRESS, None)

    def line(self) -> ir.Value:
        """The line of the kernel that is to blame: this one, or the caller's in functions that serve all rules."""
        return ir.Constant(WORD, self._line) if self._caller_line is None else self._caller_line

    def _within(self, index: ir.Value, bound: ir.Value, guard: ir.Value) -> ir.Value:
        """One comparison without sign, because a negative index is a very large one."""
        self._require(self.builder.icmp_unsigned("<", index, bound), [guard, index, bound])
        return index

    def _require(self, good: ir.Value, reason: list[ir.Value]) -> None:
        """Go on if all is well; else note the failure and leave the function. Callers soon run out of work to do."""
        builder = self.builder
        following, failure = builder.append_basic_block("checked"), builder.append_basic_block("failure")
        branch = builder.cbranch(good, following, failure)
        branch.set_weights([1 << 20, 1])
        builder.position_at_end(failure)
        self._fail(reason)
        builder.ret(ir.Constant(WORD, 0))
        builder.position_at_end(following)

    def _fail(self, reason: list[ir.Value]) -> None:
        self.builder.call(self.module.globals["note failure"], [self.memory(), self.line(), *reason])

    def _calculated(self, name: str, a: ir.Value, b: ir.Value) -> ir.Value:
        """Arithmetic of rules: a result beyond the numbers that rules can write is a failure.

        So what is added up without a check, such as pieces on a site, stays far from the limits of a word.
        """
        builder = self.builder
        pair = getattr(builder, _CHECKED_ARITHMETIC[name])(a, b)
        result, beyond = builder.extract_value(pair, 0), builder.extract_value(pair, 1)
        fits = builder.icmp_unsigned("<=", builder.add(result, _MOST), _RANGE)
        zero = ir.Constant(WORD, 0)
        self._require(builder.and_(fits, builder.not_(beyond)), [ir.Constant(WORD, TOO_LARGE), zero, zero])
        return result

    def divisor(self, value: ir.Value) -> ir.Value:
        """A number to divide by; 0 is a failure, because processors end a process that does it."""
        zero = ir.Constant(WORD, 0)
        self._require(self.builder.icmp_signed("!=", value, zero), [ir.Constant(WORD, DIVIDED_BY_ZERO), zero, zero])
        return value

    def distance(self, value: ir.Value) -> ir.Value:
        """How far to shift; words have 64 bits."""
        if isinstance(value, ir.Constant) and 0 <= value.constant < 64:
            return value
        return self._within(value, ir.Constant(WORD, 64), ir.Constant(WORD, NO_MARK))

    def _spend(self, work: ir.Value) -> ir.Value:
        """Take work off what the move may still do."""
        builder = self.builder
        place = builder.gep(self.memory(), [ir.Constant(WORD, FUEL)], source_etype=WORD)
        before = builder.load(place, typ=WORD)
        left = builder.sub(before, work)
        self._tell_account(before)
        self._tell_account(builder.store(left, place))
        most = ir.Constant(WORD, MOVE_FUEL)
        self._require(
            builder.icmp_signed(">=", left, ir.Constant(WORD, 0)), [ir.Constant(WORD, OUT_OF_FUEL), most, most]
        )
        return ir.Constant(WORD, 0)

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
            value = ir.Constant(WORD, 0) if node.value is None else word(self.builder, expression(self, node.value))
            if value.type != WORD:
                raise KernelSourceError(f"{ast.unparse(node)}: functions give numbers")
            self.builder.ret(value)
        elif not isinstance(node, ast.Expr):
            raise KernelSourceError(ast.unparse(node))
        elif not isinstance(node.value, ast.Constant):
            expression(self, node.value)

    def truth_of(self, node: ast.expr) -> ir.Value:
        """A bit: whether an expression is not 0."""
        return truth(self.builder, expression(self, node))

    def word_of(self, node: ast.expr) -> ir.Value:
        """The value of an expression that is a word."""
        return word(self.builder, expression(self, node))

    def put(self, target: ast.Name, value: ir.Value) -> None:
        """Give the variable of a loop its next value."""
        self.assign(target.id, value)

    def rounds(self, node: ast.For) -> ast.expr:
        """The range that a loop goes over, which may be counted as work."""
        return node.iter.args[0] if _is_counted(node.iter) else node.iter  # type: ignore[attr-defined]

    def begin_rounds(self, node: ast.For, low: ir.Value, high: ir.Value) -> None:
        """Count the rounds as work before the loop begins."""
        if _is_counted(node.iter):
            builder = self.builder
            more = builder.icmp_signed(">", high, low)
            self._spend(builder.select(more, builder.sub(high, low), ir.Constant(WORD, 0)))

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

    def _store(self, target: ast.expr, value: ir.Value) -> None:
        if isinstance(target, ast.Name):
            self.assign(target.id, value)
        elif isinstance(target, ast.Subscript):
            self._tell(target, self.builder.store(word(self.builder, value), self.place(target)))
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
            before = builder.load(place, typ=WORD)
            self._tell(node.target, before)
            self._tell(node.target, builder.store(binary(self, node.op, before, change), place))


def _is_counted(iterated: ast.expr) -> bool:
    return isinstance(iterated, ast.Call) and isinstance(iterated.func, ast.Name) and iterated.func.id == "spent"
