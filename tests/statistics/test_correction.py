"""Many questions at once."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from apts.statistics import StatisticsError, benjamini_hochberg, holm


def test_holm_gives_what_is_worked_out_by_hand_in_the_order_given() -> None:
    assert holm([0.04, 0.01, 0.03, 0.005]) == pytest.approx([0.06, 0.03, 0.06, 0.02])


def test_benjamini_hochberg_agrees_with_scipy() -> None:
    values = np.random.default_rng(1).random(30) ** 3
    assert benjamini_hochberg(values) == pytest.approx(stats.false_discovery_control(values))


def test_no_questions_need_no_correction_and_one_is_left_alone() -> None:
    assert len(holm([])) == 0
    assert len(benjamini_hochberg([])) == 0
    assert holm([0.03]) == pytest.approx([0.03])
    with pytest.raises(StatisticsError, match="between 0 and 1"):
        holm([1.2])


def test_holm_raises_any_false_alarm_as_rarely_as_promised() -> None:
    stream = np.random.default_rng(2)
    p_values = stream.random((2000, 20))
    p_values[:, :3] = 1e-6
    alarms = np.mean([(holm(row)[3:] <= 0.05).any() for row in p_values])
    plain = (p_values[:, 3:] <= 0.05).any(axis=1).mean()
    assert alarms <= 0.05 + 0.015
    assert plain > 0.5


def test_benjamini_hochberg_keeps_the_share_of_false_alarms() -> None:
    stream = np.random.default_rng(3)
    shares = []
    for _ in range(1000):
        true = stats.norm.sf(stream.normal(3.0, 1.0, 10))
        found = benjamini_hochberg(np.concatenate([true, stream.random(30)])) <= 0.1
        shares.append(found[10:].sum() / max(1, found.sum()))
    assert np.mean(shares) <= 0.1
    assert np.mean(shares) > 0.04
