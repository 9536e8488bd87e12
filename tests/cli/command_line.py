"""The command line as a person meets it: its output and its exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest.mock import patch

from apts.cli import settings
from apts.cli.commands import app
from apts.cli.error_boundary import run_in_error_boundary

SHOWN = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
"""How the terminal is, for all that is printed."""


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


def apts(*words: str | Path, typed: str = "", folder: Path | None = None, columns: int = 100) -> Answer:
    """Run a command in a folder, with what is typed into it, as its process would; see :func:`apts_process`."""
    output, complaint = (TextIOWrapper(BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    with (
        patch.dict(os.environ, {**SHOWN, "COLUMNS": str(columns)}),
        patch.object(sys, "argv", ["apts", *map(str, words)]),
        patch.object(sys, "stdin", TextIOWrapper(BytesIO(typed.encode()), encoding="utf-8")),
        patch.object(settings, "_TOLD", set[str]()),
        redirect_stdout(output),
        redirect_stderr(complaint),
        _inside(folder),
    ):
        try:
            code: Any = run_in_error_boundary(app)
        except SystemExit as end:
            code = end.code
    for stream in (output, complaint):
        stream.flush()
    texts = [stream.buffer.getvalue().decode() for stream in (output, complaint)]  # type: ignore[attr-defined]
    return Answer(code if isinstance(code, int) else int(code is not None), *texts)


@contextmanager
def _inside(folder: Path | None) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder or before)
    try:
        yield
    finally:
        os.chdir(before)


def apts_process(*words: str | Path, typed: str = "", folder: Path | None = None) -> Answer:
    """Run a command in a process of its own, for what a process shares: modules, registered agents, working folders."""
    program = [sys.executable, "-c", "from apts.cli import main; main()"]
    done = subprocess.run(
        [*program, *map(str, words)],
        input=typed,
        capture_output=True,
        text=True,
        env={**os.environ, **SHOWN},
        cwd=folder,
        timeout=300,
        check=False,
    )
    return Answer(done.returncode, done.stdout, done.stderr)
