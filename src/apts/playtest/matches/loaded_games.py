"""The games of Python files that this user has loaded himself: only their code is run when a run is opened again.

A run is data, and whoever writes it writes which file it names and which digest that file should have. So the list lies
outside of every archive, in the user's own data folder, where nobody else may write. An entry is a file of its own, which
is called by the digest of everything that was loaded: the file, the class, its arguments, and all files that it is made of.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from apts.atomic_files import PRIVATE, atomic_write

MOST = 2000
"""Entries that are kept; beyond that the oldest go."""


def data_folder() -> Path | None:
    """Where a user's own data lie: ``APTS_DATA``, or the data folder of the user; None for one without a home."""
    given = os.environ.get("APTS_DATA")
    if given:
        return Path(given)
    try:
        return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "apts"
    except RuntimeError:
        return None


def note_loaded(source: Mapping[str, Any]) -> None:
    """Remember that this user has loaded the game of a source; a disk that takes no file is no obstacle."""
    folder, entry = _folder(create=True), _entry(source)
    if folder is None:
        return
    try:
        place = folder / _name(entry)
        if not place.exists():
            atomic_write(place, entry, PRIVATE)
            _drop_the_oldest(folder)
    except OSError:
        return


def was_loaded(source: Mapping[str, Any]) -> bool:
    """Whether this user has loaded the very game of a source: the same files, class and arguments."""
    folder, entry = _folder(create=False), _entry(source)
    if folder is None:
        return False
    try:
        handle = os.open(folder / _name(entry), os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
        with os.fdopen(handle, "rb") as file:
            return _is_own(os.fstat(handle)) and file.read(len(entry) + 1) == entry
    except OSError:
        return False


def note_file(path: Path) -> None:
    """Remember that this user has loaded a Python file as it is now."""
    if (source := _file_now(path)) is not None:
        note_loaded(source)


def file_was_loaded(path: Path) -> bool:
    """Whether this user has loaded a Python file as it is now."""
    source = _file_now(path)
    return source is not None and was_loaded(source)


def _file_now(path: Path) -> dict[str, str] | None:
    try:
        return {"file": str(path.resolve()), "text": hashlib.sha256(path.read_bytes()).hexdigest()}
    except (OSError, ValueError, RuntimeError):
        return None


def _entry(source: Mapping[str, Any]) -> bytes:
    return json.dumps(source, sort_keys=True, ensure_ascii=True, indent=1).encode() + b"\n"


def _name(entry: bytes) -> str:
    return hashlib.sha256(entry).hexdigest() + ".json"


def _folder(*, create: bool) -> Path | None:
    """The folder of the list, if it is this user's alone."""
    base = data_folder()
    if base is None:
        return None
    folder = base / "loaded-games"
    try:
        if create:
            base.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
        return folder if all(_is_own(os.lstat(part)) for part in (base, folder)) else None
    except OSError:
        return None


def _is_own(status: os.stat_result) -> bool:
    """Whether something (no link) belongs to this user, and nobody else may write to it."""
    own = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    return own and not stat.S_ISLNK(status.st_mode) and not status.st_mode & 0o022


def _drop_the_oldest(folder: Path) -> None:
    entries = sorted(folder.glob("*.json"), key=lambda entry: entry.stat().st_mtime)
    for entry in entries[: max(0, len(entries) - MOST)]:
        entry.unlink(missing_ok=True)
