"""Geometry as tables of the data array: neighbours, rays and lines of the board's own sites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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


def line_windows(kernel: Kernel, group: str, length: int, *, exact: bool) -> str:
    """Rows of so many sites on the lines through each site, for boards whose sets are one word.

    Two words each: the sites that must be in a set, and the sites that are asked about. Where the row must be ``exact``,
    those next to its ends are asked about too. All sites have as many, so that a loop over them ends as foreseen.
    """

    def windows() -> list[Sequence[int]]:
        beside = kernel.equipment.all_sites - kernel.equipment.sites
        found = [
            [window for ahead, behind in pairs for window in _windows(site, ahead, behind, length, exact=exact)]
            for site, pairs in enumerate(kernel.board.ray_pairs(group))
        ]
        most = max(map(len, found), default=0)
        nowhere = (1 << 32, 1 << 32)
        filled = [[*own, *([own[-1] if own else nowhere] * (most - len(own)))] for own in found]
        return [*([word for window in own for word in window] for own in filled), *([()] * beside)]

    return kernel.lists(("windows", group, length, exact), windows, per="site")


def _windows(
    site: int, ahead: Sequence[int], behind: Sequence[int], length: int, *, exact: bool
) -> Iterator[tuple[int, int]]:
    """The rows of one line, which goes both ways from the site."""
    for forward in range(max(length - 1 - len(behind), 0), min(length, len(ahead) + 1)):
        backward = length - 1 - forward
        row = {site, *ahead[:forward], *behind[:backward]}
        ends = {*ahead[forward : forward + 1], *behind[backward : backward + 1]} if exact else set()
        if not row & ends:
            yield _bits(row), _bits(row | ends)


def _bits(sites: Iterable[int]) -> int:
    return sum(1 << site for site in sites)
