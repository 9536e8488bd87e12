"""Random matches of published games are those of Python, position by position."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from tests.publish.node_matches import (
    compiled_games,
    matches_in_node,
    needs_compiler,
    needs_node,
    random_matches_in_python,
)

pytestmark = [needs_node, needs_compiler]


@pytest.mark.long
@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "mail-coaches"])
def test_random_matches_are_the_same_in_node(name: str, tmp_path: Path) -> None:
    game = apts.load(name)
    expected = random_matches_in_python(game, -7, 20)
    assert matches_in_node(tmp_path, game, seed=-7, count=20) == expected
    assert len({tuple(match) for match in expected}) > 10


@pytest.mark.long
@pytest.mark.parametrize("name", compiled_games())
def test_a_thousand_random_matches_of_each_game_are_the_same_in_node(name: str, tmp_path: Path) -> None:
    game = apts.load(name)
    count = 1000
    assert matches_in_node(tmp_path, game, seed=1, count=count) == random_matches_in_python(game, 1, count)
