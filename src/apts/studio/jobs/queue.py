"""The queue of jobs, and what happens to a job whose turn it is."""

from __future__ import annotations

import json
import logging
import re
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from huey import SqliteHuey
from huey.api import Huey, TaskWrapper
from huey.registry import Message
from huey.serializer import Serializer

from apts.errors import AptsError
from apts.hidden_passwords import without_passwords
from apts.studio.settings import StudioSettings, private_database
from apts.studio.store.database import Database
from apts.studio.store.jobs import Job, Jobs, NoSuchJob, Shares

# ----------------------------------------------------------------------------------------------------------------
# Where jobs wait: an SQLite file in the studio's folder, or Redis or PostgreSQL by their addresses.

NAME = "apts-studio"


def queue_at(place: str | None, folder: Path) -> Huey:
    """The queue at an address; without one a file in the folder."""
    if place is None:
        return SqliteHuey(NAME, filename=str(private_database(folder / "queue.db")), results=False)
    if place.startswith(("redis://", "rediss://")):
        return _on_redis(place)
    if place.startswith(("postgresql://", "postgres://")):
        return _on_postgres(place)
    raise AptsError(
        f"the queue {without_passwords(place)!r} cannot be used: leave it out for a file, or give redis://HOST:PORT/0 or "
        "postgresql://USER@HOST/DATABASE"
    )


def _on_redis(place: str) -> Huey:
    try:
        import redis
    except ImportError as problem:
        raise AptsError('a queue on Redis needs another package: pip install "apts[redis]"') from problem
    from huey import RedisHuey

    try:
        made = RedisHuey(NAME, url=place, results=False)
        made.storage.conn.ping()
    except (redis.RedisError, ValueError) as problem:
        raise AptsError(f"the queue on Redis cannot be reached: {without_passwords(str(problem))}") from problem
    return made


def _on_postgres(place: str) -> Huey:
    try:
        import peewee
        import psycopg  # noqa: F401 - the driver, which peewee needs
        from playhouse.postgres_ext import Psycopg3Database
    except ImportError as problem:
        raise AptsError('a queue on PostgreSQL needs further packages: pip install "apts[postgres]"') from problem
    from huey.contrib.sql_huey import SqlHuey

    try:
        return SqlHuey(NAME, database=Psycopg3Database(place), results=False)
    except peewee.PeeweeException as problem:
        raise AptsError(
            f"the queue on PostgreSQL cannot be reached: {without_passwords(str(problem).strip())}"
        ) from problem


# ----------------------------------------------------------------------------------------------------------------
# What stands in the queue for a job: its id, as JSON. Whoever can write to the queue can name jobs, and nothing
# else.

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


_LOOK_SECONDS = 0.5
_STOP_SECONDS = 60.0
_NOTE_SECONDS = 2.0
_JOB = re.compile(r"[0-9a-f]{16}")


class JobQueue:
    """Puts jobs into the queue, and runs them where the queue is worked off."""

    def __init__(self, settings: StudioSettings, database: Database) -> None:
        self.settings = settings
        self.jobs, self.shares = Jobs(database), Shares(database)
        self.huey = queue_at(settings.queue, settings.folder)
        self._task: TaskWrapper = self.huey.task(name="run_job")(self._run)
        self.huey.serializer = JobRows(f"{self._task.task_class.__module__}.{self._task.task_class.__name__}")
        self.huey.is_revoked = lambda *_, **__: False  # jobs are stopped in the studio's database, not in the queue

    def put(self, job: Job) -> None:
        """Let a job be done."""
        self._task(job.id)

    def take_up(self) -> int:
        """Put all jobs that wait, or whose process was lost, into the queue again; returns how many."""
        lost = self.jobs.unfinished()
        for job in lost:
            if job.stopping:
                self.jobs.end(job.id, "stopped")
            else:
                self.jobs.wait_again(job.id)
                self.put(job)
        return len(lost)

    def _run(self, named: str) -> None:
        """Run the job whose turn it is in a process of its own; called where the queue is worked off.

        A row of the queue is a turn for one job; which one is next is known only now, see ``store/shares.py``.
        """
        if not _JOB.fullmatch(named):
            return
        id = next((job.id for job in self.shares.order() if self.jobs.claim(job.id)), None)
        if id is not None:
            self._run_claimed(id)

    def _run_claimed(self, id: str) -> None:
        began = self.jobs.job(id).started
        settings = self.settings
        command = [
            sys.executable, "-m", "apts.studio.jobs.perform", str(settings.folder),
            str(settings.costs.job_megabytes), id,
        ]  # fmt: skip
        process = subprocess.Popen(command, stdin=subprocess.PIPE)
        assert process.stdin is not None
        process.stdin.write(json.dumps(settings.archive_place).encode() + b"\n")
        process.stdin.flush()
        why, should_yield = self._watched(process, id)
        job = self._job(id)
        if job is None or job.started != began:  # deleted, or taken up again, while its process was still ending
            return
        if why is not None:
            self.jobs.end(id, "failed", why)
        elif should_yield:
            if job.state == "running":  # it was ended by force
                self.jobs.yield_place(id)
            if self.jobs.job(id).state == "waiting":
                self.put(job)
        elif job.state == "running":
            text = f"the process of this job ended with status {process.returncode}; what was played is kept"
            self.jobs.end(id, "stopped" if job.stopping else "failed", None if job.stopping else text)

    def _job(self, id: str) -> Job | None:
        """A job, or None where it was deleted."""
        try:
            return self.jobs.job(id)
        except NoSuchJob:
            return None

    def _watched(self, process: subprocess.Popen[bytes], id: str) -> tuple[str | None, bool]:
        """Wait until the process ends; it is asked to stop where somebody wants that, or to make room for other jobs.

        Gives why it was ended by us, and whether it makes room.
        """
        began = noted = monotonic()
        ends = began + 60.0 * self.settings.costs.job_minutes - self.shares.spent(id)
        requested: float | None = None
        why: str | None = None
        should_yield = False
        while process.poll() is None:
            sleep(_LOOK_SECONDS)
            moment = monotonic()
            if moment - noted >= _NOTE_SECONDS:
                self.shares.used(id, moment - noted)
                noted = moment
                if requested is None and self.shares.should_yield(id, moment - began):
                    should_yield, requested = True, moment
                    process.send_signal(signal.SIGUSR1)
            if requested is None and moment > ends:
                why = f"the job took longer than {self.settings.costs.job_minutes:.0f} minutes; what was played is kept"
            job = self._job(id)
            if (requested is None or should_yield) and (why is not None or (job is not None and job.stopping)):
                process.send_signal(signal.SIGINT)
                requested, should_yield = moment, False
            elif requested is not None and moment - requested > _STOP_SECONDS:
                process.kill()
        self.shares.used(id, monotonic() - noted)
        return why, should_yield
