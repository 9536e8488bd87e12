"""Stopping when the answer is there, with error rates that stay below those stated."""

from __future__ import annotations

import numpy as np
import pytest

from apts.statistics import (
    SequentialMean,
    SequentialTest,
    StatisticsError,
    anytime_bounded_mean,
    anytime_quantile,
    confidence_sequence,
    pair_counts,
    quantile_interval,
    score_of_elo,
    sequential_test,
    student,
    wilson,
)
from tests.statistics.simulation import slack


def ever_missed(stream: np.random.Generator, share: float, n: int, step: int) -> tuple[bool, bool]:
    """Whether looking every few units ever saw an interval without the truth: ours, and Wilson's."""
    values = (stream.random(n) < share).astype(float)
    sequence, ours, fixed = SequentialMean(), False, False
    for first in range(0, n, step):
        sequence.extend(values[first : first + step])
        ours = ours or sequence.estimate.excludes(share)
        fixed = fixed or wilson(float(values[: first + step].sum()), first + step).excludes(share)
    return ours, fixed


@pytest.mark.long
def test_looking_again_and_again_misses_no_more_often_than_promised() -> None:
    stream = np.random.default_rng(1)
    missed = np.array([ever_missed(stream, 0.5, 300, 10) for _ in range(200)]).mean(axis=0)
    assert missed[0] <= 0.05
    # The same looks with an interval for a fixed n are wrong far more often than it says.
    assert missed[1] > 0.15


def test_interval_has_the_price_that_is_stated() -> None:
    values = np.tile([0.0, 1.0], 200)
    sequence = SequentialMean()
    sequence.extend(values)
    assert 1.5 < sequence.estimate.half_width / student(values).half_width < 1.8


def test_question_is_settled_once_the_interval_leaves_the_threshold() -> None:
    sequence = SequentialMean()
    sequence.extend([1.0, 0.0, 1.0])
    assert sequence.settled(0.5) is None
    sequence.extend([1.0, 1.0, 1.0, 0.0] * 40)
    assert sequence.settled(0.5) == "above"
    assert sequence.settled(0.95) == "below"
    assert sequence.narrow(0.2)
    assert not sequence.narrow(0.01)


def test_nothing_seen_is_nothing_known() -> None:
    assert (SequentialMean().estimate.low, SequentialMean().estimate.high, SequentialMean().estimate.n) == (0.0, 1.0, 0)
    with pytest.raises(StatisticsError, match="outside the bounds"):
        SequentialMean().add(1.5)


def test_interval_does_not_depend_on_how_often_one_looked() -> None:
    values = np.random.default_rng(2).choice([0.0, 0.5, 1.0], 120)
    often, once = SequentialMean(), SequentialMean()
    for value in values:
        often.add(float(value))
        assert often.estimate.n > 0
    once.extend(values)
    assert often.estimate == once.estimate
    lows, highs = confidence_sequence(values)
    assert (lows[-1], highs[-1]) == (once.estimate.low, once.estimate.high)
    assert (lows <= highs).all()


def test_bounds_are_scaled() -> None:
    values = np.random.default_rng(3).choice([-1.0, 1.0], 100)
    wide, unit = SequentialMean((-1.0, 1.0)), SequentialMean()
    wide.extend(values)
    unit.extend((values + 1.0) / 2.0)
    assert wide.estimate.low == pytest.approx(2.0 * unit.estimate.low - 1.0)
    assert wide.estimate.value == pytest.approx(values.mean())


def test_all_equal_values_close_in_without_reaching_certainty() -> None:
    sequence = SequentialMean()
    sequence.extend([0.0] * 200)
    assert sequence.estimate.low == 0.0
    assert 0.01 < sequence.estimate.high < 0.06


LIMIT = 1000.0

