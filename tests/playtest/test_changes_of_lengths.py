"""Lengths of two runs: compared match by match where they share their luck, by ranks otherwise."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from apts.playtest.comparing.changes import p_value_of_lengths

MEDIAN = 0.5


def lengths(*values: float) -> tuple[np.ndarray, list[None]]:
    return np.array(values, dtype=np.float64), [None] * len(values)


def test_median_of_runs_with_one_seed_is_tested_by_the_ranks_of_the_differences() -> None:
    a, b = lengths(20, 31, 25, 40, 33, 28, 22, 36, 30, 27), lengths(23, 30, 27, 42, 38, 31, 26, 35, 36, 28)
    paired, strangers = (p_value_of_lengths(MEDIAN, a, b, paired=together) for together in (True, False))
    expected = stats.wilcoxon(b[0] - a[0], correction=True, method="approx").pvalue
    assert paired == pytest.approx(expected)
    assert paired < strangers


@pytest.mark.parametrize("paired", [False, True])
def test_runs_of_one_kind_are_called_apart_in_at_most_one_of_twenty(paired: bool) -> None:
    rng = np.random.default_rng(7)
    alarms = 0
    for _ in range(1000):
        luck = rng.integers(0, 20, 40)  # what pairs share
        a, b = (lengths(*(luck + rng.integers(0, 9, 40))) for _ in range(2))
        alarms += p_value_of_lengths(MEDIAN, a, b, paired=paired) <= 0.05
    assert alarms <= 70


def test_one_long_match_does_not_decide() -> None:
    a, b = lengths(*range(20, 40)), lengths(*range(20, 39), 1000)
    assert p_value_of_lengths(MEDIAN, a, b, paired=True) > 0.3
