"""Agents that play otherwise than they did: runs keep their versions, and matches of two versions are never mixed."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from apts import open_run, playtest, skill
from apts.agents.kinds.uct_agent import UctAgent
from apts.cli.commands import app
from apts.errors import AptsError
from apts.report.run_page.page import report_html

SPEC = "uct:iterations=40"


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A time when tree search was played by its first version."""
    monkeypatch.setattr(UctAgent, "version", 1)
    return monkeypatch


def test_manifest_has_the_versions_of_players_that_changed() -> None:
    run = playtest("tic-tac-toe", ["uct:iterations=40", "random"], 2, evaluate="level:beginner", workers=1)
    assert run.manifest.versions["player uct"] == str(UctAgent.version) == "3"
    assert "player level" in run.manifest.versions
    assert "player random" not in run.manifest.versions


def test_broken_off_run_of_older_players_is_not_gone_on_with(older: pytest.MonkeyPatch, tmp_path: Path) -> None:
    archive = tmp_path / "runs.db"
    first = playtest("tic-tac-toe", SPEC, 4, archive=archive, workers=1)
    older.undo()
    with pytest.raises(
        AptsError, match=f"run {first.name} was played by uct in version 1, which now plays in version 3"
    ):
        playtest("tic-tac-toe", SPEC, 8, archive=archive, resume=True, workers=1)
    beside = playtest("tic-tac-toe", SPEC, 8, archive=archive, workers=1)
    assert beside.name != first.name
    assert (len(beside.matches), len(open_run(archive, first.name).matches)) == (8, 4)
    again = playtest("tic-tac-toe", SPEC, 8, archive=archive, resume=True, name=beside.name, workers=1)
    assert again.matches == beside.matches


def test_whole_run_of_older_players_leaves_room_for_a_new_one(older: pytest.MonkeyPatch, tmp_path: Path) -> None:
    archive = tmp_path / "runs.db"
    first = playtest("tic-tac-toe", SPEC, 4, archive=archive, workers=1)
    older.undo()
    beside = playtest("tic-tac-toe", SPEC, 4, archive=archive, resume=True, workers=1)
    assert beside.name != first.name


def test_run_of_a_name_is_refused_with_what_to_do(older: pytest.MonkeyPatch, tmp_path: Path) -> None:
    archive = str(tmp_path / "runs.db")
    playtest("tic-tac-toe", SPEC, 4, archive=archive, name="mine", workers=1)
    older.undo()
    words = ["playtest", "tic-tac-toe", "--agents", SPEC, "--matches", "4", "--archive", archive, "--name", "mine"]
    for more in ([], ["--resume"]):
        done = CliRunner().invoke(app, [*words, *more])
        assert isinstance(done.exception, AptsError)
        assert "the run mine was played by uct in version 1" in str(done.exception)
        assert "give another --name" in str(done.exception)


def test_ladder_of_older_players_is_not_gone_on_with(older: pytest.MonkeyPatch, tmp_path: Path) -> None:
    archive = tmp_path / "runs.db"
    skill("tic-tac-toe", 8, base=40, steps=1, archive=archive, workers=1)
    older.undo()
    with pytest.raises(AptsError, match="uct in version 1"):
        skill("tic-tac-toe", 16, base=40, steps=1, archive=archive, resume=True, workers=1)


def test_who_asks_for_few_iterations_is_told_once_and_in_the_report() -> None:
    done = CliRunner().invoke(app, ["playtest", "gomoku", "--agents", "uct:iterations=21", "--matches", "2"])
    assert done.stderr.count("Note: uct:iterations=21 makes 21 iterations a move") == 1
    assert "ask for at least 900 iterations" in done.stderr
    run = playtest("tic-tac-toe", "uct:iterations=20", 4, workers=1)
    assert "At least 36 would do." in report_html(run, "en")
    assert "Pelo menos 36 bastariam." in report_html(run, "pt-BR")
    assert "would do." not in report_html(playtest("tic-tac-toe", SPEC, 4, workers=1), "en")