LENGTHS: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "1 of 100 with 400 turns": ((18.0, 20.0, 22.0, 400.0), (0.33, 0.33, 0.33, 0.01)),
    "5 of 100 with 200 turns": ((18.0, 20.0, 22.0, 200.0), (0.3, 0.35, 0.3, 0.05)),
    "3 of 1,000 at the limit": ((20.0, LIMIT), (0.997, 0.003)),
    "two lengths": ((10.0, 50.0), (0.7, 0.3)),
}
LOOKS = (20, 40, 100, 220)


@pytest.mark.parametrize("name", LENGTHS)
def test_mean_and_median_of_lengths_hold_at_all_looks(name: str) -> None:
    """A normal interval of the first mixture is wrong at the first look in four of five runs."""
    (lengths, chances), stream = LENGTHS[name], np.random.default_rng(4)
    mean, middle = float(np.dot(lengths, chances)), lengths[int(np.argmax(np.cumsum(chances) >= 0.5))]
    missed = 0
    for _ in range(25):
        drawn = stream.choice(lengths, LOOKS[-1], p=chances)
        missed += any(
            anytime_bounded_mean(drawn[:n], (0.0, LIMIT)).excludes(mean)
            or anytime_quantile(drawn[:n], 0.5).excludes(middle)
            for n in LOOKS
        )
    assert missed <= 4  # more comes once in a hundred times


def test_ends_of_the_bounded_mean_are_those_of_sequential_mean_without_its_grid() -> None:
    values = np.random.default_rng(5).choice([0.0, 0.5, 1.0], 150)
    sequence = SequentialMean()
    sequence.extend(values)
    found = anytime_bounded_mean(values, (0.0, 1.0))
    assert (found.low, found.high) == pytest.approx((sequence.estimate.low, sequence.estimate.high), abs=0.003)


def test_equal_lengths_leave_room_up_to_the_bound() -> None:
    found = anytime_bounded_mean([20.0] * 100, (0.0, LIMIT))
    assert found.value == 20.0
    assert 20.0 + 0.03 * 980.0 < found.high < 20.0 + 0.08 * 980.0
    assert anytime_quantile([20.0] * 40, 0.5).high == 20.0


@pytest.mark.parametrize(("share", "n"), [(0.5, 15), (0.5, 200), (0.9, 60), (0.1, 60)])
def test_quantiles_are_held_whatever_the_distribution(share: float, n: int) -> None:
    stream = np.random.default_rng(6)
    lengths, chances = np.array([5.0, 6.0, 7.0, 30.0, 900.0]), np.array([0.08, 0.3, 0.3, 0.25, 0.07])
    truth = float(lengths[int(np.argmax(np.cumsum(chances) >= share))])
    held = [
        not quantile_interval(stream.choice(lengths, n, p=chances), share, bounds=(0.0, LIMIT)).excludes(truth)
        for _ in range(300)
    ]
    assert np.mean(held) >= 0.95 - slack(300)


