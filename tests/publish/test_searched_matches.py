"""Tree search on published games finds what it finds in Python, to the last bit of every value."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from tests.publish.node_matches import (
    SAMPLE,
    SHARED,
    SLOW_TURNS,
    compiled_games,
    matches_in_node,
    needs_compiler,
    needs_node,
    random_matches_in_python,
    searched_matches_in_python,
)

pytestmark = [needs_node, needs_compiler]


def check(folder: Path, name: str, count: int, iterations: int, turns: int = 10_000) -> None:
    """Play matches in node and in Python and compare all that is known of every turn."""
    game = apts.load(name)
    expected = searched_matches_in_python(game, 3, count, iterations, turns)
    assert matches_in_node(folder, game, seed=3, count=count, iterations=iterations, turns=turns) == expected


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "iterations", "turns"),
    [("tic-tac-toe", 300, 9), ("connect-four", 500, 50), ("mail-coaches", 60, 12), ("trefoil", 100, 6)],
)
def test_searched_matches_are_the_same_in_node(name: str, iterations: int, turns: int, tmp_path: Path) -> None:
    check(tmp_path, name, 2, iterations, turns)


def test_search_of_many_visits_is_the_same_in_node(tmp_path: Path) -> None:
    check(tmp_path, "connect-four", 1, 20_000, 3)  # more visits than the tables have entries


@pytest.mark.long
@pytest.mark.parametrize("name", compiled_games())
def test_twenty_searched_matches_of_each_game_are_the_same_in_node(name: str, tmp_path: Path) -> None:
    check(tmp_path, name, 20, 50, SLOW_TURNS.get(name, 60))


@pytest.mark.long
@pytest.mark.parametrize("name", SAMPLE)
def test_other_games_are_the_same_in_node(name: str, tmp_path: Path) -> None:
    file = SHARED / f"{name}.lud"
    if not file.exists():
        pytest.skip("the collection of other games is not here")
    game = apts.load(str(file))
    assert matches_in_node(tmp_path, game, seed=2, count=50) == random_matches_in_python(game, 2, 50)
    check(tmp_path, str(file), 2, 50, 20)
