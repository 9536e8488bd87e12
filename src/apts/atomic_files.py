"""Files that are written whole or not at all: a reader sees the old one or the new one, never half of it.

Folders that are missing on the way to a file are made when it is written.
"""

from __future__ import annotations

import errno
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from apts.input_checks import shown

SHARED = 0o644
"""Who may read the file: everybody. Temporary files are for their owner alone."""

PRIVATE = 0o600
"""Who may read the file: its owner alone."""


def hindrance(path: Path) -> str | None:
    """Why no file can be written there, as a part of a sentence; None where one can, or folders can be made for it."""
    above = next((folder for folder in path.absolute().parents if folder.exists()), Path("/"))
    if not above.is_dir():
        return f"{str(above)!r} is not a folder"
    return None if os.access(above, os.W_OK) else f"{str(above)!r} may not be written to"


def make_folder(folder: Path) -> None:
    """Make a folder, and those it lies in, where they are missing; a file in the way is an error that says so."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from None


@contextmanager
def atomic_file(path: Path, mode: int = SHARED, *, synced: bool = False) -> Iterator[IO[bytes]]:
    """A file to write to that takes its name at the end, or disappears if something went wrong.

    A device or a pipe takes what it is given. With ``synced`` the content is on the disk before it takes its name, so that
    a machine that stops in between leaves the old file.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            yield stream
        return
    make_folder(path.parent)
    handle, unfinished = tempfile.mkstemp(prefix=f".{path.name[:100]}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            if synced:
                stream.flush()
                os.fsync(stream.fileno())
        os.chmod(unfinished, mode)
        os.replace(unfinished, path)
    except BaseException:
        os.unlink(unfinished)
        raise


def atomic_write(path: Path, content: bytes, mode: int = SHARED) -> None:
    """Write a file in one step."""
    with atomic_file(path, mode) as stream:
        stream.write(content)


# ----------------------------------------------------------------------------------------------------------------
# Names of games as parts of file names.

MOST_BYTES = 200
"""Of the name of a file; disks take 255."""


def file_of(name: str, ending: str) -> str:
    """A file in the present folder, called as something is whose name may have signs that lead elsewhere, or too many.

    >>> file_of("baseline", ".html"), file_of("../a/b", ".json"), file_of("a\\nb", ".json")
    ('baseline.html', 'a-b.json', 'a-x0ab.json')
    """
    stem = re.sub(r"[/\\:]+", "-", shown(name).lstrip("./\\"))
    return (stem.encode()[:MOST_BYTES].decode(errors="ignore") or "run") + ending


def file_stem(name: str, otherwise: str = "game") -> str:
    """A name in small letters and digits with hyphens between them; another word where nothing of it is left.

    >>> file_stem("Nine Men's Morris")
    'nine-men-s-morris'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or otherwise