def test_quantiles_take_groups_for_one_unit() -> None:
    lengths = np.repeat(np.random.default_rng(7).integers(10, 30, 20).astype(float), 4)
    alone = quantile_interval(lengths, 0.5)
    grouped = quantile_interval(lengths, 0.5, units=[row // 4 for row in range(80)])
    assert (alone.n, grouped.n) == (80, 20)
    assert grouped.high - grouped.low >= alone.high - alone.low


@pytest.mark.parametrize("values", [[30.0], [-1.0]])
def test_lengths_outside_the_bounds_are_refused(values: list[float]) -> None:
    with pytest.raises(StatisticsError, match="within 0 to 20"):
        anytime_bounded_mean(values, (0, 20))
    with pytest.raises(StatisticsError, match="share between 0 and 1"):
        quantile_interval(values, 1.0)


def run_test(stream: np.random.Generator, score: float, hypotheses: tuple[float, float], most: int) -> SequentialTest:
    """Play pairs with three tenths of draws until there is an answer."""
    draws = 0.3
    wins = score - draws / 2.0
    luck = stream.random((most, 2))
    quarters = np.rint(np.where(luck < wins, 1.0, np.where(luck < wins + draws, 0.5, 0.0)).mean(axis=1) * 4).astype(int)
    counts = np.zeros(5)
    for first in range(0, most, 10):
        counts += np.bincount(quarters[first : first + 10], minlength=5)
        found = sequential_test(counts, *hypotheses)
        if found.answer is not None:
            return found
    return found


@pytest.mark.parametrize(("score", "wrong"), [(0.5, "second"), (0.58, "first")])
def test_sequential_test_errs_about_as_rarely_as_promised(score: float, wrong: str) -> None:
    stream = np.random.default_rng(5)
    found = [run_test(stream, score, (0.5, 0.58), 1500) for _ in range(150)]
    assert sum(test.answer == wrong for test in found) / 150 <= 0.05 + 0.053
    assert all(test.answer is not None for test in found)
    # A fixed plan with the same error rates needs some 150 pairs.
    assert np.mean([test.n for test in found]) < 120


def test_ratio_agrees_with_the_normal_approximation_for_many_pairs() -> None:
    counts = np.array([210, 480, 900, 560, 250])
    scores = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
    mean = (counts * scores).sum() / counts.sum()
    variance = (counts * (scores - mean) ** 2).sum() / counts.sum()
    expected = counts.sum() * (0.52 - 0.5) * (2 * mean - 0.5 - 0.52) / (2 * variance)
    assert sequential_test(counts, 0.5, 0.52).ratio == pytest.approx(expected, rel=0.01)


def test_limits_are_those_of_wald_and_the_test_is_symmetric() -> None:
    found = sequential_test([3, 5, 9, 5, 3], 0.45, 0.55)
    assert (found.low, found.high) == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert found.ratio == pytest.approx(0.0, abs=1e-9)
    assert (found.n, found.answer) == (25, None)
    assert sequential_test([0, 0, 0, 0, 0], 0.5, 0.55).ratio == 0.0
    assert sequential_test([0, 0, 0, 0, 60], 0.5, 0.55).answer == "second"
    assert sequential_test([60, 0, 0, 0, 0], 0.5, 0.55).answer == "first"


def test_single_matches_can_be_tested_too() -> None:
    found = sequential_test([200, 100, 300], score_of_elo(0), score_of_elo(30), scores=(0.0, 0.5, 1.0))
    assert found.answer == "second"


def test_wrong_hypotheses_and_counts_are_refused() -> None:
    with pytest.raises(StatisticsError, match="the smaller first"):
        sequential_test([1, 1, 1, 1, 1], 0.55, 0.5)
    with pytest.raises(StatisticsError, match="5 possible scores, and 3 counts"):
        sequential_test([1, 1, 1], 0.5, 0.55)


def test_pairs_are_counted_by_their_score() -> None:
    assert pair_counts([0.0, 1.0, 0.5, 0.75, 0.75]) == (1, 0, 1, 2, 1)
    with pytest.raises(StatisticsError):
        pair_counts([0.3])


@pytest.mark.long
@pytest.mark.parametrize("share", [0.5, 0.1, 0.97])
def test_confidence_sequence_holds_at_all_times_thoroughly(share: float) -> None:
    stream = np.random.default_rng(8)
    missed = np.mean([ever_missed(stream, share, 1000, 10)[0] for _ in range(600)])
    assert missed <= 0.05


@pytest.mark.long
@pytest.mark.parametrize(("score", "wrong"), [(0.5, "second"), (0.55, "first")])
def test_sequential_test_errs_as_rarely_as_promised_thoroughly(score: float, wrong: str) -> None:
    stream = np.random.default_rng(9)
    found = [run_test(stream, score, (0.5, 0.55), 4000) for _ in range(2000)]
    assert sum(test.answer == wrong for test in found) / 2000 <= 0.05 + 0.015
