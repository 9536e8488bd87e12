"""The process that works the queue off: ``python -m apts.studio.jobs.consumer``; its settings come as JSON on a line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

from huey.consumer import Consumer

from apts.studio.jobs.queue import JobQueue
from apts.studio.settings import Costs, StudioSettings, private_umask
from apts.studio.store.database import Database
from apts.studio.workers.limits import wait_for_the_end_of


def started_consumer(settings: StudioSettings) -> subprocess.Popen[bytes]:
    """Begin the process; it ends when the line to it is closed, which also happens when the studio is killed."""
    process = subprocess.Popen([sys.executable, "-m", "apts.studio.jobs.consumer"], stdin=subprocess.PIPE)
    assert process.stdin is not None
    data = {
        "folder": str(settings.folder),
        "archive": settings.archive,
        "queue": settings.queue,
        "job_workers": settings.job_workers,
        "job_megabytes": settings.costs.job_megabytes,
        "job_minutes": settings.costs.job_minutes,
    }
    process.stdin.write(json.dumps(data).encode() + b"\n")
    process.stdin.flush()
    return process


def ended_consumer(process: subprocess.Popen[bytes]) -> None:
    """End the process and the jobs it runs; they wait for the next start."""
    assert process.stdin is not None
    process.stdin.close()
    try:
        process.wait(timeout=15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def main() -> None:
    """Work off the queue."""
    private_umask()
    data = json.loads(sys.stdin.buffer.readline())
    costs = replace(Costs(), job_megabytes=data["job_megabytes"], job_minutes=data["job_minutes"])
    settings = StudioSettings(
        Path(data["folder"]), archive=data["archive"], queue=data["queue"], job_workers=data["job_workers"], costs=costs
    )
    queue = JobQueue(settings, Database(settings.folder / "studio.db"))

    def end_with_the_studio() -> None:
        wait_for_the_end_of(sys.stdin.fileno())
        os._exit(0)  # the processes of jobs see that this one is gone

    threading.Thread(target=end_with_the_studio, daemon=True).start()
    Consumer(queue.huey, workers=settings.job_workers, periodic=False, check_worker_health=False, max_delay=1.0).run()


if __name__ == "__main__":
    main()
