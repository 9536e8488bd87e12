"""A process that is killed while it stores matches leaves an archive that can be resumed to the same bytes."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from apts.archive import export_json, open_archive
from tests.archive.samples import manifest, match

ROOT = Path(__file__).parents[2]
TOTAL = 60
PROGRAM = """
import sys, time
from apts.archive import MatchWriter, open_archive
from tests.archive.samples import manifest, match
with open_archive(sys.argv[1]) as archive:
    run = archive.start(manifest(), "run")
    print("ready", flush=True)
    with MatchWriter(archive, run, matches=3) as writer:
        for number in reversed(archive.missing(run, 60)):
            writer.add(match(number))
            time.sleep(0.002)
"""


def killed_after(seconds: float, address: str) -> None:
    """Let a process store matches and kill it so long after it began to."""
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, address], cwd=ROOT, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(seconds)
    process.kill()
    process.wait()
    process.stdout.close()


@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.long)])
def test_killed_process_leaves_an_archive_that_resumes_to_the_same_bytes(
    address: str, tmp_path: Path, kills: int
) -> None:
    stream = random.Random(kills)
    for _ in range(kills):
        killed_after(stream.uniform(0.0, 0.2 / kills), address)
        with open_archive(address, create=False) as archive:
            numbers = archive.numbers("run")
            # Stored from the last to the first, in threes: nothing is missing in between.
            assert numbers == tuple(range(TOTAL - len(numbers) + 1, TOTAL + 1))
            assert [found.number for found in archive.matches("run")] == list(numbers)
    with open_archive(address) as archive:
        archive.add("run", [match(number) for number in archive.missing("run", TOTAL)])
        export_json(archive, "run", tmp_path / "resumed.json")
    with open_archive(tmp_path / "whole.db") as archive:
        archive.start(manifest(), "run")
        archive.add("run", [match(number) for number in range(1, TOTAL + 1)])
        export_json(archive, "run", tmp_path / "whole.json")
    assert (tmp_path / "resumed.json").read_bytes() == (tmp_path / "whole.json").read_bytes()
