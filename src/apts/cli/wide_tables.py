"""Tables with more columns than a terminal has room for: they go on below, with their first column again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from apts.characters import shown

if TYPE_CHECKING:
    from rich.console import Console

GAP = 2
"""Blanks between two columns."""

Column = Sequence[str]
"""A heading and the cells below it."""


def print_wide(console: Console, first: Column, others: Sequence[Column]) -> None:
    """Print the columns in as many tables as the width asks for; nothing is cut off, and no sign steers the terminal."""
    from rich.table import Table
    from rich.text import Text

    first, others = list(map(shown, first)), [list(map(shown, column)) for column in others]
    for number, block in enumerate(_blocks(console.width, first, others)):
        if number:
            console.print()
        table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0))
        columns = (first, *block)
        fits = sum(map(_width, columns)) + GAP * len(block) <= console.width
        for column in columns:
            table.add_column(Text(column[0]), no_wrap=fits)
        for row in zip(*(column[1:] for column in columns), strict=True):
            table.add_row(*map(Text, row))
        console.print(table)


def _blocks(width: int, first: Column, others: Sequence[Column]) -> Iterator[list[Column]]:
    """The columns in groups that fit beside the first one."""
    block: list[Column] = []
    left = capacity = width - _width(first)
    for column in others:
        wanted = GAP + _width(column)
        if block and wanted > left:
            yield block
            block, left = [], capacity
        block.append(column)
        left -= wanted
    if block:
        yield block


def _width(column: Column) -> int:
    return max(len(cell) for cell in column)
