"""Games whose board is a single row of stacks, which people know as an upright grid: pieces drop into columns."""

from __future__ import annotations

from collections.abc import Iterator

from apts.engine.compiler.compiling import Compiled
from apts.language.tree import Clause, Literal

# How many pieces fit when a stack may grow as long as its size compares so with a number.
_CAPACITY = {"<": 0, "<=": 1, "!=": 0, ">=": 0, "=": 0, ">": 1}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def is_row_of_stacks(compiled: Compiled) -> bool:
    """Whether the board is such a row."""
    return compiled.stacking and compiled.equipment.sites > 1 and len(compiled.equipment.board.rows()) == 1


def declared_height(rules: Clause, most: int) -> int | None:
    """The height of the columns: the largest number, up to what a stack can hold, that the rules compare its size with."""
    found = [height for clause in rules.clauses() for height in _heights(clause) if 1 < height <= most]
    return max(found, default=None)


def _heights(clause: Clause) -> Iterator[int]:
    first, second = clause.arguments.get("a"), clause.arguments.get("b")
    for stack, bound, name in ((first, second, clause.name), (second, first, _TURNED.get(clause.name, clause.name))):
        if (
            name in _CAPACITY
            and isinstance(stack, Clause)
            and stack.name == "size Stack"
            and isinstance(bound, Literal)
        ):
            yield int(bound.value) + _CAPACITY[name]
