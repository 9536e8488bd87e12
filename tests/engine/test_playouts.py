"""Random matches in numbers."""

from __future__ import annotations

import pytest

import apts
from apts.engine.play.game import Game
from apts.engine.play.playouts.random_matches import CompiledMatches
from apts.engine.play.playouts.summary import Tally
from tests.engine import small_games


def test_odds_of_random_noughts_are_the_exact_ones() -> None:
    summary = apts.load(small_games.NOUGHTS).playouts(40_000, seed=3)
    exact = (0.584921, 0.288095)
    for rate, odds in zip(summary.win_rates, exact, strict=True):
        assert rate == pytest.approx(odds, abs=5 * (odds * (1 - odds) / 40_000) ** 0.5)
    assert sum(summary.wins) + summary.draws == summary.count == 40_000
    assert summary.unfinished == 0


def test_seed_decides_the_matches() -> None:
    game = apts.load(small_games.NOUGHTS)
    first, again, other = (game.playouts(100, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first.lengths != other.lengths


def test_matches_stopped_at_the_limit_are_neither_won_nor_drawn() -> None:
    summary = apts.load(small_games.NOUGHTS).playouts(50, seed=1, limit=3)
    assert summary.unfinished == 50
    assert summary.finished == 0
    assert summary.wins == (0, 0)
    assert summary.draws == 0
    assert summary.lengths == {3: 50}
    assert summary.mean_length == 3.0
    assert summary.mean_utilities == (0.0, 0.0)


def test_matches_stopped_by_the_limit_of_the_rules_are_not_drawn() -> None:
    endless = """
(game "To And Fro" (players 2)
    (equipment {(board (square 2)) (piece "Stone" P1) (piece "Stone" P2)})
    (rules (start {(place "Stone1" 0) (place "Stone2" 3)}) (play (forEach Piece (move Step (to if:(is Empty (to))))))
        (end (if (no Moves Next) (result Mover Win)))))
"""
    summary = apts.load(endless).playouts(3, seed=1)
    assert summary.unfinished == 3
    assert summary.draws == 0
    assert summary.lengths == {2500: 3}


def test_figures_follow_from_the_matches() -> None:
    tally = Tally(2)
    for length, ranks in ((5, (1.0, 2.0)), (9, (1.5, 1.5)), (6, (2.0, 1.0)), (8, (1.0, 2.0))):
        tally.add(length, apts.Outcome.ranked(ranks, "made up"))
    summary = tally.summary(2.0)
    assert summary.wins == (2, 1)
    assert summary.draws == 1
    assert summary.win_rates == (0.5, 0.25)
    assert summary.mean_utilities == (0.25, -0.25)
    assert summary.mean_length == 7.0
    assert (summary.shortest, summary.longest) == (5, 9)
    assert [summary.length_at(share) for share in (0.25, 0.5, 0.51, 1.0)] == [5, 6, 8, 9]
    assert summary.per_second == 2.0


def test_first_places_that_some_share_are_no_draws_and_nobodys_wins() -> None:
    tally = Tally(3)
    tally.add(4, apts.Outcome.ranked((1.5, 1.5, 3.0), "two are through"))
    tally.add(4, apts.Outcome.ranked((2.0, 2.0, 2.0), "nobody is"))
    tally.add(4, apts.Outcome.ranked((3.0, 1.0, 2.0), "one is"))
    summary = tally.summary(0.0)
    assert (summary.wins, summary.shared, summary.draws, summary.ties) == ((0, 1, 0), (1, 1, 0), 1, 1)


def test_nothing_played_is_told_without_a_division_by_nothing() -> None:
    summary = apts.load(small_games.NOUGHTS).playouts(0)
    assert (summary.count, summary.mean_length, summary.shortest, summary.longest) == (0, 0.0, 0, 0)
    assert summary.length_at(0.5) == 0
    assert summary.mean_utilities == (0.0, 0.0)


def test_kernel_and_states_give_the_same_picture() -> None:
    game = apts.load(small_games.PAWNS)
    fast, slow = game.playouts(4000, seed=1), Game.playouts(game, 400, seed=1)
    assert slow.win_rates[0] == pytest.approx(fast.win_rates[0], abs=0.1)
    assert slow.mean_length == pytest.approx(fast.mean_length, abs=0.5)


def test_lists_longer_than_the_first_memory_are_played() -> None:
    wide = small_games.NOUGHTS.replace("<3> ", "<40> ")
    summary = apts.load(wide).playouts(2, seed=1, limit=5)
    assert summary.lengths == {5: 2}
    assert len(apts.load(wide).start().moves()) == 1600


def test_a_longer_list_in_the_middle_of_a_match_changes_no_match() -> None:
    wide, roomy = (apts.load(small_games.NOUGHTS.replace("<3> ", "<40> ")) for _ in range(2))
    roomy.start().moves()  # makes room
    assert wide.playouts(3, seed=4) == roomy.playouts(3, seed=4)


def test_matches_in_parts_are_the_matches_of_one_go() -> None:
    game = apts.load(small_games.PAWNS)
    parts = CompiledMatches(game.machine, 5, None)
    for count in (1, 20, 79):
        parts.play(count)
    assert parts.summary() == game.playouts(100, seed=5)


def test_slices_of_any_length_give_the_same_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    game = apts.load(small_games.PAWNS)
    whole = game.playouts(40, seed=2)
    monkeypatch.setattr("apts.engine.play.playouts.slices.FIRST_STEPS", 1)
    monkeypatch.setattr("apts.engine.play.playouts.slices.MOST_STEPS", 1)
    seen: list[int] = []
    assert game.playouts(40, seed=2, watch=lambda known: seen.append(known.count)) == whole
    assert len(seen) > 80  # a slice a move
    assert seen == sorted(seen)
    assert seen[-1] == 40


def test_every_match_can_be_played_by_itself() -> None:
    game = apts.load(small_games.PAWNS)
    ones = [CompiledMatches(game.machine, 9, None, first=number).play(1) for number in range(30)]
    whole = game.playouts(30, seed=9)
    assert tuple(map(sum, zip(*(one.wins for one in ones), strict=True))) == whole.wins
    assert sum(one.longest for one in ones) == pytest.approx(30 * whole.mean_length)


def test_memory_does_not_grow_with_the_matches() -> None:
    few, many = (CompiledMatches(apts.load(small_games.NOUGHTS).machine, 1, None) for _ in range(2))
    few.play(10), many.play(200_000)
    assert many.tally.nbytes == few.tally.nbytes
    assert many.summary().count == 200_000


def test_the_classes_own_way_is_that_of_its_states() -> None:
    game = apts.load("snowball-class")
    for number in range(3):
        assert game.random_match(f"1 {number}", None) == Game.random_match(game, f"1 {number}", None)
        assert game.random_match(f"1 {number}", 7) == (7, 0, None)
