"""Functions of kernel source as LLVM functions."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from llvmlite import ir

from apts.engine.native.builtins import BUILTINS
from apts.engine.native.expressions import ADDRESS, WORD, KernelSourceError, binary, expression, truth, word

ARRAYS = ("D", "S", "W", "M", "R", "B", "T")


def is_array(argument: ast.arg) -> bool:
    """Whether a parameter is an array: by its annotation in the runtime, by its name in kernels."""
    if argument.annotation is not None:
        return ast.unparse(argument.annotation) == "Any"
    return argument.arg in ARRAYS


class FunctionWriter:
    """Writes one function. All variables are words, or addresses of words."""

    def __init__(self, module: ir.Module, function: ir.Function, node: ast.FunctionDef, constants: Mapping[str, int]):
        self.module, self.function, self.node, self.constants = module, function, node, constants
        self.entry = function.append_basic_block("entry")
        self.builder = ir.IRBuilder(self.entry)
        self._variables: dict[str, ir.AllocaInstr] = {}
        self._loops: list[tuple[ir.Block, ir.Block]] = []
        self._invariant = module.add_metadata([])
        domain = module.add_metadata([ir.MetaDataString(module, "kernel")])
        self._records = module.add_metadata([module.add_metadata([ir.MetaDataString(module, "records"), domain])])

    def write(self) -> None:
        """Write the whole function."""
        body = self.function.append_basic_block("body")
        self.builder.position_at_end(body)
        for argument, value in zip(self.node.args.args, self.function.args, strict=True):
            self.assign(argument.arg, value)
        self.statements(self.node.body)
        if not self.builder.block.is_terminated:
            self.builder.ret(ir.Constant(WORD, 0))
        with self.builder.goto_block(self.entry):
            self.builder.branch(body)

    # --- variables and arrays ------------------------------------------------------------------------------------

    def assign(self, name: str, value: ir.Value) -> None:
        """Give a variable a value; the first one decides whether it is a word or an address."""
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
        index = word(self.builder, expression(self, node.slice))
        return self.builder.gep(base, [index], source_etype=WORD)

    def load(self, node: ast.Subscript) -> ir.Value:
        """The value of an element; the data array never changes, which is worth telling."""
        value = self.builder.load(self.place(node), typ=WORD)
        if isinstance(node.value, ast.Name) and node.value.id == "D":
            value.set_metadata("invariant.load", self._invariant)
        self._tell(node, value)
        return value

    def _tell(self, node: ast.Subscript, access: ir.Instruction) -> None:
        """Tell that the list of moves shares no memory with the other arrays, so that finding moves disturbs nothing."""
        if isinstance(node.value, ast.Name) and node.value.id in ARRAYS:
            access.set_metadata("alias.scope" if node.value.id == "M" else "noalias", self._records)

    def call(self, node: ast.Call) -> ir.Value:
        """A call of another function or of a built-in one."""
        assert isinstance(node.func, ast.Name)
        values = [expression(self, argument) for argument in node.args]
        if node.func.id in BUILTINS:
            return BUILTINS[node.func.id](self, [v if v.type == ADDRESS else word(self.builder, v) for v in values])
        function = self.module.globals.get(node.func.id)
        if function is None:
            raise KernelSourceError(f"{node.func.id} is not a function of the kernel")
        if len(values) != len(function.args):
            raise KernelSourceError(f"{ast.unparse(node)}: {len(function.args)} arguments expected")
        return self.builder.call(function, [v if v.type == ADDRESS else word(self.builder, v) for v in values])

    # --- statements ----------------------------------------------------------------------------------------------

    def statements(self, nodes: list[ast.stmt]) -> None:
        """Write statements until one leaves the block."""
        for node in nodes:
            if self.builder.block.is_terminated:
                return
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        """Write one statement."""
        builder = self.builder
        if isinstance(node, ast.Assign):
            self._assignment(node)
        elif isinstance(node, ast.AugAssign):
            self._change(node)
        elif isinstance(node, ast.If):
            self._branch(node)
        elif isinstance(node, ast.While):
            self._while(node)
        elif isinstance(node, ast.For):
            self._for(node)
        elif isinstance(node, ast.Return):
            value = ir.Constant(WORD, 0) if node.value is None else word(builder, expression(self, node.value))
            builder.ret(value)
        elif isinstance(node, ast.Expr):
            if not isinstance(node.value, ast.Constant):
                expression(self, node.value)
        elif isinstance(node, ast.Break):
            builder.branch(self._loops[-1][1])
        elif isinstance(node, ast.Continue):
            builder.branch(self._loops[-1][0])
        elif not isinstance(node, ast.Pass):
            raise KernelSourceError(ast.unparse(node))

    def _assignment(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if isinstance(target, ast.Tuple):
            assert isinstance(node.value, ast.Tuple)
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
            self.assign(node.target.id, binary(builder, node.op, before, change))
        else:
            assert isinstance(node.target, ast.Subscript)
            place = self.place(node.target)
            before = builder.load(place, typ=WORD)
            self._tell(node.target, before)
            self._tell(node.target, builder.store(binary(builder, node.op, before, change), place))

    def _branch(self, node: ast.If) -> None:
        builder = self.builder
        answer = truth(builder, expression(self, node.test))
        yes = builder.append_basic_block("then")
        no = builder.append_basic_block("else") if node.orelse else None
        end = builder.append_basic_block("end")
        builder.cbranch(answer, yes, no or end)
        for block, body in ((yes, node.body), (no, node.orelse)):
            if block is not None:
                builder.position_at_end(block)
                self.statements(body)
                if not builder.block.is_terminated:
                    builder.branch(end)
        builder.position_at_end(end)

    def _while(self, node: ast.While) -> None:
        builder = self.builder
        test, body, end = (builder.append_basic_block(name) for name in ("while", "do", "done"))
        builder.branch(test)
        builder.position_at_end(test)
        builder.cbranch(truth(builder, expression(self, node.test)), body, end)
        builder.position_at_end(body)
        self._loop_body(node.body, test, end)
        builder.position_at_end(end)

    def _for(self, node: ast.For) -> None:
        """Only over ranges; the bounds are worked out once, and changing the variable does not change the loop."""
        builder = self.builder
        assert isinstance(node.iter, ast.Call)
        assert isinstance(node.target, ast.Name)
        bounds = [word(builder, expression(self, bound)) for bound in node.iter.args]
        first, last = (ir.Constant(WORD, 0), bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])
        step = bounds[2] if len(bounds) > 2 else ir.Constant(WORD, 1)
        with builder.goto_block(self.entry):
            counter = builder.alloca(WORD)
        builder.store(first, counter)
        test, body, following, end = (builder.append_basic_block(name) for name in ("for", "do", "step", "done"))
        builder.branch(test)
        builder.position_at_end(test)
        down = isinstance(step, ir.Constant) and step.constant < 0
        present = builder.load(counter, typ=WORD)
        builder.cbranch(builder.icmp_signed(">" if down else "<", present, last), body, end)
        builder.position_at_end(body)
        self.assign(node.target.id, present)
        self._loop_body(node.body, following, end)
        builder.position_at_end(following)
        builder.store(builder.add(builder.load(counter, typ=WORD), step), counter)
        builder.branch(test)
        builder.position_at_end(end)

    def _loop_body(self, body: list[ast.stmt], following: ir.Block, end: ir.Block) -> None:
        self._loops.append((following, end))
        self.statements(body)
        self._loops.pop()
        if not self.builder.block.is_terminated:
            self.builder.branch(following)
