"""The queue of jobs, and what happens to a job whose turn it is."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from time import monotonic, sleep

from huey.api import TaskWrapper

from apts.studio.jobs.queue_places import queue_at
from apts.studio.jobs.queue_rows import JobRows
from apts.studio.settings import StudioSettings
from apts.studio.store.database import Database
from apts.studio.store.jobs import Job, Jobs, NoSuchJob
from apts.studio.store.shares import Shares

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
        """Put all jobs that wait, or whose process was lost, into the queue again; gives how many."""
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
