"""ONNX Runtime is imported only when a model plays, and leaves nothing behind in the user's folders."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys
from apts.cli import main
try:
    main()
finally:
    print("imported" if "onnxruntime" in sys.modules else "not imported", file=sys.stderr)
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["games"], "not imported"),
        (["analyze", "tic-tac-toe", "--agent", "random"], "not imported"),
        (["arena", "tic-tac-toe", "random", "greedy", "--matches", "2"], "not imported"),
        (
            ["playtest", "tic-tac-toe", "--agents", "random", "--matches", "2", "--archive", "{home}/a.db"],
            "not imported",
        ),
        (["arena", "tic-tac-toe", "random", "no-such-agent", "--matches", "2"], "not imported"),
        (["analyze", "tic-tac-toe", "--agent", "model:tic-tac-toe,simulations=2"], "imported"),
    ],
)
def test_nothing_is_left_in_the_folders_of_the_user(words: list[str], wanted: str, tmp_path: Path) -> None:
    home, cache = tmp_path / "home", tmp_path / "cache"
    home.mkdir()
    kept = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    folders = {"HOME": str(home), "XDG_CACHE_HOME": str(cache), "XDG_DATA_HOME": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *(word.format(home=home) for word in words)],
        capture_output=True, text=True, timeout=300, check=False, env={**kept, **folders},
    )  # fmt: skip
    assert done.stderr.strip().splitlines()[-1] == wanted, done.stderr
    left = [str(path) for path in tmp_path.rglob("*") if "apts" not in str(path.relative_to(tmp_path))]
    assert not [path for path in left if "Microsoft" in path or "onnx" in path.lower()]
