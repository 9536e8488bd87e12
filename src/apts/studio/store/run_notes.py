"""What the studio knows of a run besides what its archive does: whose game it was, in which version, and what was wanted."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select

from apts.archive import RunManifest
from apts.archive.documents import manifest_digest
from apts.studio.store.database import Database
from apts.studio.store.schema import RUN_NOTES

_JOB = re.compile(r"studio job (\w+)")


def describe_job(job: str) -> str:
    """What the runs that a job plays beside its own say of where they come from."""
    return f"studio job {job}"


def job_of_run(manifest: RunManifest) -> str | None:
    """The job that played a run beside play-tests; None where that is not known."""
    found = _JOB.fullmatch(manifest.command)
    return None if found is None else found[1]


@dataclass(frozen=True)
class RunNote:
    """A note about the run of a manifest: the game of the store, its version and settings, the goals, the job."""

    game: str
    version: int | None
    settings: Mapping[str, Any]
    goals: tuple[str, ...]
    job: str


class RunNotes:
    """All notes, by what decides the matches of a run; a run that is renamed keeps its note."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def write(self, manifest: RunManifest, note: RunNote) -> None:
        """Write a note; one that is there is replaced."""
        digest = manifest_digest(manifest)
        row = {
            "digest": digest, "game": note.game, "version": note.version, "settings": json.dumps(dict(note.settings)),
            "goals": json.dumps(list(note.goals)), "job": note.job,
        }  # fmt: skip
        with self._database.writing() as connection:
            connection.execute(delete(RUN_NOTES).where(RUN_NOTES.c.digest == digest))
            connection.execute(insert(RUN_NOTES).values(**row))

    def of(self, manifest: RunManifest) -> RunNote | None:
        """The note about a run; None where it was not made in the studio."""
        wanted = select(RUN_NOTES).where(RUN_NOTES.c.digest == manifest_digest(manifest))
        with self._database.reading() as connection:
            row = connection.execute(wanted).first()
        if row is None:
            return None
        return RunNote(row.game, row.version, json.loads(row.settings), tuple(json.loads(row.goals)), row.job)
