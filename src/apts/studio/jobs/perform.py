"""The process of one job: ``python -m apts.studio.jobs.perform FOLDER MEGABYTES JOB``.

The address of the archive comes on a line of its own: a password in it must not be in the list of processes.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

from apts.archive import open_archive
from apts.errors import AptsError
from apts.hidden_passwords import without_passwords
from apts.studio.jobs.job_context import JobContext
from apts.studio.jobs.job_kinds import job_kind
from apts.studio.settings import log_fault, private_umask
from apts.studio.store.database import Database
from apts.studio.store.game_store import GameStore
from apts.studio.store.jobs import Jobs, JobState
from apts.studio.workers.limits import limit_memory, step_back, wait_for_the_end_of

GRACE_SECONDS = 20.0
"""How long a job may take to keep what it has when its studio is gone."""


def perform(folder: Path, archive: str, id: str) -> JobState:
    """Do a job that was claimed for this process; returns how it ended."""
    database = Database(folder / "studio.db")
    jobs = Jobs(database)
    job = jobs.job(id)
    preempted = _preemption_event()
    error: str | None = None
    state: JobState = "done"
    try:
        with open_archive(archive) as opened:
            context = JobContext(job, jobs, GameStore(database), opened, folder)
            jobs.found(id, job_kind(job.kind).perform(context))
        if jobs.job(id).stopping:
            state = "stopped"
    except KeyboardInterrupt:
        state = "stopped"
    except AptsError as problem:
        log_fault(f"job {id}", problem)
        state, error = "failed", str(problem)
    except MemoryError:
        state, error = "failed", "the job needed more memory than the studio gives to one"
    except Exception as problem:  # whatever a text does, the studio goes on; the log has the rest
        print(
            f"job {id}: {type(problem).__name__}: {without_passwords(str(problem))!r:.2000}",
            file=sys.stderr,
            flush=True,
        )
        state, error = "failed", "something went wrong inside the studio with this job; its log says what"
    if preempted.is_set() and state in ("done", "stopped"):  # what is whole already ends as soon as it goes on
        jobs.yield_place(id)
        state = jobs.job(id).state
    else:
        jobs.end(id, state, error)
    database.close()
    return state


def _preemption_event() -> threading.Event:
    """What is set when the queue wants this job to wait again; the job hears of it as of any wish to stop."""
    requested = threading.Event()

    def ask(*_: object) -> None:
        if not requested.is_set():
            requested.set()
            raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGUSR1, ask)
    return requested


def _end_with_the_studio() -> None:
    """When the process that began this one is gone, stop in order, and soon by force: the studio takes the job up again."""

    def watch() -> None:
        wait_for_the_end_of(sys.stdin.fileno())
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE_SECONDS)
        os._exit(1)

    signal.signal(signal.SIGTERM, lambda *_: os._exit(1))  # matches that were played are in the archive already
    threading.Thread(target=watch, daemon=True).start()


def main() -> None:
    """Run the job."""
    private_umask()
    folder, megabytes, id = sys.argv[1:]
    archive = json.loads(sys.stdin.buffer.readline())
    signal.signal(signal.SIGINT, signal.default_int_handler)
    limit_memory(int(megabytes))
    step_back()
    _end_with_the_studio()
    perform(Path(folder), archive, id)


if __name__ == "__main__":
    main()
