"""Short commands are over before the collector of garbage has looked at what they imported."""

from __future__ import annotations

import subprocess
import sys


def told(program: str, *words: str) -> list[str]:
    """The last line that a program of its own prints."""
    done = subprocess.run([sys.executable, "-c", program, *words], check=True, capture_output=True, text=True)
    return done.stdout.splitlines()[-1].split()


def test_short_command_collects_nothing_while_it_starts_or_ends() -> None:
    collections, frozen = told(
        "import atexit, gc\n"
        "from apts.cli import main\n"
        "gc.collect()\n"
        "before = sum(part['collections'] for part in gc.get_stats())\n"
        "def tell():\n"
        "    print(sum(part['collections'] for part in gc.get_stats()) - before, gc.get_freeze_count() > 0)\n"
        "atexit.register(tell)\n"  # what was registered first is called last
        "main()",
        "show",
        "tic-tac-toe",
    )
    assert (collections, frozen) == ("0", "True")


def test_from_the_first_collection_on_all_is_as_usual() -> None:
    assert (
        told(
            "import gc\n"
            "from apts.cli import OBJECTS_BEFORE_GC, defer_gc\n"
            "usual = gc.get_threshold()\n"
            "defer_gc()\n"
            "late = gc.get_threshold()\n"
            "rings = [[] for _ in range(OBJECTS_BEFORE_GC + 1_000)]\n"
            "print(late[0] == OBJECTS_BEFORE_GC, gc.get_threshold() == usual, gc.callbacks == [], gc.isenabled())"
        )
        == ["True"] * 4
    )
