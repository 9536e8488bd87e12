"""What commands take that are over in a moment: processor-seconds, with machine code kept, medians of several runs.

Python keeps the bytecode of modules, unless ``PYTHONDONTWRITEBYTECODE`` is set and none is there; the last column is
what a command takes then. Give ``--beside`` the folder of another checkout to measure both in turns.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = (
    "games",
    "show connect-four",
    "rules connect-four",
    "check connect-four.lud",
    "playouts connect-four --matches 100",
    "play connect-four --agents random,random --seed 1",
    "analyze connect-four --agent uct:iterations=1000",
)


def seconds(tree: Path, command: str, scratch: Path) -> float:
    """The processor time of one run of a command of a tree, that of the system included."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(tree / "src"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "APTS_CACHE": str(scratch / "kernels"),
    }
    program = [sys.executable, "-c", "from apts.cli import main; main()", *command.split()]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(program, env=environment, cwd=scratch, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def copied(tree: Path, folder: Path, *, compiled: bool) -> Path:
    """A copy of the modules of a tree, with their bytecode or without."""
    shutil.copytree(tree / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
    if compiled:
        subprocess.run([sys.executable, "-m", "compileall", "-q", str(folder / "src")], check=True)
    return folder


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beside", type=Path, help="the folder of another checkout")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--commands", nargs="*", default=COMMANDS)
    given = parser.parse_args()
    trees = [ROOT, *([given.beside] if given.beside else [])]
    print("| command | tree | seconds | without bytecode |")
    print("| --- | --- | ---: | ---: |")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ways = {
            (place, compiled): copied(tree, folder / f"{place}-{compiled}", compiled=compiled)
            for place, tree in enumerate(trees)
            for compiled in (True, False)
        }
        shutil.copy(ROOT / "src/apts/games/shipped/connect-four.lud", folder)
        for command in given.commands:
            taken: dict[tuple[int, bool], list[float]] = {way: [] for way in ways}
            for run in range(given.runs + 1):
                for way, tree in ways.items():
                    found = seconds(tree, command, folder)
                    if run:  # the first one compiles what is kept
                        taken[way].append(found)
            for place, tree in enumerate(trees):
                kept, none = (statistics.median(taken[place, compiled]) for compiled in (True, False))
                print(f"| `{command}` | {tree.name} | {kept:.3f} | {none:.3f} |", flush=True)


if __name__ == "__main__":
    main()
