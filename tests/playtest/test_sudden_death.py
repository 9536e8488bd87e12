"""A play-test that is killed at a random moment resumes to the same bytes as one that was left alone."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from apts.archive import export_json, open_archive
from apts.playtest.run import playtest

ROOT = Path(__file__).parents[2]
MATCHES = 120
AGENTS = ["uct:iterations=30", "random"]
PROGRAM = """
import sys
from apts.playtest.run import playtest
def watch(done, wanted):
    print(done, flush=True)
playtest("tic-tac-toe", ["uct:iterations=30", "random"], 120, 9, archive=sys.argv[1], resume=True, workers=2, watch=watch)
"""


def killed(place: Path, stream: random.Random, most: int) -> None:
    """Let a play-test run for at most so many matches and kill it."""
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, str(place)], cwd=ROOT, stdout=subprocess.PIPE)
    assert process.stdout is not None
    for _ in range(stream.randint(1, most)):
        process.stdout.readline()
    time.sleep(stream.uniform(0.0, 0.05))
    process.kill()
    process.wait()
    process.stdout.close()


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.long)])
def test_killed_play_test_resumes_to_the_same_bytes(tmp_path: Path, kills: int) -> None:
    stream = random.Random(kills)
    for _ in range(kills):
        killed(tmp_path / "killed.db", stream, max(12, 100 // kills))
    for name in ("killed", "whole"):
        with open_archive(tmp_path / f"{name}.db") as archive:
            run = playtest("tic-tac-toe", AGENTS, MATCHES, 9, archive=archive, resume=True)
            assert len(run.matches) == MATCHES
            export_json(archive, run.name, tmp_path / f"{name}.json")
    assert (tmp_path / "killed.json").read_bytes() == (tmp_path / "whole.json").read_bytes()
