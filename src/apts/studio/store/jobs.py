"""Jobs: what was asked for, how far it is, what came of it."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, get_args

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from apts.archive import RunManifest
from apts.archive.records import manifest_digest
from apts.atomic_files import PRIVATE, atomic_write
from apts.errors import AptsError
from apts.studio.rates import ASKER
from apts.studio.settings import private_folder
from apts.studio.store.database import JOB_SHARES, JOBS, OWNER_USE, RUN_NOTES, Database, new_id, now
from apts.version import apts_version

JobState = Literal["waiting", "running", "done", "failed", "stopped"]
STATES: tuple[JobState, ...] = get_args(JobState)
ENDED: tuple[JobState, ...] = ("done", "failed", "stopped")


MOST_UNFINISHED = 20
"""Jobs of one designer that wait or run at once."""


class TooManyJobs(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """One job more than somebody may have at once."""


class NoSuchJob(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """A job that the studio does not have."""


@dataclass(frozen=True)
class JobGame:
    """How the game of a job is taken: its version, where it is an own one, and settings, with these in words by language."""

    version: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    told_settings: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, request: Mapping[str, Any]) -> JobGame:
        """What the request of a job says of it, that of an older studio too."""
        version = request.get("version")
        return cls(
            None if version is None else int(version), request.get("settings") or {}, request.get("told_settings") or {}
        )

    def as_data(self) -> dict[str, Any]:
        """What the request of a job keeps of it."""
        told = {"told_settings": dict(self.told_settings)} if self.told_settings else {}
        return {"version": self.version, "settings": dict(self.settings), **told}


@dataclass(frozen=True)
class Job:
    """A job. ``request`` is what was asked for, ``progress`` what is known so far, ``result`` what came of it, all as JSON
    values; ``error`` is a sentence where it failed."""

    id: str
    kind: str
    game: str
    title: str
    request: Mapping[str, Any]
    state: JobState
    progress: Mapping[str, Any]
    result: Mapping[str, Any]
    error: str | None
    stopping: bool
    created: str
    started: str | None
    ended: str | None

    @property
    def asked_game(self) -> JobGame:
        """The version of the game and the settings that were asked for."""
        return JobGame.read(self.request)

    @property
    def asked_goals(self) -> tuple[Any, ...]:
        """The goals that were asked for, as JSON has them."""
        return tuple(self.request.get("goals") or ())

    @property
    def over(self) -> bool:
        """Whether nothing more will happen to it unless somebody asks for it again."""
        return self.state in ENDED


class Jobs:
    """All jobs of a studio; the server and the workers see the same."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, kind: str, game: str, title: str, job_request: Mapping[str, Any]) -> Job:
        """Write down a new job of who asks; it waits until a worker takes it. One may have only so many at once."""
        row = {
            "id": new_id(), "kind": kind, "game": game, "title": title, "orders": json.dumps(job_request),
            "state": "waiting", "progress": "{}", "result": "{}", "error": None, "stopping": False, "created": now(),
        }  # fmt: skip
        with self._database.writing() as connection:
            connection.execute(insert(JOBS).values(**row))
            self._own(connection, str(row["id"]))
        return self.job(str(row["id"]))

    def job(self, id: str) -> Job:
        """A job by its id."""
        with self._database.reading() as connection:
            row = connection.execute(select(JOBS).where(JOBS.c.id == id)).first()
        if row is None:
            raise NoSuchJob(f"there is no job {id!r}; it may have been deleted")
        return _job(row)

    def listed(self, *, kind: str | None = None, game: str | None = None, most: int = 100) -> tuple[Job, ...]:
        """Jobs, the newest first."""
        wanted = select(JOBS).order_by(JOBS.c.created.desc()).limit(most)
        if kind is not None:
            wanted = wanted.where(JOBS.c.kind == kind)
        if game is not None:
            wanted = wanted.where(JOBS.c.game == game)
        with self._database.reading() as connection:
            return tuple(_job(row) for row in connection.execute(wanted))

    def unfinished(self) -> tuple[Job, ...]:
        """The jobs that wait or run, the oldest first."""
        wanted = select(JOBS).where(JOBS.c.state.in_(("waiting", "running"))).order_by(JOBS.c.created)
        with self._database.reading() as connection:
            return tuple(_job(row) for row in connection.execute(wanted))

    def running(self) -> tuple[Job, ...]:
        """The jobs that run."""
        return tuple(job for job in self.unfinished() if job.state == "running")

    def claim(self, id: str) -> bool:
        """Take a waiting job to run it; only one worker can."""
        claimed = (
            update(JOBS)
            .where(JOBS.c.id == id, JOBS.c.state == "waiting")
            .values(state="running", started=now(), error=None)
        )
        with self._database.writing() as connection:
            return connection.execute(claimed).rowcount == 1

    def report(self, id: str, progress: Mapping[str, Any]) -> None:
        """Say how far a job is."""
        self._set(id, progress=json.dumps(progress))

    def found(self, id: str, result: Mapping[str, Any]) -> None:
        """Keep what came of a job, also before it ends."""
        self._set(id, result=json.dumps(result))

    def end(self, id: str, state: JobState, error: str | None = None) -> None:
        """Say that a job has ended, and how."""
        self._set(id, state=state, error=error, ended=now(), stopping=False)

    def ask_to_stop(self, id: str) -> None:
        """Ask a job to stop; one that still waits stops at once."""
        with self._database.writing() as connection:
            connection.execute(update(JOBS).where(JOBS.c.id == id, JOBS.c.state == "running").values(stopping=True))
            waiting = update(JOBS).where(JOBS.c.id == id, JOBS.c.state == "waiting")
            connection.execute(waiting.values(state="stopped", ended=now()))

    def wait_again(self, id: str) -> None:
        """Let a job wait for a worker once more, after its worker was lost or somebody wants it to go on."""
        values = {"state": "waiting", "stopping": False, "ended": None, "error": None}
        with self._database.writing() as connection:
            connection.execute(update(JOBS).where(JOBS.c.id == id).values(**values))
            self._own(connection, id)

    def yield_place(self, id: str) -> None:
        """A job whose process ended so that others run: it waits again, unless somebody asked it to stop meanwhile."""
        with self._database.writing() as connection:
            own = update(JOBS).where(JOBS.c.id == id)
            connection.execute(own.where(JOBS.c.stopping.is_(False)).values(state="waiting"))
            ended = {"state": "stopped", "stopping": False, "ended": now()}
            connection.execute(own.where(JOBS.c.stopping.is_(True)).values(**ended))

    def change_request(self, id: str, job_request: Mapping[str, Any]) -> None:
        """Change what is asked of a job."""
        self._set(id, orders=json.dumps(job_request))

    def remove(self, id: str) -> None:
        """Forget a job that has ended."""
        if not self.job(id).over:
            raise AptsError("the job is still running; stop it first")
        with self._database.writing() as connection:
            connection.execute(delete(JOBS).where(JOBS.c.id == id))
            connection.execute(delete(JOB_SHARES).where(JOB_SHARES.c.job == id))

    def _own(self, connection: Connection, id: str) -> None:
        """Write down for whom a job waits: who asks now, if anybody does; refused where they have too many already."""
        asker = ASKER.get()
        owner = "" if asker.kind == "studio" else asker.owner
        spent = connection.execute(select(JOB_SHARES.c.spent).where(JOB_SHARES.c.job == id)).scalar_one_or_none()
        if spent is None:
            connection.execute(insert(JOB_SHARES).values(job=id, owner=owner, spent=0.0))
        elif owner:
            connection.execute(update(JOB_SHARES).where(JOB_SHARES.c.job == id).values(owner=owner))
        counted = select(func.count()).join(JOB_SHARES, JOB_SHARES.c.job == JOBS.c.id)
        wanted = counted.where(JOBS.c.state.in_(("waiting", "running")), JOB_SHARES.c.owner == owner)
        if owner and connection.execute(wanted).scalar_one() > MOST_UNFINISHED:
            raise TooManyJobs(
                f"you have {MOST_UNFINISHED} jobs that wait or run, which is as many as one may have at once; stop one, or "
                "wait until one is done"
            )

    def _set(self, id: str, **values: Any) -> None:
        with self._database.writing() as connection:
            connection.execute(update(JOBS).where(JOBS.c.id == id).values(**values))


