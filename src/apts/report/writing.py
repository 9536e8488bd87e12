"""Reports and rules as files: looked at before matches are played, written whole or not at all."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from apts.atomic_files import atomic_write, hindrance
from apts.errors import AptsError

KEPT = {".lud": "rules", ".py": "a program", ".toml": "goals or settings", ".db": "an archive"}
"""Endings of files that people write themselves or keep matches in; nothing else is written over them."""


def check_target(path: str | PathLike[str], replaced: str = "") -> Path:
    """The path of a file, if it can be written; anything else raises an error that says what is in the way.

    A file that is there already and looks like somebody's own work stands in the way, unless it has the ending that may
    be ``replaced``.
    """
    target = Path(path)
    if not str(path).strip():
        raise AptsError("a file name is needed, such as report.html")
    try:
        if target.is_dir():
            raise AptsError(f"{str(target)!r} is a folder, so nothing can be written to it; name a file in it")
        if target.exists() and not target.is_file():
            return target  # a device or a pipe takes what it is given
        ending = target.suffix.lower()
        if ending in KEPT and ending != replaced and target.exists():
            raise AptsError(f"{str(target)!r} exists already and holds {KEPT[ending]}; name another file")
        hindered = hindrance(target)
        if hindered is not None:
            raise AptsError(f"{str(target)!r} cannot be written: {hindered}")
    except (OSError, ValueError) as problem:  # a name that is too long, or has a zero in it
        raise AptsError(f"{str(target)!r} cannot be written: {_reason(problem)}") from None
    return target


def write_file(path: str | PathLike[str], text: str, replaced: str = "") -> Path:
    """Write a file of text in one step, so that a reader never sees half of it; nothing is left when that fails."""
    return write_bytes(path, text.encode(), replaced)


def write_bytes(path: str | PathLike[str], content: bytes, replaced: str = "") -> Path:
    """Write a file in one step, so that a reader never sees half of it; nothing is left behind when that fails."""
    target = check_target(path, replaced)
    try:
        atomic_write(target, content)
    except OSError as problem:
        raise AptsError(f"{str(target)!r} cannot be written: {_reason(problem)}") from None
    return target


def _reason(problem: Exception) -> str:
    return getattr(problem, "strerror", None) or str(problem)
