"""Who cannot win and decides who does: a planted kingmaker is found, choices for oneself and for nobody are not."""

from __future__ import annotations

import numpy as np
import pytest

import apts
from apts.engine.class_game import ClassGame
from apts.engine.play.outcome import Outcome
from apts.playtest.evidence.choices import calibrated_chances, calibration, first_shares
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.kingmaking import king_turns
from apts.playtest.findings import weigh
from apts.playtest.run import Run
from bench import planted_games as planted


class Short(planted.Dice):
    """A dice race of three rounds."""

    rounds = 3


def searched(game: planted.Dice) -> Run:
    return apts.playtest(ClassGame(game), "uct:iterations=12", 30, 1, workers=1)


@pytest.fixture(scope="module")
def crowned() -> Run:
    """Matches with a planted kingmaker."""
    return searched(planted.Kingmaker(3))


def kinds(run: Run) -> set[str]:
    return {one.kind for one in weigh(run.evidence) if one.state == "found"}


def test_a_planted_kingmaker_is_found_with_the_turn(crowned: Run) -> None:
    run = crowned
    found = run.metrics["kingmaking"]
    assert (found.value or 0.0) > 0.7
    for turn in found.details["turns"]:
        assert turn["turn"] == 9
        assert turn["difference"] == 1.0
        match = next(one for one in run.matches if one.number == turn["match"])
        assert match.outcome is not None
        assert turn["seat"] not in match.outcome.firsts
    assert "kingmaking" in kinds(run)
    first = king_turns(run.evidence)
    king_turns.cache_clear()
    assert king_turns(run.evidence) == first


@pytest.mark.parametrize("game", [planted.OwnChoice, Short])
def test_choices_for_oneself_or_for_nobody_make_no_kings(game: type[planted.Dice]) -> None:
    run = searched(game(3))
    assert (run.metrics["kingmaking"].value or 0.0) <= 0.1
    assert "kingmaking" not in kinds(run)


def test_two_sides_runs_without_values_and_without_the_game_say_why(crowned: Run) -> None:
    two = apts.playtest(ClassGame(Short(2)), "random", 30, workers=1)
    assert two.metrics["kingmaking"].details["missing"] == "with two sides nobody can decide between others"
    random = apts.playtest(ClassGame(Short(3)), "random", 30, workers=1)
    assert "fewer than 20 matches have values" in random.metrics["kingmaking"].details["missing"]
    alone = Evidence(crowned.manifest, crowned.matches)
    assert str(king_turns(alone)).startswith("the game is not at hand")


def test_a_chance_is_that_of_the_first_place_and_no_expected_score(crowned: Run) -> None:
    chances, scores = calibrated_chances(crowned.evidence), calibration(crowned.evidence)
    assert chances is not None
    assert scores is not None
    value = np.array([[-1.0]])
    assert chances.scores(0, value, [8], 9)[0, 0] < 0.05
    assert scores.scores(0, value, [0], 9).shape == (1, 1)


def test_who_shares_the_first_place_shares_its_chance() -> None:
    assert first_shares(Outcome.ranked([1.5, 1.5, 3], "x")).tolist() == [0.5, 0.5, 0.0]
    assert first_shares(Outcome.team_won(2, (1, 2, 1, 2), "x")).tolist() == [0.0, 1.0, 0.0, 1.0]
    assert first_shares(Outcome.all_lose(3, "x")).tolist() == [0.0, 0.0, 0.0]
