"""Games that no choice can change: nothing dominates in them, whoever plays, and whatever is asked."""

from __future__ import annotations

import pytest

from apts import load, playtest, stress
from apts.engine.play.game import Game
from apts.playtest.goal_check import check_goals
from apts.playtest.goals import read_goals
from apts.playtest.matches.playtest_request import PlaytestRequest
from tests.agents.test_equal_moves import Stones, stones

DOMINANCE = ("dominant-opening", "dominant-use", "popular-opening", "successful-opening", "successful-use")

MIXED = """
(game "Mixed"
    (players 2)
    (equipment { (board (square 4)) (piece "Ball" Each) (piece "Cube" Each) })
    (rules
        (play (or
            (move Add (piece (id "Ball" Mover)) (to (sites Empty)))
            (move Add (piece (id "Cube" Mover)) (to (sites Empty)))))
        (end (if (>= (count Pieces) 5) (result Mover Win)))))
"""


@pytest.mark.parametrize(
    "agents", ["uct:iterations=100", "uct:iterations=30,loss=0.25,breadth=4", "alphabeta:depth=2", "uct:iterations=20"]
)
def test_nothing_dominates_where_no_choice_matters(agents: str) -> None:
    run = playtest(stones(), agents, matches=60, workers=1)
    assert [found.kind for found in run.weighed if found.kind in DOMINANCE] == []


def test_an_opening_does_not_dominate_because_most_first_moves_are_alike_by_symmetry() -> None:
    rings = """
    (game "Rings"
        (players 2)
        (equipment { (board (concentric {1 4 8})) (piece "Stone" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (>= (count Pieces) 5) (result Mover Win)))))
    """
    run = playtest(rings, "uct:iterations=52", matches=60, workers=1)
    (common, *_) = run.metrics["openings"].details["rows"]
    assert common["share_low"] > 0.5
    assert [found.kind for found in run.weighed if found.kind in DOMINANCE] == []


def test_no_piece_or_kind_of_move_dominates_where_none_matters() -> None:
    run = playtest(MIXED, "uct:iterations=130", matches=60, workers=1)
    assert [found.kind for found in run.weighed if found.kind in DOMINANCE] == []


@pytest.mark.parametrize("game", [stones(), load(Stones(9, 5))], ids=["rules", "class"])
def test_goal_of_no_dominant_opening_is_not_missed_where_no_choice_matters(game: Game) -> None:
    found = check_goals(
        game,
        read_goals(["no-dominant-opening"]),
        PlaytestRequest("uct:iterations=30,loss=0.25,breadth=4", 100, workers=1),
    )
    assert "missed" not in [judged.verdict for judged in found.judgements]


def test_stress_and_play_test_agree_that_no_opening_dominates() -> None:
    found = stress(stones(), "uct:iterations=30", 12, sorts=["opening"], openings=3, workers=1)
    assert not any(opening.dominates for opening in found.openings)
    assert len({trial.bound.thing.name for trial in found.trials}) > 1
