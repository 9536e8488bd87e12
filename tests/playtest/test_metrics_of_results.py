"""Metrics of seats, endings, lengths and choice on hand-made matches."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from apts.engine.play.outcome import Outcome
from apts.errors import AptsError
from apts.playtest import playtest
from apts.playtest.evidence.evidence import Goals
from apts.playtest.metrics import Metric, Metrics
from apts.playtest.metrics.endings import fits
from apts.statistics import wilson
from tests.playtest.handmade import evidence, match

WON_TWICE_DRAWN_ONCE_STOPPED_ONCE = [
    match(1, 1, turns=4),
    match(2, 1, turns=6),
    match(3, None, turns=10),
    match(4, None, turns=20, status="stopped"),
]


def measured(name: str, *matches: object, **settings: object) -> Metric:
    return Metrics(evidence(*matches, **settings))[name]  # type: ignore[arg-type]


def test_seat_score_counts_draws_and_stopped_matches_as_a_half() -> None:
    found = measured("seat-score", *WON_TWICE_DRAWN_ONCE_STOPPED_ONCE)
    assert found.value == 0.75
    assert found.n == 4
    seats = found.details["seats"]
    assert [row["score"] for row in seats] == [0.75, 0.25]
    assert [row["wins"]["count"] for row in seats] == [2, 0]
    assert [row["draws"]["count"] for row in seats] == [1, 1]
    assert [row["losses"]["count"] for row in seats] == [0, 2]


def test_teams_share_the_places_that_they_take() -> None:
    # Rules give every member of the team that wins the first place, and the third to both of the others.
    ranks = ((1.0, 3.0, 1.0, 3.0), (3.0, 1.0, 3.0, 1.0), (2.5, 2.5, 2.5, 2.5))
    won = [
        replace(match(players=4), number=number, outcome=Outcome.of_the_rules(ranked, "a line"))
        for number, ranked in enumerate(ranks, 1)
    ]
    scores = evidence(*won, agents=("random",) * 4).scores
    pair = 5 / 6, 1 / 6
    assert scores[0] == pytest.approx([*pair, *pair])
    assert scores[1] == pytest.approx([*pair[::-1], *pair[::-1]])
    assert scores[2] == pytest.approx([0.5] * 4)


def test_a_last_group_that_lacks_matches_weighs_as_much_as_the_matches_that_it_has() -> None:
    one_and_a_half = [match(1, 1, pair=0), match(2, 2, pair=0), match(3, 1, pair=1)]
    found = measured("seat-score", *one_and_a_half)
    assert found.value == pytest.approx(2 / 3)
    seats = found.details["seats"]
    assert [row["wins"]["count"] for row in seats] == [2, 1]
    assert [row["wins"]["share"] for row in seats] == pytest.approx([2 / 3, 1 / 3])
    assert [row["score"] for row in seats] == pytest.approx([2 / 3, 1 / 3])
    assert measured("advantage", *one_and_a_half).value == pytest.approx(1 / 6)
    assert measured("balance", *one_and_a_half).details["seen"] == pytest.approx(2 / 3)
    lengths = [match(1, 1, turns=4, pair=0), match(2, 1, turns=6, pair=0), match(3, 1, turns=20, pair=1)]
    assert measured("length", *lengths).value == pytest.approx(10)


@pytest.mark.parametrize("players", [3, 6])
def test_groups_of_which_matches_failed_weigh_as_much_as_the_matches_that_were_played(players: int) -> None:
    agents = ("random",) * players
    whole = [match(number, 1, players=players, pair=0) for number in range(1, players + 1)]
    rest = [match(players + 1, 2, players=players, pair=1), match(players + 2, None, players=players, pair=1)]
    failed = match(players + 3, None, players=players, pair=1, status="failed", error="broken")
    found = measured("completion", *whole, *rest, failed, agents=agents)
    assert found.value == pytest.approx((players + 1) / (players + 2))


def test_advantage_is_the_score_of_the_first_seat_less_a_half_for_any_number_of_seats() -> None:
    assert measured("advantage", *WON_TWICE_DRAWN_ONCE_STOPPED_ONCE).value == 0.25
    for players in (3, 6):
        fair = [match(seat, seat, players=players) for seat in range(1, players + 1)]
        agents = ("random",) * players
        assert measured("advantage", *fair, agents=agents).value == pytest.approx(0.0)
        assert Metrics(evidence(*fair, agents=agents))["ludi"].details["terms"]["advantage"] == pytest.approx(0.0)
        assert measured("advantage", *fair[:1], agents=agents).value == pytest.approx(0.5)


def test_a_game_for_one_has_neither_advantage_nor_balance() -> None:
    alone = match(1, 1, players=1)
    assert measured("advantage", alone, agents=("random",)).value is None
    assert "a game for one" in measured("balance", alone, agents=("random",)).details["missing"]


def test_balance_is_one_less_the_largest_difference() -> None:
    assert measured("balance", *WON_TWICE_DRAWN_ONCE_STOPPED_ONCE).details["seen"] == 0.5
    assert measured("balance", *WON_TWICE_DRAWN_ONCE_STOPPED_ONCE).value == pytest.approx(0.5, abs=0.01)
    three = [match(1, 1, players=3), match(2, 2, players=3)]
    # Scores: the winner 1, the other two a quarter each.
    found = measured("balance", *three, agents=("random",) * 3)
    assert found.details["seen"] == pytest.approx(1 - (0.625 - 0.25))
    assert found.value is not None
    assert found.details["seen"] <= found.value <= 1.0


@pytest.mark.parametrize("players", [2, 3, 6])
def test_balance_of_a_fair_game_is_held_by_its_interval(players: int) -> None:
    fair = [match(number, 1 + number % players, players=players) for number in range(1, 61)]
    found = measured("balance", *fair, agents=("random",) * players)
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.details["seen"] == pytest.approx(1.0)
    assert found.low is not None
    assert 0.5 < found.low < 0.95


def test_balance_is_held_where_one_seat_always_wins() -> None:
    found = measured("balance", *[match(number, 1) for number in range(1, 41)])
    assert (found.value, found.low) == (0.0, 0.0)
    assert found.high is not None
    assert 0.0 < found.high < 0.2


def test_completion_draws_and_timeouts_have_their_own_denominators() -> None:
    found = evidence(*WON_TWICE_DRAWN_ONCE_STOPPED_ONCE)
    metrics = Metrics(found)
    assert metrics["completion"].value == 0.5
    assert metrics["drawishness"].value == pytest.approx(1 / 3)
    assert metrics["drawishness"].n == 3
    assert metrics["timeouts"].value == 0.25


def test_shares_carry_wilson_intervals() -> None:
    found = measured("completion", *WON_TWICE_DRAWN_ONCE_STOPPED_ONCE)
    expected = wilson(2, 4)
    assert (found.low, found.high) == (expected.low, expected.high)


def test_groups_of_matches_are_the_unit_where_agents_differ() -> None:
    pairs = [match(number, 1 + number % 2, pair=(number - 1) // 2) for number in range(1, 9)]
    found = measured("seat-score", *pairs, agents=("uct", "random"))
    assert found.value == 0.5
    assert found.n == 4


def test_failed_matches_count_nowhere() -> None:
    assert measured("seat-score", match(1, 1), match(2, 2, status="failed")).n == 1


def test_end_reasons_are_counted_with_their_lines() -> None:
    found = measured("end-reasons", match(1, reason="line of three", line=9), match(2, reason="line of three", line=9),
                     match(3, None, status="stopped"))  # fmt: skip
    rows = found.details["reasons"]
    assert [(row["reason"], row["line"], row["matches"]) for row in rows] == [
        ("line of three", 9, 2),
        ("turn limit", None, 1),
    ]
    assert found.value == pytest.approx(2 / 3)


def test_length_has_all_its_figures() -> None:
    found = measured("length", *WON_TWICE_DRAWN_ONCE_STOPPED_ONCE)
    assert found.value == 10.0
    assert found.details["minimum"] == 4
    assert found.details["maximum"] == 20
    assert found.details["median"] == 8.0
    assert found.details["deviation"] == pytest.approx(math.sqrt((36 + 16 + 0 + 100) / 3))
    assert len(found.details["deciles"]) == 9


def test_passes_that_nobody_chose_at_the_end_are_no_turns() -> None:
    full = match(1, None, moves=["a", "b", "pass", "pass"], legal=[3, 2, 1, 1], reason="all players passed")
    assert measured("length", full).value == 2.0
    chosen = match(1, None, moves=["a", "b", "pass", "pass"], legal=[3, 2, 2, 2], reason="all players passed")
    assert measured("length", chosen).value == 4.0


def test_duration_fit_falls_on_both_sides_of_the_range() -> None:
    assert fits(np.array([5.0, 10.0, 20.0, 30.0, 40.0, 60.0]), 10, 20).tolist() == [0.5, 1.0, 1.0, 0.5, 0.0, 0.0]
    found = measured("duration-fit", match(1, turns=5), match(2, turns=15), goals=Goals(min_turns=10, max_turns=20))
    assert found.value == 0.75
    assert measured("duration-fit", match(1)).value is None


def test_lengths_that_never_differ_leave_room_for_rare_ones_up_to_the_limit() -> None:
    found = measured("length", *[match(number, turns=9) for number in range(1, 61)])
    assert (found.value, found.low) == (9.0, pytest.approx(9.0, abs=0.6))
    unseen = 1 - 0.025 ** (1 / 60)
    assert found.high == pytest.approx(9 + unseen * (1000 - 9), rel=0.05)
    median = next(row for row in found.details["quantiles"] if row["name"] == "median")
    assert (median["value"], median["low"], median["high"]) == (9.0, 9.0, 9.0)


def test_a_mean_length_is_bounded_by_the_turn_limit_of_the_run() -> None:
    played = playtest("tic-tac-toe", "random", 60, limit=12, workers=1)
    found = played.metrics["length"]
    assert found.high is not None
    assert found.value is not None
    assert found.value < found.high < 9


@pytest.mark.parametrize("bands", [(30, 20), (20, 20)])
def test_bands_that_do_not_grow_are_refused(bands: tuple[int, ...]) -> None:
    with pytest.raises(AptsError, match="cut at lengths that grow, such as 20, 30, not at"):
        Goals(bands=bands)


def test_outcome_by_length_uses_the_bands_that_were_given() -> None:
    matches = [match(1, 1, turns=20), match(2, 2, turns=21), match(3, 2, turns=30), match(4, 1, turns=31)]
    bands = measured("outcome-by-length", *matches, goals=Goals(bands=(20, 30))).details["bands"]
    assert [(row["above"], row["up_to"], row["matches"], row["wins"]) for row in bands] == [
        (None, 20, 1, [1, 0]),
        (20, 30, 2, [0, 2]),
        (30, None, 1, [1, 0]),
    ]


def test_branching_and_decision_share_are_means_over_matches() -> None:
    found = evidence(match(1, legal=[4, 1]), match(2, legal=[2, 2, 1, 1]))
    assert Metrics(found)["branching"].value == pytest.approx((2.5 + 1.5) / 2)
    assert Metrics(found)["decision-share"].value == 0.5


def test_decision_share_is_as_sure_as_the_matches_are_alike() -> None:
    alike = measured("decision-share", *(match(n, legal=[2] * 18 + [1]) for n in range(1, 41)))
    assert (alike.low, alike.high) == (alike.value, alike.value) == pytest.approx((18 / 19, 18 / 19))
    near = measured("decision-share", *(match(n, legal=[2] * 18 + [1] * (n % 3)) for n in range(1, 41)))
    assert near.low is not None
    assert near.high is not None
    assert near.high - near.low < 0.04
    odd = measured("decision-share", *(match(n, legal=[2] * 10 if n > 1 else [1] * 10) for n in range(1, 41)))
    assert odd.low is not None
    assert odd.low < 0.89  # as the interval of shares of 0 and 1 has it, where Student's ends at 0.92


def test_search_spread_is_the_exponential_of_the_entropy() -> None:
    found = measured("search-spread", match(1, legal=[3, 3], entropies=[math.log(3), 0.0]))
    assert found.value == pytest.approx(2.0, abs=1e-5)
    assert measured("search-spread", match(1)).value is None


def test_unknown_metric_names_the_nearest() -> None:
    with pytest.raises(KeyError, match="balance"):
        measured("balanse", match(1))


def test_every_metric_is_missing_rather_than_wrong_without_matches() -> None:
    metrics = Metrics(evidence())
    assert all(metric.value is None and metric.n == 0 for metric in metrics.values())


def test_ludi_turns_draws_and_timeouts_round() -> None:
    metrics = Metrics(evidence(*WON_TWICE_DRAWN_ONCE_STOPPED_ONCE))
    good, printed = metrics["ludi"].details["terms"], metrics["ludi-as-printed"].details["terms"]
    assert good["drawishness"] == pytest.approx(0.4634 * 2 / 3)
    assert printed["drawishness"] == pytest.approx(0.4634 / 3)
    assert good["timeouts"] == pytest.approx(0.4962 * 0.75)
    assert good["completion"] == printed["completion"] == pytest.approx(0.5941 * 0.5)


def test_metrics_of_a_single_match_are_measured_and_are_json() -> None:
    found = Metrics(evidence(match(1, 1, turns=5)))
    assert found["length"].value == 5.0
    for name in found:
        json.dumps(found[name].as_data(), allow_nan=False)
