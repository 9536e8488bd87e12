"""Seats that are out and seats that wait: figures by hand, planted games, and fair ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

import apts
from apts.archive import MatchRecord
from apts.engine.class_game import ClassGame
from apts.engine.play.outcome import Outcome
from apts.playtest.findings import weigh
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.waiting import out_for, waits_between
from apts.playtest.run import Run
from apts.report import report_html
from bench import planted_games as planted
from tests.playtest import handmade


def moved(movers: Sequence[int], winner: int = 1, players: int = 3, passes: Sequence[int] = ()) -> MatchRecord:
    """A match in which these seats move; ``passes`` are the turns, from 0, that nobody chose."""
    made = handmade.match(
        1,
        winner,
        players=players,
        moves=["pass" if place in passes else "m" for place in range(len(movers))],
        legal=[1 if place in passes else 3 for place in range(len(movers))],
    )
    turns = tuple(replace(turn, mover=seat) for turn, seat in zip(made.turns, movers, strict=True))
    return replace(made, turns=turns)


@pytest.mark.parametrize(
    ("movers", "share"),
    [
        ([1, 2, 3] * 6, 0.0),
        ([1, 2, 3] * 2 + [1, 2] * 6, 12 / 18),  # seat 3 is out
        ([1, 2, 3] * 2 + [1, 2, 1, 2], 0.0),  # two rounds are not enough to tell
        ([1, 2, 3] * 2 + [2, 3] * 6, 0.0),  # seat 1 is out because it has won
        ([1, 2, 3] * 2 + [1] * 12, 0.0),  # seat 1 moves again and again
        ([1, 2] * 6, 1.0),  # seat 3 never moves
    ],
)
def test_a_seat_is_out_that_moves_no_more(movers: list[int], share: float) -> None:
    match = moved(movers)
    assert out_for(match, match) == pytest.approx(share)


def test_a_seat_that_must_pass_to_the_end_is_out() -> None:
    whole = moved([1, 2, 3] * 6, passes=(8, 11, 14, 17))
    evidence = handmade.evidence(whole, agents=("random",) * 3)
    assert out_for(evidence.whole[0], evidence.matches[0]) == pytest.approx(1 - 6 / 14)


def test_waits_are_the_turns_of_others_in_between() -> None:
    assert waits_between(moved([1, 2, 3, 1, 1, 2])) == [2, 3]
    assert waits_between(moved([1, 2, 3])) == []


def test_nobody_waits_where_two_play() -> None:
    found = Metrics(handmade.evidence(handmade.match()))
    assert found["waiting"].value is None
    assert found["elimination"].value is None
    assert "Waiting" not in report_html(apts.playtest("tic-tac-toe", "random", 20, workers=1))


def raced(game: planted.Dice, matches: int = 60, seed: int = 1) -> Run:
    return apts.playtest(ClassGame(game), "random", matches, seed, workers=1)


def kinds(run: Run) -> set[str]:
    return {one.kind for one in weigh(run.evidence) if one.state == "found"}


@pytest.mark.parametrize("players", [3, 4, 6])
def test_a_knockout_leaves_somebody_out(players: int) -> None:
    run = raced(planted.Knockout(players), 40)
    assert run.metrics["elimination"].value == 1.0
    assert run.metrics["elimination"].details["wait"]["value"] == pytest.approx(7 / 9, abs=0.06)
    assert "early-elimination" in kinds(run)


def test_a_hog_makes_the_others_wait() -> None:
    run = raced(planted.Hog(3))
    assert (run.metrics["waiting"].value or 0.0) > 4.0
    assert "long-waits" in kinds(run)


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_turn_by_turn_nobody_waits_long_or_is_out(players: int) -> None:
    run = raced(planted.Dice(players), 40)
    assert not kinds(run) & {"early-elimination", "long-waits"}
    if players > 2:
        assert run.metrics["waiting"].value == players - 1
        assert run.metrics["waiting"].details["largest"]["value"] == players - 1
        assert run.metrics["elimination"].value == 0.0


def test_a_finisher_who_waits_for_the_places_of_others_is_not_out() -> None:
    whole = moved([1, 2, 3] * 2 + [2, 3] * 6)
    shared = replace(whole, outcome=Outcome.ranked([1, 2, 3], "home"))
    assert out_for(shared, shared) == 0.0
