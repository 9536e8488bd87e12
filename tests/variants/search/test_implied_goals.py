"""What a search takes for granted: matches that are won stay so, unless a goal speaks of it."""

from __future__ import annotations

import pytest

from apts.playtest.goals import read_goals
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.run import Run, playtest
from apts.variants.search.goal_scorer import implied_goals
from apts.variants.search.improve_settings import ImproveSettings
from apts.variants.search.improvement import Improvement, describe_edits, repaired_text
from apts.variants.search.improving import improved
from apts.variants.variant import NUMBER, as_variant

AGENTS = "uct:iterations=50"
THREE = """
(game "Three"
    (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""
"""The first player wins; with lines of four nearly all is drawn, and so is fair."""
ALONE = THREE.replace("players 2", "players 1").replace("(is Line 3)", "(no Moves Mover)")
FAIR = "seat-score[1] between 0.4 and 0.6"


@pytest.fixture(scope="module")
def won() -> Run:
    return playtest("tic-tac-toe", "random", 40, seed=1)


def granted(asked: list[str], run: Run) -> list[str]:
    return [str(goal) for goal in implied_goals(read_goals(asked).wanted, {"random": run, AGENTS: run}, "random")]


def test_matches_that_are_mostly_won_are_to_stay_so(won: Run) -> None:
    assert granted([FAIR], won) == ["completion at least 0.5"]
    assert granted([FAIR, "length at most 7"], won) == ["completion at least 0.5"]


@pytest.mark.parametrize(
    "own", ["drawishness at most 90 %", "completion at least 0", "timeouts lower", "seat-score[1 draws] at most 1"]
)
def test_goal_that_speaks_of_winners_takes_its_place(own: str, won: Run) -> None:
    assert granted([FAIR, own], won) == []


def test_players_that_play_anyway_are_held_against_it(won: Run) -> None:
    assert granted([f"{FAIR} at {AGENTS}"], won) == [f"completion at least 0.5 at {AGENTS}"]
    assert granted([f"{FAIR} at {AGENTS}", FAIR], won) == ["completion at least 0.5"]


def test_nothing_is_taken_for_granted_of_drawn_games_and_puzzles() -> None:
    assert granted([FAIR], playtest(THREE.replace("Line 3", "Line 4"), "random", 40, seed=1)) == []
    assert granted(["length at most 7"], playtest(ALONE, "random", 40, seed=1)) == []


def search(*asked: str) -> Improvement:
    settings = ImproveSettings(matches=200, kinds=(NUMBER,), most=48, fresh=20)
    return improved(as_variant(THREE), read_goals(asked), PlaytestRequest(AGENTS, seed=3), settings)


def test_nothing_is_taken_for_granted_that_better_players_do_not_see() -> None:
    """Random players win four of five matches of Tic-Tac-Toe, a search draws most."""
    settings = ImproveSettings(matches=60, kinds=(NUMBER,), most=24, fresh=4)
    found = improved(as_variant("tic-tac-toe"), read_goals(["length at most 6"]), PlaytestRequest("random"), settings)
    assert found.second.startswith("uct")
    assert found.granted == ()


@pytest.mark.long
def test_game_in_which_all_is_drawn_is_no_answer_to_fair_seats() -> None:
    found, drawn = search(FAIR), "length of the line that wins: 3 becomes 4"
    assert [str(goal) for goal in found.granted] == ["completion at least 0.5"]
    assert found.granted[0] in found.goals
    assert found.trace[0].standing == found.before, "the first step is told with all goals"
    assert found.as_data()["taken_for_granted"] == ["completion at least 0.5"]
    assert found.chosen is not None
    assert drawn not in describe_edits(found.chosen)
    assert "Taken for granted, as no goal speaks of it: completion at least 0.5." in repaired_text(found)
    allowed = search(FAIR, "completion at least 0")
    assert allowed.granted == ()
    assert allowed.chosen is not None
    assert describe_edits(allowed.chosen) == (drawn,)
