"""Metrics of the values along a match, on hand-made matches whose figures can be worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from apts.archive import MatchRecord
from apts.playtest.evidence.choices import calibration
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.tension import decided_at_of, lead_changes
from tests.playtest.handmade import evidence, match


def table(*values: float) -> np.ndarray:  # type: ignore[type-arg]
    return np.array([[value, -value] for value in values])


def test_first_leader_is_no_change_of_lead() -> None:
    assert lead_changes(table(0.0, 0.0, 0.5, 0.6)) == 0.0


def test_lead_changes_when_others_lead_clearly() -> None:
    assert lead_changes(table(0.5, -0.5, 0.5, 0.6)) == pytest.approx(2 / 3)
    assert lead_changes(table(0.5, 0.0, 0.5)) == 0.0  # between two clear leads of one seat there is none of another
    assert lead_changes(table(0.5, 0.0, -0.5)) == 0.5
    assert lead_changes(table(*[0.8] * 12, *[-0.8] * 12)) == pytest.approx(1 / 23)


def test_lead_within_the_dead_band_is_none() -> None:
    assert lead_changes(table(0.5, -0.19, 0.5)) == 0.0
    assert lead_changes(table(0.5, -0.21, 0.5)) == 1.0


def test_noise_of_a_search_and_the_hope_of_the_seat_to_move_change_no_lead() -> None:
    rng = np.random.default_rng(1)
    for lead in (0.0, 0.1, 0.5):
        for _ in range(20):
            noisy = lead + rng.normal(0.0, 0.1, 40) + 0.15 * np.resize([1.0, -1.0], 40)
            assert lead_changes(table(*noisy)) == 0.0


@pytest.mark.parametrize("players", [3, 6])
def test_lead_changes_among_several_seats(players: int) -> None:
    def leads(*seats: int) -> list[float]:
        return [0.6 if seat in seats else -0.3 for seat in range(1, players + 1)]

    rows = [leads(1)] * 40 + [leads(1, 2)] * 40
    assert lead_changes(np.array(rows)) == pytest.approx(1 / 79)
    # Where leaders are followed by others, both may lead together for a while.
    assert 2 / 119 <= lead_changes(np.array([*rows, *[leads(3)] * 40])) <= 3 / 119
    assert lead_changes(np.array([leads(*range(1, players + 1))] * 20 + [leads(2)] * 20)) == 0.0


@pytest.mark.parametrize("players", [2, 3, 6])
def test_metrics_of_values_are_missing_where_seats_have_no_values(players: int) -> None:
    """One judge among others sees a third of the turns of a match for three, and as many changes as there are in all."""
    agents = ("random",) * players
    leads = [[1.0 if seat == turn // 20 % players else -1.0 for seat in range(players)] for turn in range(120)]
    full = match(1, 1, values=leads, players=players)
    seen = tuple(turn if turn.mover == 1 else replace(turn, values=None) for turn in full.turns)
    part = replace(full, number=2, turns=seen)
    forced = tuple(turn if turn.mover == 1 else replace(turn, values=None, legal_moves=1) for turn in full.turns)
    whole = Metrics(evidence(full, agents=agents))["lead-change"].value
    alone = Metrics(evidence(part, part, part, part, agents=agents))
    for name in ("lead-change", "drama", "decisiveness", "stability", "decided-at", "snowball"):
        assert alone[name].value is None
        assert "--evaluator" in alone[name].details["missing"]
    both = Metrics(evidence(full, part, agents=agents))["lead-change"]
    assert both.value == whole
    assert Metrics(evidence(replace(full, turns=forced), agents=agents))["lead-change"].value is not None


def test_lead_change_of_a_run_is_the_mean_over_matches() -> None:
    found = Metrics(evidence(match(1, values=[0.5, -0.5, 0.5]), match(2, values=[0.1, 0.2, 0.3])))["lead-change"]
    assert found.value == 0.5
    assert found.n == 2


def test_matches_of_one_group_are_one_observation_of_tension() -> None:
    rng = np.random.default_rng(2)
    single, grouped = [], []
    for number in range(1, 41):
        values = [float(value) for value in rng.uniform(-1.0, 1.0, 6)]
        winner = int(rng.integers(1, 3))
        for copy in range(2):  # two matches of a group that go alike tell no more than one
            grouped.append(match(2 * number + copy, winner, values=values, pair=number))
        single.append(match(number, winner, values=values))
    by_match, by_group = Metrics(evidence(*single)), Metrics(evidence(*grouped))
    for name in ("lead-change", "drama", "decisiveness", "decisiveness-threshold", "stability", "decided-at"):
        assert by_group[name].n == by_match[name].n == 40, name
        assert by_group[name].low == pytest.approx(by_match[name].low), name
        assert by_group[name].high == pytest.approx(by_match[name].high), name
    comeback = by_group["drama"].details["comeback"]
    assert comeback == pytest.approx(by_match["drama"].details["comeback"])
    alone, together = by_match["snowball"], by_group["snowball"]
    assert together.n == 40
    assert together.low is not None
    assert together.high is not None
    assert alone.low is not None
    assert alone.high is not None
    assert together.high - together.low > 0.8 * (alone.high - alone.low)


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
    assert decided_at_of(np.array([0.95, 0.5, 0.9, 0.91, 1.0])) == pytest.approx(3 / 5)
    assert decided_at_of(np.array([0.95, 0.99])) == 0.0


def series(number: int, value: float, winner: int) -> MatchRecord:
    """Six turns: nothing is known in the first third, the value is seen in the second, and the result in the last."""
    return match(number, winner, values=[0.0, 0.0, value, value, 0.0, 1.0 if winner == 1 else -1.0])


def test_winner_is_sure_when_results_say_so_whatever_number_a_search_writes() -> None:
    """Weak searches see .3 where strong ones see 1: it means a sure win in the one run and even chances in the other."""
    sure = [series(n, 0.3 if n % 2 else -0.3, 1 if n % 2 else 2) for n in range(1, 161)]
    even = [series(n, 0.9 if n % 2 else -0.9, 1 + n // 2 % 2) for n in range(1, 161)]
    for matches, expected in ((sure, (0.96, 1.0)), (even, (0.4, 0.6))):
        seen = evidence(*matches)
        maps = calibration(seen)
        assert maps is not None
        low, high = expected
        assert all(low <= maps.of_match(seen, row)[2, seen.winners[row] - 1] <= high for row in range(0, 160, 7))


def test_no_match_tells_of_itself_what_its_values_mean() -> None:
    matches = [series(n, 0.5 if n % 2 else -0.5, 1 + n // 2 % 2) for n in range(1, 41)]
    seen = evidence(*matches)
    other = evidence(*[replace(one, outcome=matches[1].outcome) if one is matches[0] else one for one in matches])
    first, second = calibration(seen), calibration(other)
    assert first is not None
    assert second is not None
    assert (first.of_match(seen, 0) == second.of_match(other, 0)).all()
    assert (first.of_match(seen, 1) != second.of_match(other, 1)).any()


def test_few_matches_say_that_they_are_too_few_to_tell_what_values_mean() -> None:
    few = Metrics(evidence(*[match(n, 1, values=[0.5, 0.9]) for n in range(1, 20)]))
    enough = Metrics(evidence(*[match(n, 1, values=[0.5, 0.9]) for n in range(1, 21)]))
    assert few["decided-at"].value is None
    assert "too few" in few["decided-at"].details["missing"]
    assert enough["decided-at"].value is not None


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