def _job(row: Row[Any]) -> Job:
    values = dict(row._mapping)
    values["request"] = values.pop("orders")  # the column keeps its old name
    for name in ("request", "progress", "result"):
        values[name] = json.loads(values[name])
    return Job(**values)


# ----------------------------------------------------------------------------------------------------------------
# Whose job is next: everybody who has jobs waiting gets the same share of time, and short jobs go before long
# ones.
#
# What somebody used counts half after ten minutes, so that who waited long is not served alone for as long. A
# long job makes room when its slice is over and somebody with a smaller share waits, or when a short job waits;
# it goes on later where it was.

HALF_SECONDS = 600.0
"""After how long the time that somebody used counts half."""

SHORT_SECONDS = 90.0
"""How long a job may take that counts as short; one that took longer is none, whatever was said of it."""

SHORT_AHEAD = 300.0
"""By how many seconds of use short jobs go before those of others: short ones without end do not hold up everybody."""

LONG_SLICE, SHORT_SLICE = 120.0, 10.0
"""Seconds that a long job runs at least before it makes room: for others, and for short jobs."""


@dataclass(frozen=True)
class _JobShare:
    """A job with what decides when it is its turn."""

    job: Job
    owner: str
    short: bool
    rank: tuple[float, str]


class Shares:
    """What every owner of jobs used, and what every job did."""

    def __init__(self, database: Database) -> None:
        self._database, self._jobs = database, Jobs(database)

    def used(self, job: str, seconds: float) -> None:
        """A job ran for so many seconds more."""
        moment = now()
        with self._database.writing() as connection:
            row = connection.execute(select(JOB_SHARES).where(JOB_SHARES.c.job == job)).first()
            if row is None:  # a job of before there were shares
                row_owner, spent = "", 0.0
                connection.execute(insert(JOB_SHARES).values(job=job, owner="", spent=0.0))
            else:
                row_owner, spent = row.owner, row.spent
            connection.execute(update(JOB_SHARES).where(JOB_SHARES.c.job == job).values(spent=spent + seconds))
            known = _use(connection, moment).get(row_owner, 0.0)
            connection.execute(delete(OWNER_USE).where(OWNER_USE.c.owner == row_owner))
            connection.execute(insert(OWNER_USE).values(owner=row_owner, seconds=known + seconds, moment=moment))

    def begin_anew(self, job: str) -> None:
        """Somebody wants a job to go on that has ended: it has all its time again."""
        with self._database.writing() as connection:
            connection.execute(update(JOB_SHARES).where(JOB_SHARES.c.job == job).values(spent=0.0))

    def spent(self, job: str) -> float:
        """How many seconds a job ran so far."""
        with self._database.reading() as connection:
            found = connection.execute(select(JOB_SHARES.c.spent).where(JOB_SHARES.c.job == job)).scalar_one_or_none()
        return float(found or 0.0)

    def order(self) -> tuple[Job, ...]:
        """The jobs that wait, the next one first."""
        return tuple(one.job for one in sorted(self._shares("waiting"), key=lambda one: one.rank))

    def should_yield(self, job: str, ran: float) -> bool:
        """Whether a job that runs for so many seconds now should let another one run."""
        waiting, running = self._shares("waiting"), self._shares("running")
        own = next((one for one in running if one.job.id == job), None)
        if own is None or own.short or not waiting:
            return False
        first = min(waiting, key=lambda one: one.rank)
        if first.short:
            return ran >= SHORT_SLICE and first.rank < own.rank
        return ran >= LONG_SLICE and first.owner != own.owner and first.rank < own.rank

    def _shares(self, state: str) -> list[_JobShare]:
        jobs = [job for job in self._jobs.unfinished() if job.state == state]
        if not jobs:
            return []
        with self._database.reading() as connection:
            use = _use(connection, now())
            rows = {row.job: row for row in connection.execute(select(JOB_SHARES))}
        found = []
        for job in jobs:
            owner, spent = (rows[job.id].owner, rows[job.id].spent) if job.id in rows else ("", 0.0)
            short = is_short(job, spent)
            rank = use.get(owner, 0.0) - (SHORT_AHEAD if short else 0.0)
            found.append(_JobShare(job, owner, short, (rank, job.created)))
        return found


