"""The rows behind the charts, from matches whose figures are known."""

from __future__ import annotations

import pytest

from apts.playtest.experiments.skill import Ladder, SkillStep
from apts.playtest.experiments.stress import SideResults
from apts.playtest.run import Run
from apts.report.charts import chart_data
from apts.search.results import MoveValues
from apts.statistics import Estimate
from tests.playtest.handmade import evidence, match
from tests.report.runs import handmade_run


def test_results_tell_draws_from_stopped_matches() -> None:
    seen = evidence(match(1, 2), match(2, None), match(3, None, status="stopped"))
    assert chart_data.results(seen) == [2, chart_data.DRAWN, chart_data.STOPPED]


def test_shares_of_a_seat_fill_its_bar() -> None:
    run = handmade_run([match(1, 1), match(2, 1), match(3, 2), match(4, None)])
    rows = [row for row in chart_data.seat_results(run) if row["seat"] == 1]
    assert [(row["result"], row["start"], row["end"]) for row in rows] == [
        ("win", 0.0, 0.5),
        ("other", 0.5, 0.75),
        ("loss", 0.75, 1.0),
    ]


def test_histogram_counts_every_match_once_in_bars_of_whole_turns() -> None:
    lengths = [3, 4, 4, 9, 60]
    seen = evidence(*[match(number, 1, turns=turns) for number, turns in enumerate(lengths, 1)])
    rows = chart_data.length_histogram(seen, most_bars=10)
    assert sum(row["matches"] for row in rows) == len(lengths)
    assert {row["last"] - row["first"] + 1 for row in rows} == {6}
    assert [row["matches"] for row in rows] == [3, 1, 1]
    assert all(any(row["first"] <= length <= row["last"] for row in rows) for length in lengths)


def test_histogram_of_few_lengths_has_a_bar_for_each() -> None:
    seen = evidence(match(1, 1, turns=5), match(2, 2, turns=5), match(3, 1, turns=7))
    assert [
        (row["first"], row["last"], row["result"], row["matches"]) for row in chart_data.length_histogram(seen)
    ] == [
        (5, 5, 1, 1),
        (5, 5, 2, 1),
        (7, 7, 1, 1),
    ]


def test_bands_leave_out_what_nobody_played() -> None:
    run = handmade_run([match(number, 1 + number % 2, turns=number) for number in range(1, 10)])
    rows = chart_data.outcome_bands(run)
    assert sum(row["wins"] for row in rows) == 9
    assert all(row["low"] <= row["share"] <= row["high"] for row in rows)


def test_moves_are_counted_by_seat_and_sorted_as_people_count() -> None:
    seen = evidence(match(1, 1, moves=["a10", "a2", "a10", "a2"]), match(2, 1, moves=["a2", "a2", "a10"]))
    rows = chart_data.move_frequencies(seen)
    assert [(row["move"], row["seat"], row["count"], row["mean"]) for row in rows] == [
        ("a2", 1, 1, 0.5),
        ("a2", 2, 3, 1.5),
        ("a10", 1, 3, 1.5),
        ("a10", 2, 0, 0.0),
    ]


def test_only_the_most_common_moves_are_shown() -> None:
    seen = evidence(match(1, 1, moves=["a", "a", "b", "b", "c"]))
    assert {row["move"] for row in chart_data.move_frequencies(seen, most=2)} == {"a", "b"}


def test_value_curve_follows_the_seat_that_won() -> None:
    rising = [match(number, 2, values=[0.5, 0.0, -0.5, -1.0]) for number in range(1, 5)]
    rows = chart_data.value_curves(evidence(*rising), parts=2)
    assert [(row["seat"], row["part"], row["n"]) for row in rows] == [(2, 0.25, 4), (2, 0.75, 4)]
    assert [row["value"] for row in rows] == pytest.approx([-0.25, 0.75])


def test_value_curve_needs_several_matches_and_a_winner() -> None:
    assert chart_data.value_curves(evidence(match(1, 1, values=[0.1, 0.2]), match(2, None, values=[0.0]))) == []


def test_choice_curves_hold_legal_moves_and_moves_worth_considering() -> None:
    thoughts = [MoveValues(((0.9, 2), (-0.9, 2))), MoveValues(((0.9, 1), (-0.9, 1)))]
    played = {"legal": [4, 2], "values": [0.0, 0.0], "thoughts": thoughts}
    seen = evidence(*[match(number, 1 + number % 2, **played) for number in range(1, 25)])
    rows = chart_data.choice_curves(seen)
    legal = [(row["part"], row["value"], row["n"]) for row in rows if row["metric"] == "branching"]
    worth = [row["value"] for row in rows if row["metric"] == "real-choice"]
    assert legal == [(0.25, 4.0, 24), (0.75, 2.0, 24)]
    assert worth == pytest.approx([2.0, 1.0], abs=1e-5)
    assert all(row["low"] <= row["value"] <= row["high"] for row in rows)


def test_a_curve_has_no_more_points_than_the_middle_match_has_turns() -> None:
    points = chart_data.course([[1.0] * 3, [1.0] * 4, [1.0] * 4, [1.0] * 90], None, (0.0, 9.0))
    assert [point["part"] for point in points] == [0.125, 0.375, 0.625, 0.875]


def test_skill_is_empty_without_a_ladder_and_takes_its_rungs() -> None:
    run = handmade_run([match(1, 1)])
    assert chart_data.skill_rungs(run) == []
    step = SkillStep("uct:iterations=100", "uct:iterations=50", Estimate(0.7, 0.6, 0.8, 20), 0.01, 40)
    climbed = Run(run.manifest, run.matches, side=SideResults(Ladder("Game", 50, 1, 1, (step,))))
    rung = {"weaker": step.weaker, "stronger": step.stronger, "score": 0.7, "low": 0.6, "high": 0.8, "n": 40}
    assert chart_data.skill_rungs(climbed) == [rung]


def test_a_run_without_matches_gives_no_rows() -> None:
    run = handmade_run([], matches=5)
    assert chart_data.length_histogram(run.evidence) == []
    assert chart_data.seat_results(run) == []
    assert chart_data.move_frequencies(run.evidence) == []
