"""Every game of the library is played through again as it was stored."""

from __future__ import annotations

import pytest

import apts
from tests.games.golden.play_through import FOLDER, path_of, play_through, stored_moves


@pytest.mark.long
@pytest.mark.parametrize("name", apts.library_names())
def test_stored_match_is_played_again_exactly(name: str) -> None:
    assert path_of(name).exists(), f"{name} has no play-through: python -m tests.games.golden {name}"
    stored = path_of(name).read_text(encoding="utf-8")
    assert play_through(name, stored_moves(stored)) == stored


def test_every_stored_match_is_of_a_game_of_the_library() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(apts.library_names())
