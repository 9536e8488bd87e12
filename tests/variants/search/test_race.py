"""Races among made-up candidates whose quality is known: who is dropped, what it costs, and what the budget does."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from apts.statistics import Estimate, wilson
from apts.variants.search.match_runner import Budget, OutOfTime
from apts.variants.search.methods.race import FIRST, RaceResult, race, ranked_by, rounds_to


class Shares:
    """Candidates are shares of lost matches; a match of theirs is drawn from a seed and its number alone."""

    def __init__(self, shares: Sequence[float], seed: int, most: int):
        lots = np.random.default_rng(seed).random((len(shares), most))
        self.lost = [lot < share for share, lot in zip(shares, lots, strict=True)]
        self.had = [0] * len(shares)

    each = 1

    def play(self, candidates: Sequence[int], matches: int, budget: Budget) -> None:
        for one in candidates:
            budget.meter.matches += matches - self.had[one]
            self.had[one] = matches

    def standing(self, candidate: int, confidence: float) -> Estimate:
        lost = self.lost[candidate][: self.had[candidate]]
        return wilson(float(lost.sum()), len(lost), confidence)

    def preference(self, candidate: int) -> tuple[float, ...]:
        return (candidate,)


MOST = 400


def full(track: Shares, candidates: Sequence[int]) -> int:
    """The best of all after every match was played."""
    track.play(candidates, MOST, Budget.of())
    return min(candidates, key=lambda one: (track.standing(one, 0.95).value, one))


def shares_of(seed: int) -> list[float]:
    return [0.1, *np.random.default_rng(1000 + seed).uniform(0.2, 0.9, 29)]


def test_rounds_double_up_to_the_most() -> None:
    assert rounds_to(100, 12) == (12, 24, 48, 96, 100)
    assert rounds_to(12, 12) == (12,)


def test_race_finds_what_full_evaluation_finds_with_a_third_of_the_matches() -> None:
    same = 0
    for seed in range(10):
        shares = shares_of(seed)
        candidates = range(len(shares))
        found = race(Shares(shares, seed, MOST), candidates, MOST, Budget.of())
        assert found.best is not None
        assert found.matches <= MOST * len(shares) / 3
        same += found.best.candidate == full(Shares(shares, seed, MOST), candidates)
    assert same >= 9


def test_near_equals_take_no_more_than_a_third_of_the_matches_and_one_of_the_best_wins() -> None:
    shares = [0.1, 0.11, 0.12, *[0.2] * 12, *[0.25] * 15]
    found = [race(Shares(shares, seed, MOST), range(30), MOST, Budget.of()) for seed in range(10)]
    assert all(one.matches <= MOST * 30 / 3 for one in found)
    assert sum(one.best is not None and one.best.candidate < 3 for one in found) >= 9


def test_two_candidates_may_be_played_in_full() -> None:
    found = race(Shares([0.3, 0.31], 2, MOST), range(2), MOST, Budget.of())
    assert (found.matches, found.finished) == (2 * MOST, True)


def test_candidate_as_good_as_any_is_lost_in_a_tenth_of_the_races_at_most() -> None:
    lost = 0
    for seed in range(50):
        found = race(Shares([0.3] * 10, seed, MOST), range(10), MOST, Budget.of())
        lost += next(one.dropped for one in found.ranking if one.candidate == 0)
    assert lost <= 5


def test_budget_in_matches_is_kept_and_goes_to_the_best() -> None:
    budget = Budget.of(matches=20 * FIRST + 100)
    track = Shares([0.1, *[0.5] * 19], 1, MOST)
    found = race(track, range(20), MOST, budget)
    assert budget.meter.matches <= 20 * FIRST + 100
    assert found.best is not None
    assert found.best.candidate == 0
    assert not found.finished


def test_every_candidate_is_in_the_ranking_once() -> None:
    found = race(Shares(shares_of(3), 3, MOST), range(30), MOST, Budget.of(matches=2000))
    assert sorted(one.candidate for one in found.ranking) == list(range(30))


class Late(Shares):
    """The time is over in the middle of the second round."""

    def play(self, candidates: Sequence[int], matches: int, budget: Budget) -> None:
        if matches > FIRST:
            raise OutOfTime
        super().play(candidates, matches, budget)


def test_round_that_is_cut_by_the_clock_does_not_count() -> None:
    found = race(Late([0.1, 0.6, 0.7], 5, MOST), range(3), MOST, Budget.of())
    assert max(one.matches for one in found.ranking) == FIRST
    assert not found.finished


def test_surely_inside_all_goals_beats_whoever_comes_later() -> None:
    class Inside(Shares):
        def standing(self, candidate: int, confidence: float) -> Estimate:
            return Estimate(0.0, 0.0, 0.0 if candidate == 1 else 0.5, self.had[candidate], confidence)

    found: RaceResult[int] = race(Inside([0.0] * 4, 1, MOST), range(4), MOST, Budget.of())
    assert [one.candidate for one in found.ranking if one.dropped] == [2, 3]


def test_equal_shortfalls_are_ordered_by_preference() -> None:
    track = Shares([0.0, 0.0], 1, MOST)
    found = race(track, [1, 0], 12, Budget.of())
    assert [one.candidate for one in ranked_by(track, found.ranking)] == [0, 1]


def test_budget_in_minutes_ends_by_the_clock_and_parts_share_the_meter() -> None:
    now = [0.0]
    budget = Budget.of(minutes=1.0, clock=lambda: now[0])
    part = budget.part(0.5)
    assert part.capacity == float("inf")
    budget.meter.played, budget.meter.seconds = 30, 10.0
    assert part.capacity == pytest.approx(90.0)
    now[0] = 31.0
    assert part.is_over
    assert not budget.is_over
