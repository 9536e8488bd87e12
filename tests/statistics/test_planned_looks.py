"""How many units a band takes, and looks at numbers that were fixed before."""

from __future__ import annotations

import math

import numpy as np
import pytest

from apts.statistics import wilson
from apts.statistics.planning import matches_inside, planned_looks


def test_a_narrower_band_takes_more_with_the_square() -> None:
    wide, narrow = (matches_inside(0.5, 0.5 - half, 0.5 + half, 0.5) for half in (0.1, 0.05))
    assert wide is not None
    assert narrow is not None
    assert narrow == pytest.approx(4 * wide, rel=0.02)
    assert 400 < narrow / 2.5 < 500  # 400 matches at two strengths never sufficed


def test_one_limit_takes_less_than_two_and_none_is_shown_on_a_limit() -> None:
    both, one = matches_inside(0.5, 0.4, 0.6, 0.5), matches_inside(0.5, 0.4, math.inf, 0.5)
    assert both is not None
    assert one is not None
    assert one < both
    assert matches_inside(0.4, 0.4, 0.6, 0.5) is None
    assert matches_inside(0.7, 0.4, 0.6, 0.5) is None


def test_planned_number_has_the_power_that_was_asked_for() -> None:
    n = matches_inside(0.5, 0.4, 0.6, 0.5, power=0.8)
    assert n is not None
    wins = np.random.default_rng(1).binomial(n, 0.5, 600)
    inside = [(found := wilson(int(count), n)).low >= 0.4 and found.high <= 0.6 for count in wins]
    assert 0.74 < np.mean(inside) < 0.9


@pytest.mark.parametrize(("most", "least"), [(1600, 100), (1600, 20), (150, 100), (30, 30), (1, 1)])
def test_looks_end_with_all_and_share_out_the_whole_error(most: int, least: int) -> None:
    looks = planned_looks(most, least)
    assert looks[-1].units == most
    assert [look.units for look in looks] == sorted({look.units for look in looks})
    assert sum(look.share for look in looks) == pytest.approx(1.0)
    assert looks[-1].share == max(look.share for look in looks)


def test_claims_by_planned_looks_are_wrong_less_than_one_time_in_twenty() -> None:
    """The truth lies on the limit of the band, where a claim is wrong most often."""
    rng = np.random.default_rng(5)
    looks = planned_looks(1600, 100)
    claims = 0
    for _ in range(2000):
        wins = 0
        done = 0
        for look in looks:
            wins, done = wins + int(rng.binomial(look.units - done, 0.55)), look.units
            found = wilson(wins, done, 1.0 - 0.05 * look.share)
            if found.low >= 0.45 and found.high <= 0.55:
                claims += 1
                break
    assert claims / 2000 <= 0.05
