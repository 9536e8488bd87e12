"""The largest difference between seats: near fairness a bootstrap never holds it, the inverted test does."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from apts.statistics import StatisticsError, bootstrap, largest_difference
from apts.statistics.estimate import Numbers
from apts.statistics.spread import median_unbiased
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


def places(players: int, chances: Sequence[float], matches: int, stream: np.random.Generator) -> Numbers:
    """Scores of matches with one winner; the others share what is left."""
    rest = (players / 2 - 1) / (players - 1)
    return np.asarray(rest + (1 - rest) * np.eye(players)[stream.choice(players, matches, p=chances)])


@pytest.mark.parametrize(
    ("chances", "matches"),
    [
        ((0.57, 0.43), 100),
        ((0.57, 0.43), 20),
        ((0.7, 0.3), 11),
        ((0.6, 0.2, 0.2), 100),
        ((0.4, 0.3, 0.2, 0.1), 100),
        ((0.4, 0.3, 0.2, 0.1), 1000),
        ((0.35, 0.13, 0.13, 0.13, 0.13, 0.13), 100),
    ],
)
def test_the_value_is_as_often_too_large_as_too_small(chances: tuple[float, ...], matches: int) -> None:
    players, stream = len(chances), np.random.default_rng(3)
    truth = float(np.ptp(places(players, chances, 1, stream) * 0.0 + np.array(chances)))
    truth *= 1 - (players / 2 - 1) / (players - 1)
    found = np.array([median_unbiased(places(players, chances, matches, stream)) for _ in range(150)])
    # Up to a third of a standard error; shares of few matches are multiples of one over their number.
    error = np.sqrt(2.0 / players / matches)
    assert abs(float(np.median(found)) - truth) <= error / 3 + 1 / matches


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_value_of_half_of_all_fair_games_is_none(players: int) -> None:
    stream = np.random.default_rng(2)
    for matches in (10, 100):
        tables = [places(players, [1 / players] * players, matches, stream) for _ in range(150)]
        none = np.mean([median_unbiased(table) <= 1e-9 for table in tables])
        assert 0.36 <= none <= 0.75  # few matches have few different results


def test_a_difference_that_fair_games_exceed_in_three_of_ten_runs_is_shown() -> None:
    """Seat 1 won 56 of 100 matches; its balance is not that of a fair game."""
    table = np.array([[1.0, 0.0]] * 56 + [[0.0, 1.0]] * 44)
    assert 0.05 < largest_difference(table).value < 0.12


def test_the_value_does_not_jump_with_the_number_of_matches() -> None:
    found = [largest_difference(np.tile([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], (times, 1))).value for times in (6, 7)]
    assert abs(found[0] - found[1]) < 0.02  # 18 and 21 matches


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
