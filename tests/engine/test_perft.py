"""Counting the ways to play."""

from __future__ import annotations

import pytest

import apts
from apts.engine.play.playouts.perft import count_states
from tests.engine import small_games


def test_depths_of_noughts_are_the_known_numbers() -> None:
    game = apts.load(small_games.NOUGHTS)
    assert [game.perft(depth) for depth in range(1, 8)] == [9, 72, 504, 3024, 15120, 54720, 148176]


def test_doubles_count_unless_moves_must_be_distinct() -> None:
    game = apts.load(small_games.TWICE)
    assert game.perft(3) == 8 * 6 * 4
    assert game.perft(3, distinct=True) == 4 * 3 * 2


def test_ended_matches_count_nothing_below() -> None:
    game = apts.load(small_games.SOLITAIRE)
    assert [game.perft(depth) for depth in range(4)] == [1, 4, 12, 0]


def test_turns_of_several_moves_count_once() -> None:
    game = apts.load(small_games.PAIRS)
    assert game.perft(2, unit="turn") == 9 * 8 * 7 * 6
    assert game.perft(2, unit="turn", distinct=True) == 36 * 21


@pytest.mark.long
@pytest.mark.parametrize("rules", ["NOUGHTS", "PAWNS", "CUPS", "COLUMNS", "PAIRS", "PASSING", "COLOURS", "SWAPPING"])
@pytest.mark.parametrize("unit", ["move", "turn"])
def test_flat_counting_agrees_with_the_states(rules: str, unit: str) -> None:
    game = apts.load(getattr(small_games, rules))
    for depth in (1, 2, 3):
        counted = count_states(game.start(), depth, distinct=True, unit=unit)
        assert game.perft(depth, distinct=True, unit=unit) == counted


def test_wrong_units_and_depths_are_refused() -> None:
    game = apts.load(small_games.NOUGHTS)
    with pytest.raises(apts.AptsError, match="by move or by turn, not by 'ply'"):
        game.perft(1, unit="ply")
    with pytest.raises(apts.AptsError, match="0 or more"):
        game.perft(-1)


@pytest.mark.parametrize(("unit", "distinct"), [("move", False), ("move", True), ("turn", True)])
def test_slices_of_one_move_count_the_same(unit: str, distinct: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    game = apts.load(small_games.PAIRS)
    whole = game.perft(3, distinct=distinct, unit=unit)
    monkeypatch.setattr("apts.engine.play.playouts.slices.FIRST_STEPS", 1)
    monkeypatch.setattr("apts.engine.play.playouts.slices.MOST_STEPS", 1)
    assert game.perft(3, distinct=distinct, unit=unit) == whole > 100
