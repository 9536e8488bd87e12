"""The ladder of a game: settled, provisional or plain, and what a level means by it."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

import apts
from apts.agents.engines import engine_choice, ladder
from apts.agents.engines.engine_choice import EngineChoice
from apts.agents.engines.ladder import (
    PLAIN,
    PROVISIONAL,
    SETTLED,
    Ladder,
    LadderStep,
    keep_ladder,
    ladder_as_data,
    ladder_file,
    ladder_from_data,
    ladder_of,
    plain_ladder,
    play_no_contests,
    provisional_ladder,
    usual_player,
    without_contests,
)
from apts.agents.levels import level_names
from apts.playtest.matches.manifests import real_players
from apts.publish.opponents import opponents
from apts.search.fitting.contest import Score
from apts.search.kept_file import DamagedFile
from tests.agents.small_games import Race
from tests.search.fitting.small_fits import HUNT, game

STEPS = tuple(
    LadderStep(level, f"uct:iterations={20 * (number + 1)}", None if number == 0 else Score(0.75, 0.05, 40))
    for number, level in enumerate(level_names())
)
LADDER = Ladder(STEPS, SETTLED, seed=1)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, nothing in memory, and an engine that needs no contest."""
    monkeypatch.setenv("APTS_CACHE", str(tmp_path))
    monkeypatch.setattr(ladder, "_KNOWN", {})
    monkeypatch.setattr(engine_choice, "_KNOWN", {})
    monkeypatch.setattr(ladder, "_SKIPPED_EVERYWHERE", [False])
    monkeypatch.setattr(engine_choice, "chosen_engine", lambda own: EngineChoice("alphabeta:heuristic=own", 100.0))
    return tmp_path


def test_a_game_that_nobody_calibrated_has_a_provisional_ladder_of_its_engine() -> None:
    found = ladder_of(game(HUNT))
    assert found.kind == PROVISIONAL
    assert found.steps[0].agent == "alphabeta:nodes=200,heuristic=own,loss=0.25"
    assert found.steps[-1].agent == "alphabeta:nodes=100000,heuristic=own"
    assert apts.agent("level:master").playing(game(HUNT)).spec == found.steps[-1].agent


def test_tree_search_of_a_provisional_ladder_tries_every_move() -> None:
    specs = [step.agent for step in provisional_ladder(EngineChoice("uct", 1e3)).steps]
    assert specs[0] == "uct:iterations=20,loss=0.25,breadth=4"
    assert specs[-1] == "uct:iterations=10000,breadth=4"


def test_a_ladder_that_was_kept_is_what_levels_mean(cache: Path) -> None:
    own = game(HUNT)
    assert keep_ladder(own, LADDER).is_relative_to(cache)
    ladder._KNOWN.clear()
    assert ladder_of(own) == LADDER
    assert apts.agent("level:club").playing(own).spec == "uct:iterations=60"
    with without_contests():
        assert ladder_of(own) == LADDER


def test_a_damaged_ladder_is_told_of_and_left_out(caplog: pytest.LogCaptureFixture) -> None:
    own = game(HUNT)
    keep_ladder(own, LADDER)
    ladder._KNOWN.clear()
    file = ladder_file(own)
    file.write_text(file.read_text().replace("0.75", "0.85"))
    with caplog.at_level(logging.WARNING, "apts.evaluations"):
        assert ladder_of(own).kind == PROVISIONAL
    assert "apts calibrate" in caplog.text


@pytest.mark.parametrize("change", [{"steps": []}, {"kind": PLAIN}, {"seed": None}, {"steps": 3}])
def test_data_that_no_calibration_has_written_is_refused(change: dict[str, object]) -> None:
    data = ladder_as_data(LADDER)
    assert ladder_from_data(data, "here") == LADDER
    with pytest.raises(DamagedFile, match="here"):
        ladder_from_data({**data, **change}, "here")


def test_classes_and_whoever_cannot_wait_have_plain_levels() -> None:
    assert ladder_of(apts.load(Race)).kind == PLAIN
    with without_contests():
        assert ladder_of(game(HUNT)) == plain_ladder(game(HUNT))
    assert ladder_of(game(HUNT)).kind == PROVISIONAL
    play_no_contests()
    assert ladder_of(game(HUNT)).kind == PLAIN


def test_who_plays_where_nobody_is_named_is_decided_by_the_rules_and_not_by_the_cache() -> None:
    own = game(HUNT)
    plain = "uct:iterations=400,loss=0.02,breadth=10"
    assert usual_player(own, "club") == plain
    keep_ladder(own, LADDER)
    assert usual_player(own, "club") == plain
    assert usual_player(apts.load(Race), "club") == "level:club"


def test_levels_above_which_nothing_changes_are_known() -> None:
    flat = Ladder((*STEPS[:3], *(LadderStep(step.level, STEPS[2].agent) for step in STEPS[3:])), SETTLED, seed=1)
    assert (flat.highest, flat.equal_levels()) == ("club", ("strong", "expert", "master"))
    assert (LADDER.highest, LADDER.equal_levels()) == ("master", ())


def test_the_manifest_says_who_played_behind_a_level() -> None:
    own = game(HUNT)
    before = apts.playtest(own, ["level:beginner", "random"], 2, workers=1).manifest
    assert before.settings["players"] == {"level:beginner": "alphabeta:nodes=200,heuristic=own,loss=0.25"}
    assert real_players(before) == ["alphabeta:nodes=200,heuristic=own,loss=0.25", "random"]
    assert "player alphabeta" in before.versions
    keep_ladder(own, LADDER)
    after = apts.playtest(own, ["level:beginner", "random"], 2, workers=1).manifest
    assert after.settings["players"] == {"level:beginner": "uct:iterations=20"}
    assert "players" not in apts.playtest(own, "random", 2, workers=1).manifest.settings


def test_a_run_of_other_levels_is_not_gone_on_with(tmp_path: Path) -> None:
    own, archive = game(HUNT), tmp_path / "runs.db"
    first = apts.playtest(own, "level:beginner", 2, archive=archive, workers=1)
    keep_ladder(own, LADDER)
    second = apts.playtest(own, "level:beginner", 2, archive=archive, workers=1, resume=True)
    assert second.name != first.name


def test_pages_play_a_ladder_that_they_can_play_and_plain_levels_else() -> None:
    own = game(HUNT)
    (told,) = opponents(own, ["level:club"])
    assert (told["spec"], told["iterations"], told["loss"]) == ("level:club", 400, 0.02)
    keep_ladder(own, LADDER)
    (told,) = opponents(own, ["level:club"])
    assert (told["spec"], told["iterations"], told["loss"]) == ("level:club", 60, 0.0)
    judged = [LadderStep(step.level, "uct:iterations=50,grave=9") for step in STEPS]
    keep_ladder(own, Ladder(tuple(judged), SETTLED, seed=1))
    (told,) = opponents(own, ["level:club"])
    assert (told["iterations"], told["loss"]) == (400, 0.02)
