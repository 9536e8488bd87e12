"""One regression over several strengths: what is true of it when nothing changes, and what it sees when something does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from apts.statistics import (
    Estimate,
    StatisticsError,
    Word,
    bounded_mean,
    line_of_estimates,
    line_of_means,
    line_of_shares,
    strength_word,
)

PLACES = (-1.0, 0.0, 1.0)
UNITS = (160, 200, 80)
"""What a default play-test plays."""

RUNS = 400


def words(shares: Sequence[float], draws: float = 0.0, units: Sequence[int] = UNITS, runs: int = RUNS) -> Counter[str]:
    """How often each word comes up where the true scores are known."""
    dice, found = np.random.default_rng(7), Counter[str]()
    confidence = 0.95 if len(units) > 2 else 0.975
    for _ in range(runs):
        groups = []
        for share, count in zip(shares, units, strict=True):
            decided = (dice.random(count) < share).astype(float)
            groups.append(np.where(dice.random(count) < draws, 0.5, decided))
        line = line_of_shares(groups, PLACES[-len(units) :], confidence)
        found[strength_word(line, 0.5, (0.45, 0.55))] += 1
    return found


ALARMS = 0.05 * RUNS + 2.6 * (RUNS * 0.05 * 0.95) ** 0.5


@pytest.mark.parametrize("draws", [0.0, 0.5])
@pytest.mark.parametrize("units", [UNITS, (40, 50, 20), (54, 21)])
def test_fair_game_that_never_changes_is_accused_of_nothing(draws: float, units: tuple[int, ...]) -> None:
    found = words([0.5] * len(units), draws, units)
    assert sum(count for word, count in found.items() if word not in (Word.OPEN, Word.INSIDE)) <= ALARMS


@pytest.mark.parametrize("share", [0.6, 0.9])
def test_advantage_that_never_changes_is_not_said_to_change(share: float) -> None:
    found = words([share] * 3)
    assert sum(count for word, count in found.items() if word not in (Word.OPEN, Word.HOLDS)) <= ALARMS


def test_clear_cases_have_their_words() -> None:
    assert words([0.75, 0.75, 0.75], runs=60)[Word.HOLDS] > 50
    assert words([0.5, 0.62, 0.75], runs=60)[Word.GROWS] > 50
    assert words([0.9, 0.8, 0.7], runs=60)[Word.SHRINKS] > 40
    assert words([0.75, 0.5, 0.25], runs=60)[Word.TURNS] > 55
    assert words([0.72, 0.61, 0.5], runs=60)[Word.WEAK_ONLY] > 40
    assert words([0.5, 0.5, 0.5], units=(8000, 8000, 8000), runs=20)[Word.INSIDE] > 15


def test_line_through_equal_strengths_is_sharper_than_each_of_them_and_wide_beyond() -> None:
    groups = [np.tile([1.0, 0.0], count // 2) for count in UNITS]
    line = line_of_shares(groups, PLACES)
    assert line.slope.value == pytest.approx(0.0, abs=1e-12)
    assert line.at[1].value == pytest.approx(0.5)
    assert line.at[1].half_width < 0.75 * bounded_mean(groups[1]).half_width
    assert line.beyond.half_width > 3 * line.at[1].half_width


def test_line_of_a_known_case() -> None:
    """Two strengths of 100: the line goes through both, and the slope has the error of a difference of shares."""
    groups = [np.repeat([1.0, 0.0], [40, 60]), np.repeat([1.0, 0.0], [60, 40])]
    line = line_of_shares(groups, (0.0, 1.0))
    assert [one.value for one in line.at] == pytest.approx([40.5 / 101, 60.5 / 101])
    assert line.slope.value == pytest.approx(20 / 101)
    assert line.slope.half_width == pytest.approx(1.97 * (2 * 0.24 / 100) ** 0.5, rel=0.03)


def test_strength_without_any_win_has_an_interval() -> None:
    line = line_of_shares([np.zeros(40), np.zeros(50), np.zeros(20)], PLACES)
    assert all(0.0 < one.low < one.high < 0.4 for one in line.at)
    assert strength_word(line, 0.5) is Word.HOLDS


def test_values_that_never_differ_do_not_change() -> None:
    line = line_of_means([np.full(20, 9.0)] * 3, PLACES)
    assert (line.slope.low, line.slope.high, line.beyond.value) == (0.0, 0.0, 9.0)
    assert strength_word(line) is Word.OPEN
    same = [Estimate(9.0, 9.0, 9.0, 40)] * 3
    assert strength_word(line_of_estimates(same, PLACES)) is Word.OPEN


def test_lines_of_means_and_of_their_estimates_agree() -> None:
    dice = np.random.default_rng(3)
    groups = [dice.normal(level, 4.0, 300) for level in (20.0, 24.0, 28.0)]
    means = line_of_means(groups, PLACES)
    estimates = [Estimate(float(one.mean()), float(one.mean()) - 0.45, float(one.mean()) + 0.45, 300) for one in groups]
    other = line_of_estimates(estimates, PLACES)
    assert means.slope.value == pytest.approx(4.0, abs=0.5)
    assert other.slope.value == pytest.approx(means.slope.value, abs=1e-9)
    assert other.slope.half_width == pytest.approx(means.slope.half_width, rel=0.1)
    assert strength_word(means) is Word.GROWS


def test_bent_figures_leave_the_word_open() -> None:
    """Among the weakest and the strongest the same, in the middle far from it: no line says what comes next."""
    groups = [np.repeat([1.0, 0.0], [count * share // 10, count - count * share // 10])
              for count, share in zip(UNITS, (7, 3, 7), strict=True)]  # fmt: skip
    line = line_of_shares(groups, PLACES)
    assert strength_word(line, 0.5) is Word.OPEN
    assert line.beyond.high - line.beyond.low > 0.9


def test_wrong_numbers_are_refused() -> None:
    with pytest.raises(StatisticsError, match="between 0 and 1"):
        line_of_shares([np.array([2.0, 0.0]), np.zeros(2)], (0.0, 1.0))
    with pytest.raises(StatisticsError, match="place of its own"):
        line_of_shares([np.zeros(2), np.zeros(2)], (0.0, 0.0))
    with pytest.raises(StatisticsError, match="two ends"):
        line_of_estimates([Estimate(1.0, 0.0, float("inf"), 3)] * 2, (0.0, 1.0))
