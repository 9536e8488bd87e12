"""A module of kernel source as an object file."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from llvmlite import binding, ir

from apts.engine.native.expressions import ADDRESS, WORD
from apts.engine.native.functions import FunctionWriter, is_array


def target_machine() -> Any:
    """The processor at hand. An execution engine takes its machine over, so each needs one of its own."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_default_triple()
    features = binding.get_host_cpu_features()
    # Some virtual machines advertise AMX and then fault on it; integers do not need it.
    usable = ",".join(f"{'+' if on and 'amx' not in name else '-'}{name}" for name, on in sorted(features.items()))
    return target.create_target_machine(
        cpu=binding.get_host_cpu_name(), features=usable, opt=2, reloc="pic", codemodel="jitdefault"
    )


@lru_cache(maxsize=1)
def processor() -> str:
    """What object files depend on besides their source."""
    machine = target_machine()
    return f"{machine.triple} {binding.get_host_cpu_name()} {binding.llvm_version_info}"


def compile_module(sources: Iterable[str], constants: Mapping[str, int]) -> tuple[bytes, dict[str, int]]:
    """Compile the functions of several source texts together.

    Functions marked ``@entry(n)`` can be called from outside; gives the object file and the number of arguments of each.
    """
    known = dict(constants)
    nodes: list[ast.FunctionDef] = []
    for source in sources:
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef):
                nodes.append(node)
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                number = _number(node.value, known)
                if number is not None:
                    known[node.targets[0].id] = number
    nodes = _needed(nodes)
    module = ir.Module("kernel")
    machine = target_machine()
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    entries = {}
    functions = {}
    for node in nodes:
        kinds = [ADDRESS if is_array(argument) else WORD for argument in node.args.args]
        function = ir.Function(module, ir.FunctionType(WORD, kinds), node.name)
        function.attributes.add("nounwind")
        if _is_entry(node):
            entries[node.name] = len(kinds)
        else:
            function.linkage = "internal"
        functions[node.name] = function
    for node in nodes:
        FunctionWriter(module, functions[node.name], node, known).write()
    return _optimised(str(module), machine), entries


def _number(node: ast.expr, known: Mapping[str, int]) -> int | None:
    """The value of a constant of a module that is a number; None for any other."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, int) else None
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        operand = _number(node.operand, known)
        return None if operand is None else -operand
    if isinstance(node, ast.BinOp) and type(node.op) in _FOLDED:
        left, right = _number(node.left, known), _number(node.right, known)
        return None if left is None or right is None else _FOLDED[type(node.op)](left, right)
    return None


_FOLDED: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: operator.lshift,
}


def _is_entry(node: ast.FunctionDef) -> bool:
    return any(isinstance(mark, ast.Call) and ast.unparse(mark.func) == "entry" for mark in node.decorator_list)


def _needed(nodes: list[ast.FunctionDef]) -> list[ast.FunctionDef]:
    """The functions that an entry can reach; a later definition of a name replaces an earlier one."""
    by_name = {node.name: node for node in nodes}
    waiting = [node.name for node in by_name.values() if _is_entry(node)]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in reached or name not in by_name:
            continue
        reached.add(name)
        for node in ast.walk(by_name[name]):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                waiting.append(node.func.id)
    return [node for name, node in by_name.items() if name in reached]


def _optimised(text: str, machine: Any) -> bytes:
    module = binding.parse_assembly(text)
    module.verify()
    options = binding.create_pipeline_tuning_options(speed_level=2)
    options.inlining_threshold = 225
    builder = binding.create_pass_builder(machine, options)
    manager = builder.getModulePassManager()
    manager.run(module, builder)
    return bytes(machine.emit_object(module))
