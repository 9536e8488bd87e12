"""Kernel source as syntax: its functions, its constants, and what it says about the room of its fields."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from apts.engine.native.trees import called


@dataclass(frozen=True)
class KernelSyntax:
    """The parts of several source texts that make one kernel; a later function replaces an earlier one of its name."""

    functions: list[ast.FunctionDef]
    constants: dict[str, int]
    capacities: dict[str, tuple[str, str]]


def read_sources(trees: Iterable[ast.Module], constants: Mapping[str, int]) -> KernelSyntax:
    """Collect functions and constants; a text ``ROOM_X = "unit: bound"`` says how large the field at X is."""
    parts = KernelSyntax([], dict(constants), {})
    for tree in trees:
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                parts.functions.append(node)
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                _read_constant(parts, node.targets[0].id, node.value)
    return parts


def _read_constant(parts: KernelSyntax, name: str, value: ast.expr) -> None:
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        if name.startswith("ROOM_"):
            unit, _, bound = value.value.partition(": ")
            parts.capacities[name[5:]] = (unit, bound)
        return
    number = constant_number(value, parts.constants)
    if number is not None:
        parts.constants[name] = number


def constant_number(node: ast.expr, known: Mapping[str, int]) -> int | None:
    """The value of an expression of numbers and known names; None for any other."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, int) else None
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        operand = constant_number(node.operand, known)
        return None if operand is None else -operand
    if isinstance(node, ast.BinOp) and type(node.op) in FOLDED:
        left, right = constant_number(node.left, known), constant_number(node.right, known)
        return None if left is None or right is None else FOLDED[type(node.op)](left, right)
    return None


FOLDED: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: operator.lshift,
}


def is_entry(node: ast.FunctionDef) -> bool:
    """Whether a function is called from outside."""
    return any(
        isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "entry"
        for mark in node.decorator_list
    )


def entry_arguments(tree: ast.Module) -> dict[str, list[str]]:
    """The names of the arguments of each function of a source that is called from outside."""
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef) and is_entry(node)]
    return {node.name: [argument.arg for argument in node.args.args] for node in found}


def needed(parts: KernelSyntax) -> KernelSyntax:
    """Only the functions that an entry can reach; a later definition of a name replaces an earlier one."""
    by_name = {node.name: node for node in parts.functions}
    waiting = [node.name for node in by_name.values() if is_entry(node)]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in reached or name not in by_name:
            continue
        reached.add(name)
        waiting += called(by_name[name])
    return replace(parts, functions=[node for name, node in by_name.items() if name in reached])
