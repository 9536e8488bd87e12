"""What callers give to an archive: names of runs, numbers of matches, paths. What is none is refused with a sentence.

A database would take the text ``"1"`` for the number 1, and tell of everything else in words of its own.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from apts.archive.errors import ArchiveError
from apts.errors import AptsError
from apts.integers import MOST_MATCHES, whole_number

__all__ = ["MOST_MATCHES", "check_match_number", "check_number", "check_path", "check_run_name"]

_LARGEST = (1 << 63) - 1  # what a column of whole numbers holds


def check_run_name(run: Any) -> str:
    """The name of a run."""
    if not isinstance(run, str):
        raise ArchiveError(f"A run is called by its name, such as 'hex-1a2b3c4d', not by {run!r}.")
    return run


def check_number(what: str, number: Any, lowest: int | None = None, highest: int = _LARGEST) -> int:
    """A whole number; ``what`` says in the sentence of a refusal what it is."""
    try:
        return whole_number(what, number, lowest, highest)
    except AptsError as problem:
        raise ArchiveError(f"{problem}.") from None


def check_match_number(number: Any) -> int:
    """The number of a match."""
    return check_number("The number of a match", number)


def check_path(path: Any) -> Path:
    """The path of a file."""
    if not isinstance(path, str | os.PathLike) or not isinstance(os.fspath(path), str):
        raise ArchiveError(f"A file is named by its path, such as 'run.json', not by {path!r}.")
    if not os.fspath(path).strip() or "\0" in os.fspath(path):
        raise ArchiveError(f"{os.fspath(path)!r} is not the path of a file; give one such as 'run.json'.")
    return Path(path)
