"""The doubling ladder on games of known depth."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from apts.archive import open_archive
from apts.errors import AptsError
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.experiments.side_runs import game_manifest
from apts.playtest.experiments.skill import Ladder, SkillStep, kept_ladder, skill
from apts.playtest.experiments.stress import SideResults
from apts.playtest.metrics import Metrics
from apts.statistics import Estimate
from tests.cli.command_line import apts as command
from tests.playtest.handmade import evidence, match
from tests.playtest.rigged import CoinGame


def step(value: float, half: float) -> SkillStep:
    """A step with a score and the half width of its interval."""
    return SkillStep("strong", "weak", Estimate(value, value - half, value + half, 50), 0.5, 100)


def test_depth_is_the_number_of_steps_before_the_first_without_a_sure_gain() -> None:
    ladder = Ladder("Game", 50, 1, 6, (step(0.8, 0.1), step(0.7, 0.1), step(0.51, 0.08)))
    assert (ladder.depth, ladder.ended, ladder.open) == (2, True, False)
    assert ladder.sentences[0].startswith("The skill depth is 2:")
    assert "9 points" in ladder.sentences[1]


def test_too_few_matches_leave_the_depth_open() -> None:
    ladder = Ladder("Game", 50, 1, 6, (step(0.55, 0.2),))
    assert (ladder.depth, ladder.ended, ladder.open) == (None, False, True)
    assert ladder.as_data()["skill_depth"] is None
    (sentence,) = ladder.sentences
    assert sentence.startswith("The skill depth is not known: whether it is 0 is open")
    assert "25 points" in sentence
    assert ladder.matches_wanted is not None
    assert ladder.matches_wanted >= 1600
    assert f"about {ladder.matches_wanted} matches" in sentence
    later = Ladder("Game", 50, 1, 6, (step(0.8, 0.1), step(0.55, 0.2)))
    assert later.sentences[0].startswith("The skill depth is at least 1; whether it ends there is open")
    assert later.as_data()["open"]


def test_depth_is_not_known_where_no_step_was_played_to_its_end() -> None:
    ladder = Ladder("Game", 50, 1, 6, (), interrupted=True)
    assert (ladder.depth, ladder.climbed, ladder.ended, ladder.open) == (None, 0, False, False)


def test_an_open_depth_of_nothing_is_no_figure() -> None:
    ladder = Ladder("Game", 50, 1, 6, (step(0.55, 0.2),))
    side = SideResults(ladder=ladder)
    plain = evidence(match(1), match(2))
    found = Evidence(plain.manifest, plain.matches, side=side)
    assert Metrics(found)["skill-depth"].value is None
    assert Metrics(found)["skill-depth"].details["matches_wanted"] == ladder.matches_wanted


def test_ladder_that_does_not_end_is_said_to_be_at_least_as_long() -> None:
    ladder = Ladder("Game", 50, 1, 2, (step(0.8, 0.1), step(0.7, 0.1)))
    assert (ladder.depth, ladder.ended) == (2, False)
    assert "at least 2" in ladder.sentences[0]
    assert "200 iterations" in ladder.sentences[0]


def test_loss_by_doubling_is_no_gain() -> None:
    assert Ladder("Game", 50, 1, 2, (step(0.2, 0.1),)).depth == 0


@pytest.mark.long
def test_game_of_luck_has_no_ladder() -> None:
    ladder = skill(apts.load(CoinGame()), 60, base=2, steps=3)
    assert ladder.climbed == 0
    assert len(ladder.steps) == 1
    assert ladder.steps[0].score.low < 0.5 < ladder.steps[0].score.high


def test_ladder_of_tic_tac_toe_is_short() -> None:
    ladder = skill("tic-tac-toe", 60, base=4, steps=9)
    assert ladder.ended or ladder.open
    assert ladder.climbed <= 5


def test_ladder_of_connect_four_goes_on_where_tic_tac_toe_is_drawn() -> None:
    ladder = skill("connect-four", 60, base=25, steps=2)
    assert ladder.depth == 2
    assert not ladder.ended
    assert all(known.score.n == 30 and known.matches == 60 for known in ladder.steps)


def test_workers_make_no_difference() -> None:
    one, three = (skill("connect-four", 12, base=8, steps=1, workers=workers) for workers in (1, 3))
    assert one.as_data() == three.as_data()


def test_ladder_is_kept_and_read_again(tmp_path: Path) -> None:
    game = apts.load("tic-tac-toe")
    plain = skill(game, 12, base=4, steps=2, workers=1)
    kept = skill(game, 12, base=4, steps=2, workers=1, archive=tmp_path / "a.db")
    assert kept.as_data() == plain.as_data()
    with open_archive(tmp_path / "a.db") as archive:
        read = kept_ladder(archive, game_manifest(game))
        assert kept_ladder(archive, game_manifest(apts.load("connect-four"))) is None
        archive.discard(archive.runs()[0].name, [5])
    assert read is not None
    assert read.steps == plain.steps
    with pytest.raises(AptsError, match="--resume"):
        skill(game, 12, base=4, steps=2, workers=1, archive=tmp_path / "a.db")
    again = skill(game, 12, base=4, steps=2, workers=1, archive=tmp_path / "a.db", resume=True)
    assert again.as_data() == plain.as_data()


def test_base_of_nothing_is_refused() -> None:
    with pytest.raises(AptsError, match="at least 1"):
        skill("tic-tac-toe", base=0)


@pytest.mark.long
def test_command_prints_the_ladder_and_json() -> None:
    words = ("skill", "tic-tac-toe", "--matches", "8", "--base", "5", "--steps", "1")
    answer = command(*words)
    assert answer.code == 0, answer.complaint
    assert "The skill depth is" in answer.output
    assert "iterations" in answer.output
    data = command(*words, "--json").json
    assert data["steps"][0]["stronger"] == "uct:iterations=10"
    assert {"gain", "gain_low", "gain_high", "climbs"} <= set(data["steps"][0])


def test_refused_ladder_changes_nothing(tmp_path: Path) -> None:
    with open_archive(tmp_path / "apts.db") as archive:
        skill("tic-tac-toe", 4, base=4, steps=1, workers=1, archive=archive)
        before = archive.runs()
        with pytest.raises(AptsError, match="has 4 of 8 matches"):
            skill("tic-tac-toe", 8, base=4, steps=1, workers=1, archive=archive)
        assert archive.runs() == before
