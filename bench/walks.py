"""How many files of the package a user's errand passes through, and how often a call goes from one file to another.

``python -m bench.walks`` prints the table of ``docs/decisions/0012-files-of-one-subject.md``. A file counts when one of its
functions is called while the errand is done; what is run by an import alone does not count. Each errand is done twice, and
the second time is counted, when kernels are kept from the first.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

PACKAGE = str(Path(__file__).parents[1] / "src" / "apts") + os.sep

ERRANDS = {
    "a text to a playout": [["playouts", "connect-four", "--matches", "100"]],
    "a play-test to its report": [
        ["playtest", "connect-four", "--agents", "uct:iterations=100", "--matches", "20",
         "--workers", "1", "--report", "r.html"]
    ],
    "improve": [
        ["improve", "tic-tac-toe", "--goal", "seat-score between 0.4 and 0.6", "--matches", "200", "--agents", "random",
         "--workers", "1"]
    ],
    "publish": [["publish", "tic-tac-toe", "--out", "page.html"]],
    "train": [
        ["train", "tic-tac-toe", "--out", "training", "--size", "glance", "--cycles", "1", "--positions", "64",
         "--simulations", "4", "--measure", "0", "--workers", "1"]
    ],
}  # fmt: skip


class Walk:
    """The files that are called, and the calls between them."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.crossings = 0

    def watch(self, frame: FrameType, event: str, _argument: Any) -> None:
        """Note a call; what Python asks its profilers to do at every one."""
        if event != "call" or frame.f_code.co_name == "<module>":
            return
        file = frame.f_code.co_filename
        if not file.startswith(PACKAGE):
            return
        self.files.add(file)
        caller = frame.f_back.f_code.co_filename if frame.f_back is not None else ""
        if caller.startswith(PACKAGE) and caller != file:
            self.crossings += 1


@contextlib.contextmanager
def watched(walk: Walk) -> Iterator[None]:
    """All threads of this process are watched."""
    threading.setprofile(walk.watch)
    sys.setprofile(walk.watch)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def done(commands: list[list[str]], run: Callable[[list[str]], None]) -> Walk:
    """An errand done twice in an empty folder, and what the second time was seen of it."""
    before = Path.cwd()
    for walk in (Walk(), Walk()):
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                with (
                    contextlib.redirect_stdout(io.StringIO()),
                    contextlib.redirect_stderr(io.StringIO()),
                    watched(walk),
                ):
                    for command in commands:
                        run(command)
            finally:
                os.chdir(before)
    return walk


def run(words: list[str]) -> None:
    """One command in this process."""
    from apts.cli.commands import app

    with contextlib.suppress(SystemExit):
        app(words, prog_name="apts")


def main() -> None:
    """Print the table, or one row of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--errand", choices=list(ERRANDS))
    named = parser.parse_args().errand
    print("| errand | files | calls between files |\n| --- | --- | --- |")
    for name, commands in ERRANDS.items():
        if named in (None, name):
            walk = done(commands, run)
            print(f"| {name} | {len(walk.files)} | {walk.crossings:,} |", flush=True)


if __name__ == "__main__":
    main()
