"""What pairs of results share: known shares are found, and the interval holds them."""

from __future__ import annotations

import numpy as np
import pytest

from apts.statistics import StatisticsError, shared_variance
from apts.statistics.estimate import Numbers


def pairs(dice: np.random.Generator, count: int, share: float) -> tuple[Numbers, Numbers]:
    """Wins of two seats; each pair has a chance of its own, which explains this share of the variance."""
    spread = 1.0 / share - 1.0 if share else 0.0
    chances = dice.beta(spread / 2, spread / 2, count) if 0.0 < share < 1.0 else np.full(count, 0.5)
    if share == 1.0:
        chances = np.round(dice.random(count))
    first, second = ((dice.random(count) < chances).astype(np.float64) for _ in range(2))
    return np.stack([first, 1.0 - first], axis=1), np.stack([second, 1.0 - second], axis=1)


@pytest.mark.long
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_interval_holds_the_share_that_is_there(share: float) -> None:
    dice = np.random.default_rng(5)
    found = [shared_variance(*pairs(dice, 50, share), 2.0) for _ in range(40)]
    held = sum(one.low <= share <= one.high for one in found)
    assert held >= 34
    assert np.mean([one.value for one in found]) == pytest.approx(share, abs=0.1)


def test_pairs_that_are_all_alike_have_an_interval_too() -> None:
    first = np.array([[1.0, 0.0], [0.0, 1.0]] * 15)
    found = shared_variance(first, first, 2.0)
    assert (found.value, found.high, found.n) == (1.0, 1.0, 30)
    assert 0.6 < found.low < 0.95


def test_more_pairs_tell_more() -> None:
    dice = np.random.default_rng(2)
    few, many = (shared_variance(*pairs(dice, count, 0.5), 2.0) for count in (40, 400))
    assert many.half_width < 0.5 * few.half_width


def test_results_that_never_differ_have_nothing_to_share() -> None:
    same = np.ones((20, 2))
    with pytest.raises(StatisticsError, match="no variance"):
        shared_variance(same, same, 2.0)
    with pytest.raises(StatisticsError, match="at least 2 pairs"):
        shared_variance(same[:1], same[:1], 2.0)
