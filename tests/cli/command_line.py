"""The command line as a person meets it: another process, its output and its exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Answer:
    """What a command printed and how it ended."""

    code: int
    output: str
    complaint: str

    @property
    def json(self) -> Any:
        """The output read as JSON."""
        return json.loads(self.output)


def apts(*words: str | Path, typed: str = "", folder: Path | None = None) -> Answer:
    """Run a command in a folder, with what is typed into it."""
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    program = [sys.executable, "-c", "from apts.cli import main; main()"]
    done = subprocess.run(
        [*program, *map(str, words)],
        input=typed,
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
        timeout=300,
        check=False,
    )
    return Answer(done.returncode, done.stdout, done.stderr)
