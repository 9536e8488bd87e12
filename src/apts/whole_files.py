"""Files that are written whole or not at all: a reader sees the old one or the new one, never half of it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

SHARED = 0o644
"""Who may read the file: everybody. Temporary files are for their owner alone."""

PRIVATE = 0o600
"""Who may read the file: its owner alone."""


@contextmanager
def whole_file(path: Path, mode: int = SHARED) -> Iterator[IO[bytes]]:
    """A file to write to that takes its name at the end, or disappears if something went wrong."""
    handle, unfinished = tempfile.mkstemp(prefix=f".{path.name[:100]}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        os.chmod(unfinished, mode)
        os.replace(unfinished, path)
    except BaseException:
        os.unlink(unfinished)
        raise


def write_whole(path: Path, content: bytes, mode: int = SHARED) -> None:
    """Write a file in one step."""
    with whole_file(path, mode) as stream:
        stream.write(content)
