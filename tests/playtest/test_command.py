"""``apts playtest`` from the outside."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import fields
from inspect import signature
from pathlib import Path

import pytest

from apts.archive import open_archive
from apts.cli.playtesting.compare import compare as compare_command
from apts.cli.playtesting.experiments import table as table_command
from apts.cli.playtesting.playtest import goals_of
from apts.cli.playtesting.playtest import playtest as playtest_command
from apts.errors import AptsError
from apts.playtest.comparing.compare import compare
from apts.playtest.experiments.skill import skill
from apts.playtest.experiments.stress import stress
from apts.playtest.matches.playtest_request import DEFAULTS, PlaytestRequest
from apts.playtest.run import playtest


def command(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder of its own."""
    program = [sys.executable, "-c", "from apts.cli import main; main()", "playtest", *words]
    return subprocess.run(program, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.long
def test_findings_come_first_and_matches_are_kept(tmp_path: Path) -> None:
    result = command("tic-tac-toe", "--agents", "random", "--matches", "60", folder=tmp_path)
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0] == "Tic-Tac-Toe: 60 matches, random, seed 1"
    assert lines[2].startswith(" 1. ")
    assert any(line.strip().startswith("balance") for line in lines)
    with open_archive(tmp_path / "apts.db", create=False) as archive:
        assert [run.matches for run in archive.runs()] == [60]
        assert archive.manifest(archive.runs()[0].name).command.startswith("apts playtest tic-tac-toe")


@pytest.mark.long
def test_json_has_findings_and_all_metrics(tmp_path: Path) -> None:
    result = command("tic-tac-toe", "--agents", "random", "--matches", "30", "--json", folder=tmp_path)
    data = json.loads(result.stdout)
    assert data["matches"] == 30
    assert {"balance", "length", "openings", "rule-coverage"} <= set(data["metrics"])
    assert {"sentence", "effect", "low", "high", "n", "strength", "matches"} <= set(data["findings"][0])


@pytest.mark.long
def test_unknown_agent_is_told_in_a_sentence(tmp_path: Path) -> None:
    result = command("tic-tac-toe", "--agents", "rndom", folder=tmp_path)
    assert result.returncode == 1
    assert "did you mean random" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.long
def test_interrupt_key_keeps_what_was_played_and_resume_goes_on(tmp_path: Path) -> None:
    words = ["tic-tac-toe", "--agents", "uct:iterations=300", "--matches", "3000"]
    program = [sys.executable, "-c", "from apts.cli import main; main()", "playtest", *words]
    # Programs started in the background are born deaf to the interrupt key; this one must hear it in any case.
    process = subprocess.Popen(
        program,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    deadline = time.monotonic() + 60
    played = 0
    while not played and time.monotonic() < deadline:
        time.sleep(0.2)
        if (tmp_path / "apts.db").exists():
            with open_archive(tmp_path / "apts.db") as archive:
                played = sum(run.matches for run in archive.runs())
    os.kill(process.pid, signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "--resume" in output
    with open_archive(tmp_path / "apts.db") as archive:
        kept = sum(run.matches for run in archive.runs())
    assert played <= kept < 3000


def test_wanted_turns_and_bands_are_read() -> None:
    goals = goals_of("20-40", "30,20", 20.0)
    assert (goals.min_turns, goals.max_turns, goals.bands) == (20, 40, (20, 30))
    with pytest.raises(AptsError, match="20-40"):
        goals_of("many", None, 20.0)


@pytest.mark.parametrize(
    "function", [playtest, compare, stress, skill, playtest_command, table_command, compare_command]
)
def test_usual_values_are_those_of_the_settings(function: Callable[..., object]) -> None:
    usual = {known.name: getattr(DEFAULTS, known.name) for known in fields(PlaytestRequest)}
    given = {name: known.default for name, known in signature(function).parameters.items() if name in usual}
    assert len(given) >= 5
    assert {name: default or usual[name] for name, default in given.items()} == {name: usual[name] for name in given}
