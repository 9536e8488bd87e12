"""The example client of the documentation plays a match by a served studio."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.studio.served import Served

CLIENT = Path(__file__).parents[2] / "docs" / "studio-client.py"


def test_client_of_the_documentation_plays_a_whole_match(served: Served) -> None:
    done = subprocess.run(
        [sys.executable, str(CLIENT), served.address], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    moves, outcome = done.stdout.strip().splitlines()
    assert 7 <= len(moves.split()) <= 42
    assert "win" in outcome or "draw" in outcome


def test_client_of_the_documentation_has_twenty_lines() -> None:
    assert len([line for line in CLIENT.read_text().splitlines() if line.strip()]) <= 20
