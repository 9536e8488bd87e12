"""Geometry as tables of the data array: neighbours, rays and lines of the board's own sites."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel


def padded(kernel: Kernel, lists: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    """One list for every site of every container; sites beside the board have empty ones."""
    return [*lists, *([()] * (kernel.equipment.all_sites - len(lists)))]


def ray_pairs(kernel: Kernel, group: str) -> str:
    """Lines through each site: rays 2k and 2k + 1 of a site are the two ways of its line k."""

    def pairs() -> list[list[Sequence[int]]]:
        board = kernel.board
        beside = kernel.equipment.all_sites - kernel.equipment.sites
        lines: list[list[Sequence[int]]] = [[ray for pair in site for ray in pair] for site in board.ray_pairs(group)]
        return [*lines, *([] for _ in range(beside))]

    return kernel.lists_of_lists(("pairs", group), pairs, per="site")
