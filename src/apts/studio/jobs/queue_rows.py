"""What stands in the queue for a job: its id, as JSON. Whoever can write to the queue can name jobs, and nothing else."""

from __future__ import annotations

import json
import logging
import re
from typing import Any

from huey.registry import Message
from huey.serializer import Serializer

FORMAT = "apts job"
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LONGEST = 1000
"""Bytes of a row at most; those of a job are about a hundred."""
_LOG = logging.getLogger("apts.studio")

NO_JOB = ""
"""The id that is read from a row that names none; no job is called so, so that nothing is done."""


class JobRows(Serializer):  # type: ignore[misc]  # Huey has no types
    """Writes and reads the rows of the queue. ``task`` is what Huey calls the one function that it runs.

    Older versions wrote Python objects (pickle). Such rows are thrown away: at its start the studio puts all jobs that
    wait into the queue again.
    """

    def __init__(self, task: str) -> None:
        super().__init__()
        self._task = task

    def serialize(self, data: Any) -> bytes:
        """The row of a job; anything else that Huey might keep is refused."""
        if not isinstance(data, Message) or len(data.args) != 1 or not _is_id(data.args[0]) or data.kwargs:
            raise TypeError(f"only jobs are put into the queue of the studio, not {type(data).__name__}")
        return json.dumps({"format": FORMAT, "job": data.args[0], "id": data.id}).encode()

    def deserialize(self, data: Any) -> Message:
        """The job of a row; one that names none when the row is something else."""
        row = _row(data)
        if row is None:
            _LOG.warning("a row of the queue names no job of this version of the studio; it is thrown away")
            row = {"job": NO_JOB, "id": "none"}
        return Message(
            id=row["id"], name=self._task, retries=0, retry_delay=0, args=(row["job"],), kwargs={}, retry_backoff=None
        )


def _row(data: Any) -> dict[str, str] | None:
    if not isinstance(data, bytes | bytearray | memoryview | str) or len(data) > _LONGEST:
        return None
    try:
        found = json.loads(data if isinstance(data, str) else bytes(data))
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or found.keys() != {"format", "job", "id"} or found["format"] != FORMAT:
        return None
    return found if _is_id(found["job"]) and _is_id(found["id"]) else None


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and _ID.fullmatch(value) is not None
