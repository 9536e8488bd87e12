"""Metrics of the values along a match, on hand-made matches whose figures can be worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from apts.playtest.metrics import Metrics
from apts.playtest.metrics.tension import lead_changes
from tests.playtest.handmade import evidence, match


def table(*values: float) -> np.ndarray:  # type: ignore[type-arg]
    return np.array([[value, -value] for value in values])


def test_first_leader_is_no_change_of_lead() -> None:
    assert lead_changes(table(0.0, 0.0, 0.5, 0.6)) == 0.0


def test_lead_changes_when_the_set_of_leaders_does() -> None:
    assert lead_changes(table(0.2, -0.2, 0.2, 0.3, 0.4)) == pytest.approx(2 / 4)
    assert lead_changes(table(0.2, 0.0, 0.2)) == 1.0  # a tie after a lead is another set of leaders


def test_lead_change_of_a_run_is_the_mean_over_matches() -> None:
    found = Metrics(evidence(match(1, values=[0.2, -0.2, 0.2]), match(2, values=[0.1, 0.2, 0.3])))["lead-change"]
    assert found.value == 0.5
    assert found.n == 2


def test_drama_is_how_far_the_winner_is_behind_when_it_trails() -> None:
    comeback = match(1, 1, values=[0.5, -0.4, -0.8, 0.2])  # behind by 0.8 and 1.6, halved: 0.4 and 0.8
    easy = match(2, 1, values=[0.1, 0.5, 0.9])
    drawn = match(3, None, values=[0.1, -0.5])
    found = Metrics(evidence(comeback, easy, drawn))["drama"]
    assert found.value == pytest.approx((0.6 + 0.0) / 2)
    assert found.details["comeback"]["value"] == pytest.approx((0.8 + 0.0) / 2)
    assert found.details["largest"] == pytest.approx(0.8)
    assert found.n == 2


def test_decisiveness_counts_the_turns_after_the_winner_is_above_all_that_a_loser_reached() -> None:
    # The loser reached 0.4 at turn 2; the winner is at most that at turns 1 to 3 and above from turn 4 on.
    found = Metrics(evidence(match(1, 1, values=[0.0, -0.4, 0.3, 0.5, 0.8])))
    assert found["decisiveness-threshold"].value == pytest.approx(0.4)
    assert found["decisiveness"].value == pytest.approx(2 / 5)


def test_decisiveness_is_one_when_the_winner_was_always_ahead_and_zero_when_it_never_was() -> None:
    assert Metrics(evidence(match(1, 1, values=[0.1, 0.5, 0.9])))["decisiveness"].value == 1.0
    assert Metrics(evidence(match(1, 1, values=[-0.1, -0.5])))["decisiveness"].value == 0.0


def test_stability_is_the_mean_variance_of_the_seats() -> None:
    assert Metrics(evidence(match(1, values=[1.0, -1.0])))["stability"].value == 1.0
    assert Metrics(evidence(match(1, values=[0.5, 0.5, 0.5])))["stability"].value == 0.0
    three = match(1, values=[(1.0, 0.0, -1.0), (0.0, 0.0, 0.0)], players=3)
    assert Metrics(evidence(three, agents=("random",) * 3))["stability"].value == pytest.approx((0.25 + 0.0 + 0.25) / 3)


def test_decided_at_is_the_last_turn_at_which_the_winner_was_not_sure() -> None:
    # An expected score above 0.9 is a value above 0.8.
    found = Metrics(evidence(match(1, 1, values=[0.9, 0.0, 0.8, 0.81, 1.0])))["decided-at"]
    assert found.value == pytest.approx(3 / 5)


def test_snowball_is_the_rank_correlation_of_lead_and_result() -> None:
    leads = [0.1, 0.2, 0.3, 0.4, -0.1, -0.2, -0.3, -0.4]
    won = [match(number, 1 if lead > 0 else 2, values=[0.0, lead]) for number, lead in enumerate(leads, 1)]
    turned = [match(number, 2 if lead > 0 else 1, values=[0.0, lead]) for number, lead in enumerate(leads, 1)]
    up, down = Metrics(evidence(*won))["snowball"].value, Metrics(evidence(*turned))["snowball"].value
    assert up is not None
    assert up == pytest.approx(0.873, abs=0.001)  # the most that two equally common results allow
    assert down == pytest.approx(-up)


def test_matches_without_values_are_not_measured() -> None:
    metrics = Metrics(evidence(match(1)))
    for name in ("lead-change", "drama", "decisiveness", "stability", "decided-at", "snowball"):
        assert metrics[name].value is None
        assert metrics[name].details["missing"]