def is_short(job: Job, spent: float = 0.0) -> bool:
    """Whether a job is over in about a minute, as far as what was asked for says."""
    minutes = job.request.get("minutes")
    quick = job.request.get("amount") == "quick" or (minutes is not None and minutes <= 1.0)
    return quick and spent < SHORT_SECONDS


def _use(connection: Connection, moment: str) -> Mapping[str, float]:
    """What every owner used of late, in seconds that fade."""
    present = datetime.fromisoformat(moment)
    return {
        row.owner: row.seconds
        * 0.5 ** (max(0.0, (present - datetime.fromisoformat(row.moment)).total_seconds()) / HALF_SECONDS)
        for row in connection.execute(select(OWNER_USE))
    }


# ----------------------------------------------------------------------------------------------------------------
# What the studio knows of a run besides what its archive does: whose game it was, in which version, and what was
# wanted.

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
"""Raised when what is kept changes its form; artifacts of another form are not read."""


class RunArtifacts:
    """The files about one run at one number of matches."""

    def __init__(self, folder: Path, manifest: RunManifest, matches: int, goals: Sequence[str] = ()) -> None:
        decided = json.dumps([apts_version(), FORM, matches, sorted(goals)])
        self._run = folder / "papers" / manifest_digest(manifest)[:32]
        self._place = self._run / hashlib.sha256(decided.encode()).hexdigest()[:16]

    @property
    def key(self) -> str:
        """What distinguishes these artifacts from all others."""
        return f"{self._run.name[:16]}-{self._place.name}"

    def load(self, name: str) -> Any | None:
        """What is kept under a name, as JSON values; None where nothing is."""
        try:
            return json.loads((self._place / f"{name}.json").read_bytes())
        except (OSError, ValueError):
            return None

    def store(self, name: str, values: Any) -> Any:
        """Keep JSON values under a name; returns them back."""
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
