"""Files of the user's cache that say of themselves whether they are as they were written.

A file is one JSON object with a digest of what is in it. Nothing of it is used before all of it was checked.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from apts.errors import AptsError

MOST_BYTES = 1_000_000
DIGEST = "digest"


class DamagedFile(AptsError):
    """A file that was kept is not what was written."""


def checked_bytes(data: Mapping[str, Any]) -> bytes:
    """The content of a file with this data."""
    return (json.dumps({DIGEST: digest_of(data), **data}, indent=1) + "\n").encode()


def digest_of(data: Mapping[str, Any]) -> str:
    """What the data is checked by."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def checked_data(path: Path, what: str) -> dict[str, Any]:
    """The data in a file, if every byte of it is as it was written; else an error says what is wrong.

    ``what`` is kept there, as in ``the evaluation``.
    """
    try:
        with path.open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
        data = json.loads(content)
    except OSError as problem:
        raise DamagedFile(f"{path}: {what} cannot be read: {problem.strerror or problem}") from None
    except (ValueError, RecursionError):
        raise DamagedFile(f"{path}: {what} that was kept here is damaged: this is no JSON") from None
    if not isinstance(data, dict) or data.pop(DIGEST, None) != digest_of(data):
        raise DamagedFile(f"{path}: {what} that was kept here is damaged: it is not what was written")
    return data
