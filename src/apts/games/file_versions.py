"""The versions of a file while somebody writes it: looked for again and again, whichever way an editor saves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

PATIENCE = 5
"""Looks in a row at which a file must be missing before it counts as gone; editors put a new one in its place."""

Wait = Callable[[], object]
"""Called between two looks at the file."""


def versions(path: Path, wait: Wait) -> Iterator[bool]:
    """Says True for each new content of a file, the present one first, and False when it is gone; it goes on for ever."""
    seen: bytes | None = None
    missing = 0
    stamp: tuple[int, int, int] | None = None
    while True:
        present = _stamp(path)
        if present is None:
            missing += 1
            if missing == PATIENCE or (missing == 1 and seen is None):
                missing, seen, stamp = PATIENCE, b"", None
                yield False
        elif present != stamp or missing:
            missing, stamp = 0, present
            content = _digest(path)
            if content is not None and content != seen:
                seen = content
                yield True
        wait()


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        known = path.stat()
    except OSError:
        return None
    return known.st_mtime_ns, known.st_size, known.st_ino


def _digest(path: Path) -> bytes | None:
    try:
        return sha256(path.read_bytes()).digest()
    except OSError:  # it vanished between two looks
        return None
