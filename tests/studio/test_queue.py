"""The queue of jobs, wherever it is kept; what becomes of jobs whose worker is lost."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from apts.errors import AptsError
from apts.studio.jobs.consumer import ended_consumer, started_consumer
from apts.studio.jobs.queue import JobQueue
from apts.studio.settings import StudioSettings
from apts.studio.store.database import Database
from apts.studio.store.jobs import Jobs
from tests.archive.postgres import NoServer
from tests.archive.postgres import server as postgres_server

WAIT_SECONDS = 60.0


def queue_of(folder: Path, place: str | None = None) -> JobQueue:
    settings = StudioSettings(folder, queue=place)
    return JobQueue(settings, Database(folder / "studio.db"))


def worked_off(queue: JobQueue, id: str) -> str:
    """The state in which a job ends when the queue is worked off."""
    consumer = started_consumer(queue.settings)
    try:
        ends = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < ends and not queue.jobs.job(id).over:
            time.sleep(0.1)
    finally:
        ended_consumer(consumer)
    return queue.jobs.job(id).state


@contextmanager
def redis_server() -> Iterator[str]:
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("no redis-server is installed")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with socket.socket() as line:
                if line.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.kill()
        process.wait()


def test_job_of_an_unknown_kind_fails_with_a_sentence(tmp_path: Path) -> None:
    queue = queue_of(tmp_path)
    job = queue.jobs.add("dream", "hex", "A dream", {})
    queue.put(job)
    assert worked_off(queue, job.id) == "failed"
    assert "no job of kind 'dream'" in str(queue.jobs.job(job.id).error)


@pytest.mark.long
def test_queue_on_redis_is_worked_off(tmp_path: Path) -> None:
    with redis_server() as address:
        queue = queue_of(tmp_path, address)
        job = queue.jobs.add("dream", "hex", "A dream", {})
        queue.put(job)
        assert worked_off(queue, job.id) == "failed"


@pytest.mark.long
def test_queue_on_postgres_is_worked_off(tmp_path: Path) -> None:
    try:
        with postgres_server() as address:
            queue = queue_of(tmp_path, address)
            job = queue.jobs.add("dream", "hex", "A dream", {})
            queue.put(job)
            assert worked_off(queue, job.id) == "failed"
    except NoServer as why:
        pytest.skip(str(why))


def test_place_that_is_no_queue_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(AptsError, match="redis://HOST:PORT/0 or postgresql://"):
        queue_of(tmp_path, "mysql://nowhere")


def test_redis_that_does_not_answer_is_told(tmp_path: Path) -> None:
    with pytest.raises(AptsError, match="cannot be reached"):
        queue_of(tmp_path, "redis://127.0.0.1:1/0")


def test_job_can_be_claimed_by_one_worker_only(tmp_path: Path) -> None:
    jobs = Jobs(Database(tmp_path / "studio.db"))
    job = jobs.add("playtest", "hex", "Hex", {})
    claimed: list[bool] = []
    threads = [threading.Thread(target=lambda: claimed.append(jobs.claim(job.id))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert claimed.count(True) == 1


def test_jobs_that_lost_their_worker_wait_again_and_those_asked_to_stop_are_stopped(tmp_path: Path) -> None:
    queue = queue_of(tmp_path)
    lost, unwanted = (queue.jobs.add("playtest", "hex", name, {}) for name in ("lost", "unwanted"))
    for job in (lost, unwanted):
        queue.jobs.claim(job.id)
    queue.jobs.ask_to_stop(unwanted.id)
    assert queue.take_up() == 2
    assert queue.jobs.job(lost.id).state == "waiting"
    assert queue.jobs.job(unwanted.id).state == "stopped"


def test_waiting_job_stops_at_once_and_running_one_is_asked(tmp_path: Path) -> None:
    jobs = Jobs(Database(tmp_path / "studio.db"))
    waiting, running = (jobs.add("playtest", "hex", name, {}) for name in ("a", "b"))
    jobs.claim(running.id)
    for job in (waiting, running):
        jobs.ask_to_stop(job.id)
    assert jobs.job(waiting.id).state == "stopped"
    assert jobs.job(running.id).state == "running"
    assert jobs.job(running.id).stopping
