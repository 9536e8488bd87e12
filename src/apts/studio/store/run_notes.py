"""What the studio knows of a run besides what its archive does: whose game it was, in which version, and what was wanted."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import delete, insert, select

from apts.archive import RunManifest
from apts.archive.records import manifest_digest
from apts.atomic_files import PRIVATE, atomic_write
from apts.studio.settings import private_folder
from apts.studio.store.database import RUN_NOTES, Database
from apts.studio.store.jobs import Job
from apts.version import apts_version

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

    @classmethod
    def of(cls, job: Job) -> RunNote:
        """The note about a run that a job plays."""
        game = job.asked_game
        return cls(job.game, game.version, game.settings, job.asked_goals, job.id)


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


# ----------------------------------------------------------------------------------------------------------------
# What was worked out about a run, as files: what it shows in short, its charts, its reports.
#
# They are kept under what they follow from: what decides the matches, how many there are, and what was wanted. A
# run that grows gets new ones.

FORM = 3
"""Raised when what is kept changes its form; papers of another form are not read."""


class RunArtifacts:
    """The files about one run at one number of matches."""

    def __init__(self, folder: Path, manifest: RunManifest, matches: int, goals: Sequence[str] = ()) -> None:
        decided = json.dumps([apts_version(), FORM, matches, sorted(goals)])
        self._run = folder / "papers" / manifest_digest(manifest)[:32]
        self._place = self._run / hashlib.sha256(decided.encode()).hexdigest()[:16]

    @property
    def key(self) -> str:
        """What tells these papers from all others."""
        return f"{self._run.name[:16]}-{self._place.name}"

    def load(self, name: str) -> Any | None:
        """What is kept under a name, as JSON values; None where nothing is."""
        try:
            return json.loads((self._place / f"{name}.json").read_bytes())
        except (OSError, ValueError):
            return None

    def store(self, name: str, values: Any) -> Any:
        """Keep JSON values under a name; gives them back."""
        self.write(f"{name}.json", json.dumps(values, ensure_ascii=False))
        return values

    def text(self, name: str) -> str | None:
        """The text of a file; None where there is none."""
        try:
            return (self._place / name).read_text(encoding="utf-8")
        except OSError:
            return None

    def write(self, name: str, text: str) -> None:
        """Keep a file."""
        for folder in (self._run.parent, self._run, self._place):
            private_folder(folder)
        atomic_write(self._place / name, text.encode(), PRIVATE)

    def remove(self) -> None:
        """Throw away everything about the run, at whatever number of matches."""
        shutil.rmtree(self._run, ignore_errors=True)
