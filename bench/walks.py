"""How many files of the package a user's errand passes through, and how often a call goes from one file to another.

``python -m bench.walks --out bench/results/files.md`` writes the page of figures that
``docs/decisions/0012-files-of-one-subject.md`` refers to. A file counts when one of its functions is called. Each errand is
done in two new processes after one that compiles what it needs:

- *the work*: what is called when the same errand was done before in the process, so that everything is imported;
- *in a new process*: what is called in all, with what registers itself or computes a table while it is imported.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
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


ERRANDS_BEFORE = dict(zip(ERRANDS, (160, 397, 325, 262, 223), strict=True))
"""How many files each errand went through before files were put together, in a new process."""

ENGINE = f"{PACKAGE}engine{os.sep}"


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


def done(commands: list[list[str]], times: int) -> Walk:
    """An errand done so many times, each in an empty folder, and what the last time was seen of it."""
    before = Path.cwd()
    for walk in [Walk() for _ in range(times)]:
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


def seen(name: str, times: int) -> dict[str, int]:
    """What a new process sees of an errand that it does so many times."""
    command = [sys.executable, "-m", "bench.walks", "--errand", name, "--times", str(times)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    counted: dict[str, int] = json.loads(printed.splitlines()[-1])
    return counted


def errand_rows() -> Iterator[str]:
    """A row of the table for every errand."""
    for name, before in ERRANDS_BEFORE.items():
        seen(name, 1)
        first, work = seen(name, 1), seen(name, 2)
        yield (
            f"| {name} | {before} | {first['files']} ({first['engine']}) | {work['files']} ({work['engine']}) "
            f"| {work['calls']:,} |"
        )


def file_rows() -> Iterator[str]:
    """How many files there are outside of the engine, and how long they are."""
    files = [file for file in Path(PACKAGE).rglob("*.py") if ENGINE not in str(file)]
    lines = [len(file.read_text(encoding="utf-8").splitlines()) for file in files]
    yield f"| files outside of `engine/` | 746 | {len(files)} |"
    yield f"| their lines, median | 82 | {statistics.median(lines):.0f} |"
    yield f"| the longest | 500 | {max(lines)} |"


def page() -> str:
    """The page of figures."""
    return (
        "# How many files\n\n"
        "Made by `python -m bench.walks --out bench/results/files.md`; *before* is November 2026, before version 0.9 "
        "([why files were put together](../../docs/decisions/0012-files-of-one-subject.md)).\n\n"
        "| | before | now |\n| --- | --- | --- |\n" + "\n".join(file_rows()) + "\n\n"
        "What a command goes through. A file counts when one of its functions is called; in brackets, how many are in "
        "`engine/`.\n*In a new process* counts what registers itself while it is imported, as the column *before* does; "
        "*the work* is what is called\nwhen all is imported.\n\n"
        "| errand | before, in a new process | in a new process | the work | calls between files in the work |\n"
        "| --- | --- | --- | --- | --- |\n" + "\n".join(errand_rows()) + "\n"
    )


def main() -> None:
    """Write the page, or print what is seen of one errand."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--errand", choices=list(ERRANDS))
    parser.add_argument("--times", type=int, default=2, help="how often the errand is done; the last time is counted")
    parser.add_argument("--out", type=Path, help="the page to write")
    given = parser.parse_args()
    if given.errand is not None:
        walk = done(ERRANDS[given.errand], given.times)
        engine = sum(ENGINE in file for file in walk.files)
        print(json.dumps({"files": len(walk.files), "engine": engine, "calls": walk.crossings}))
    elif given.out is None:
        print(page(), end="")
    else:
        given.out.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
