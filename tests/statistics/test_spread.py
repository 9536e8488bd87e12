"""The largest difference between seats: near fairness a bootstrap never holds it, the inverted test does."""

from __future__ import annotations

import numpy as np
import pytest

from apts.statistics import StatisticsError, bootstrap, largest_difference
from bench import coverage as simulated
from tests.statistics.simulation import slack


@pytest.mark.parametrize(
    "players", [2, pytest.param(3, marks=pytest.mark.long), 4, pytest.param(6, marks=pytest.mark.long)]
)
def test_the_largest_difference_is_held_in_fair_and_unfair_games(players: int) -> None:
    stream = np.random.default_rng(players)
    runs = {2: 400, 3: 300}.get(players, 100)
    short = {}
    for name, outcomes, chances in simulated.seat_games(players):
        if players > 3 and (name.startswith("places") or "draws 0.3" in name):
            continue  # the long test has them
        for n in (20, 400):
            held = simulated.balance_coverage(outcomes, chances, n, runs, stream)
            if held < 0.94 - slack(runs, 0.94):
                short[name, n] = held
    assert short == {}


def test_a_bootstrap_never_holds_a_fair_game_for_three() -> None:
    stream = np.random.default_rng(1)
    scores = np.eye(3)[stream.integers(0, 3, 400)] * 0.75 + 0.25
    old = bootstrap(scores, lambda drawn: float(np.ptp(drawn.mean(axis=0))), seed=1, resamples=200, method="percentile")
    assert old.excludes(0.0)
    assert not largest_difference(scores).excludes(0.0)


def test_simulation_asks_what_the_interval_says() -> None:
    stream = np.random.default_rng(5)
    outcomes, chances = np.eye(3) * 0.75 + 0.25, np.array([0.5, 0.3, 0.2])
    truth = float(np.ptp(chances @ outcomes))
    held = []
    for _ in range(12):
        row = stream.multinomial(40, chances)
        held.append(not largest_difference(np.repeat(outcomes, row, axis=0)).excludes(truth))
    same = simulated.balance_coverage(outcomes, chances, 40, 12, np.random.default_rng(5))
    assert sum(held) / 12 == pytest.approx(same)


@pytest.mark.parametrize(("players", "least"), [(2, 0.94), (3, 0.955), pytest.param(6, 0.97, marks=pytest.mark.long)])
def test_the_value_of_a_fair_game_has_lost_the_luck_of_being_largest(players: int, least: float) -> None:
    stream = np.random.default_rng(2)
    scores = np.eye(players)
    tables = [scores[stream.integers(0, players, 40)] for _ in range(150)]
    rest = (players / 2 - 1) / (players - 1)
    tables = [rest + (1 - rest) * table for table in tables]
    seen = np.mean([1 - np.ptp(table.mean(axis=0)) for table in tables])
    found = np.mean([1 - largest_difference(table).value for table in tables[:40]])
    assert seen < 0.92 < least < found <= 1.0


def test_a_large_difference_is_hardly_corrected() -> None:
    table = np.array([[1.0, 0.0]] * 300 + [[0.0, 1.0]] * 100)
    found = largest_difference(table)
    assert found.value == pytest.approx(0.5, abs=0.005)
    assert 0.35 < found.low < found.value < found.high < 0.65


def test_one_seat_that_always_wins_is_as_unfair_as_can_be() -> None:
    found = largest_difference(np.array([[1.0, 0.0]] * 40))
    assert (found.value, found.high) == (1.0, 1.0)
    assert 0.8 < found.low < 1.0
    three = largest_difference(np.array([[1.0, 0.25, 0.25]] * 40))
    assert three.value == pytest.approx(0.75)
    assert three.low < 0.75 < three.high


def test_scores_need_no_fixed_sum() -> None:
    together = np.array([[1.0, 1.0], [0.0, 0.0]] * 50)
    found = largest_difference(together)
    assert (found.value, found.low) == (0.0, 0.0)
    assert found.high < 0.08


def test_a_single_column_has_no_difference() -> None:
    with pytest.raises(StatisticsError, match="two columns"):
        largest_difference(np.array([[1.0], [0.0]]))


@pytest.mark.long
def test_every_case_of_the_bench_is_held() -> None:
    assert simulated.main(runs=500) == 0
