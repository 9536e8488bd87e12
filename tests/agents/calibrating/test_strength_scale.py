"""A scale through matches finds the strengths behind them."""

from __future__ import annotations

import pytest

from apts.agents.calibrating.line_of_agents import FIRST_LOSS, LOSSES, AgentLine
from apts.agents.calibrating.strength_scale import Meeting, StrengthScale, score_at
from apts.agents.engines.engine_choice import EngineChoice

COSTS = [0.2, 0.4, 0.9, 0.6, 0.1]


def meetings(matches: int) -> list[Meeting]:
    """Matches between places two apart, each with the score that it should have."""
    return [Meeting(k, k + 2.0, score_at(COSTS[k] + COSTS[k + 1]), matches) for k in range(len(COSTS) - 1)]


def test_strengths_are_found_that_explain_the_scores() -> None:
    found = StrengthScale(len(COSTS), meetings(5000))
    for meeting in meetings(1):
        distance = found.distance(meeting.below) - found.distance(meeting.above)
        assert score_at(distance) == pytest.approx(meeting.score, abs=0.01)
    assert found.whole == pytest.approx(sum(COSTS), abs=0.25)


def test_few_matches_say_little() -> None:
    lucky = StrengthScale(4, [Meeting(0, 2.0, 1.0, 4)])
    sure = StrengthScale(4, [Meeting(0, 2.0, 1.0, 400)])
    assert lucky.distance(2) < 0.7 * sure.distance(2)
    assert StrengthScale(4, []).costs == [0.5] * 4


def test_places_and_distances_are_each_others_inverse() -> None:
    found = StrengthScale(len(COSTS), meetings(100))
    for distance in (0.0, 0.3, 1.1, found.whole):
        assert found.distance(found.place(distance)) == pytest.approx(distance)
    assert found.place(found.whole + 1) == len(COSTS)


def test_no_step_down_makes_anybody_stronger() -> None:
    found = StrengthScale(3, [Meeting(0, 1.0, 0.1, 500), Meeting(1, 2.0, 0.9, 500)])
    assert min(found.costs) >= 0.0


def test_agents_of_a_line_get_weaker_by_work_and_then_by_what_they_give_away() -> None:
    line = AgentLine(EngineChoice("alphabeta:heuristic=own", 100.0), 64_000, 60)
    assert line.halvings == 10
    units = [line.units(place) for place in range(line.parts + 1)]
    losses = [line.loss(place) for place in range(line.parts + 1)]
    assert units == sorted(units, reverse=True)
    assert (units[0], units[10], units[-1]) == (64_000, 60, 60)
    assert losses[:11] == [0.0] * 11
    assert losses[11:] == [FIRST_LOSS * 2**step for step in range(LOSSES)]
    assert line.spec(12) == "alphabeta:nodes=60,heuristic=own,loss=0.006"
