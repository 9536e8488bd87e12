"""Rays are the same whether each stretch of a board is followed once or again from every site."""

from __future__ import annotations

import pytest

from apts.board.rays import RayFinder
from apts.board.relations import GROUPS
from tests.board.description import board_of

BOARDS = [
    "(board (square 6))",
    "(board (hex 4))",
    "(board (tiling T3464 2))",
    "(board (concentric {4 8 8}) use:Vertex)",
    "(board (concentric Square rings:3) use:Vertex)",
    "(board (spiral turns:3 sites:40) use:Vertex)",
]


@pytest.mark.parametrize("text", BOARDS)
def test_rays_are_those_followed_site_by_site(text: str) -> None:
    board = board_of(text)
    steps = board._steps(board.site_type)
    for direction in (*GROUPS, "Rotational", "CW", "Out", "N", "E"):
        finder = RayFinder(steps, direction)
        for site in range(board.count()):
            slowly = []
            for step in finder.steps(site):
                finder._ways = 0
                slowly += [(step, ray) for ray in finder._follow([site], step)]
            assert finder.rays(site) == slowly, (direction, site)
