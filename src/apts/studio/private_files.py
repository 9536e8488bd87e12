"""Files and folders of a studio are for the account that runs it alone, whatever its umask is and however old they are."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600

OWN = ("studio.db", "archive.db", "queue.db", "models", "jobs", "answers", "papers", "token", "open.html")
"""What a studio keeps in its folder; nothing else in there is touched."""

_BESIDE_DATABASES = ("", "-wal", "-shm", "-journal")


def private_umask() -> None:
    """Let whatever this process and its children make from now on be readable by its account alone."""
    os.umask(0o077)


def private_folder(folder: Path) -> Path:
    """Make a folder that nobody else may look into, or close one that is there already."""
    folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
    _tighten(folder, PRIVATE_FOLDER)
    return folder


def private_database(file: Path) -> Path:
    """Make an empty file for an SQLite database before SQLite makes one that others may read; its companions follow it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE_FILE))
    for ending in _BESIDE_DATABASES:
        _tighten(file.with_name(file.name + ending), PRIVATE_FILE)
    return file


def private_studio_folder(folder: Path) -> None:
    """Make the folder of a studio, or close an older one, with everything that the studio keeps in it.

    A folder that is also something else (a home, the present one or one that it lies in, one shared by all accounts) keeps
    its own permissions; what the studio keeps in it is closed all the same.
    """
    fresh = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
    if fresh or _is_for_the_studio_alone(folder):
        _tighten(folder, PRIVATE_FOLDER)
    for name in OWN:
        for ending in _BESIDE_DATABASES if name.endswith(".db") else ("",):
            _tighten_all(folder / f"{name}{ending}")


def _is_for_the_studio_alone(folder: Path) -> bool:
    with suppress(OSError, RuntimeError):
        place, present = folder.resolve(), Path.cwd().resolve()
        shared = place.stat().st_mode & stat.S_ISVTX
        return not shared and place != Path.home().resolve() and place != present and place not in present.parents
    return False


def _tighten_all(place: Path) -> None:
    if place.is_symlink():
        return
    if not place.is_dir():
        _tighten(place, PRIVATE_FILE)
        return
    _tighten(place, PRIVATE_FOLDER)
    for inside, folders, files in os.walk(place):  # does not follow links to other folders
        for name in folders:
            _tighten(Path(inside, name), PRIVATE_FOLDER)
        for name in files:
            _tighten(Path(inside, name), PRIVATE_FILE)


def _tighten(place: Path, mode: int) -> None:
    """Take away what others may do; links lead elsewhere and stay, and so does what belongs to another account."""
    with suppress(OSError):
        if not place.is_symlink() and stat.S_IMODE(place.stat().st_mode) & ~mode:
            place.chmod(mode)
