"""Stopping when the answer is there, with error rates that stay below those stated."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from apts.statistics import (
    SequentialMean,
    SequentialTest,
    StatisticsError,
    anytime_mean,
    confidence_sequence,
    pair_counts,
    score_of_elo,
    sequential_test,
    student,
    wilson,
)
from apts.statistics.checking import Numbers


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


def test_anytime_mean_serves_values_without_useful_bounds() -> None:
    stream = np.random.default_rng(4)
    missed = 0
    for _ in range(150):
        lengths = stream.normal(21.0, 6.0, 300)
        missed += any(anytime_mean(lengths[:n]).excludes(21.0) for n in range(20, 301, 10))
    assert missed / 150 <= 0.05 + 0.03
    lengths = stream.normal(21.0, 6.0, 200)
    assert 1.3 < anytime_mean(lengths).half_width / student(lengths).half_width < 1.7
    assert anytime_mean(lengths[:5]).high == float("inf")


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


SKEWED: dict[str, tuple[Callable[[np.random.Generator, int], Numbers], float]] = {
    "normal": (lambda stream, n: stream.normal(1.0, 1.0, n), 1.0),
    "uniform": (lambda stream, n: stream.random(n), 0.5),
    "exponential": (lambda stream, n: stream.exponential(1.0, n), 1.0),
    "lognormal": (lambda stream, n: stream.lognormal(0.0, 1.0, n), math.exp(0.5)),
    "lognormal below": (lambda stream, n: -stream.lognormal(0.0, 1.0, n), -math.exp(0.5)),
    "rare": (lambda stream, n: (stream.random(n) < 0.02).astype(np.float64), 0.02),
}


def ever_wrong(name: str, runs: int, looks: Sequence[int]) -> float:
    """How often the interval of ``anytime_mean`` misses at one of the looks."""
    make, truth = SKEWED[name]
    stream = np.random.default_rng(10)
    drawn = [make(stream, looks[-1]) for _ in range(runs)]
    return sum(any(anytime_mean(values[:n]).excludes(truth) for n in looks) for values in drawn) / runs


@pytest.mark.parametrize("name", ["lognormal", "lognormal below", "rare"])
def test_anytime_mean_allows_for_long_tails(name: str) -> None:
    # Without the allowance lognormal values are missed in 15 % of the runs, and rare ones in most of them.
    assert ever_wrong(name, 250, (20, 25, 30, 40, 50, 70, 100, 140, 200, 300, 500)) <= 0.05 + 0.03


def test_anytime_mean_of_equal_values_is_without_limits() -> None:
    assert anytime_mean([0.0] * 100).high == math.inf


@pytest.mark.long
@pytest.mark.parametrize("name", SKEWED)
def test_anytime_mean_holds_at_all_times_thoroughly(name: str) -> None:
    assert ever_wrong(name, 1500, range(20, 1001, 10)) <= 0.05 + 0.01
