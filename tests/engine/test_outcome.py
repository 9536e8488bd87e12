"""Ranks and what they are worth."""

from __future__ import annotations

import pytest

from apts.engine.outcome import Outcome, utilities


@pytest.mark.parametrize(
    ("ranks", "worth"),
    [
        ((1.0, 2.0), (1.0, -1.0)),
        ((1.5, 1.5), (0.0, 0.0)),
        ((1.0, 2.0, 3.0), (1.0, 0.0, -1.0)),
        ((1.0, 2.5, 2.5), (1.0, -0.5, -0.5)),
        ((1.0,), (1.0,)),
        ((0.0,), (-1.0,)),
    ],
)
def test_utilities_fall_evenly_from_first_to_last(ranks: tuple[float, ...], worth: tuple[float, ...]) -> None:
    assert utilities(ranks) == pytest.approx(worth)


@pytest.mark.parametrize("players", [2, 3, 4, 8])
def test_utilities_of_all_seats_add_up_to_nothing(players: int) -> None:
    assert sum(Outcome.won_by(2, players, "").utilities) == pytest.approx(0)
    assert sum(Outcome.drawn(players, "").utilities) == pytest.approx(0)


def test_winner_is_the_only_first() -> None:
    assert Outcome.ranked([2.0, 1.0], "").winner == 2
    assert Outcome.ranked([1.0, 1.0], "").winner is None
    assert Outcome.ranked([1.5, 1.5], "").winner is None


def test_outcome_reads_as_a_sentence() -> None:
    assert str(Outcome.won_by(1, 2, "a line of four")) == "player 1 wins: a line of four"
    assert str(Outcome.drawn(2, "all players passed")) == "no winner: all players passed"
