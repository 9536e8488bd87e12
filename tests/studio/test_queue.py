"""The queue of jobs, wherever it is kept; what becomes of jobs whose worker is lost."""

from __future__ import annotations

import os
import pickle
import shutil
import socket
import sqlite3
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


class Planted:
    """What runs a command where its pickle is read."""

    def __init__(self, mark: Path):
        self.mark = mark

    def __reduce__(self) -> tuple[object, ...]:
        return os.system, (f"touch {self.mark}",)


HOSTILE_ROWS = {
    "a list": b"[1]",
    "other fields": b'{"format": "apts job", "job": "a", "id": "b", "more": 1}',
    "another format": b'{"format": "apts", "job": "a", "id": "b"}',
    "an id that is an option": b'{"format": "apts job", "job": "--help=/etc", "id": "b"}',
    "an id that is a list": b'{"format": "apts job", "job": ["a"], "id": "b"}',
    "deep brackets": b"[" * 900,
    "far too long": b" " * 2_000_000 + b"{}",
    "no text": b"\xff\xfe\x00",
    "a number": 10**12,
    "an empty text": "",
}


@pytest.mark.parametrize("row", [None, *HOSTILE_ROWS.values()], ids=["a pickle", *HOSTILE_ROWS])
def test_planted_row_of_the_queue_runs_nothing_and_the_next_job_is_found(
    tmp_path: Path, row: object, caplog: pytest.LogCaptureFixture
) -> None:
    mark = tmp_path / "ran"
    planted = pickle.dumps(Planted(mark)) if row is None else row
    queue = queue_of(tmp_path)
    job = queue.jobs.add("dream", "hex", "A dream", {})
    with sqlite3.connect(tmp_path / "queue.db") as database:
        database.execute("INSERT INTO task (queue, data, priority) VALUES ('apts-studio', ?, 9)", (planted,))
    queue.put(job)
    first, second = queue.huey.dequeue(), queue.huey.dequeue()
    assert not mark.exists()
    assert (first.args, second.args) == (("",), (job.id,))
    queue.huey.execute(first)
    assert queue.jobs.job(job.id).state == "waiting"
    assert "names no job of this version" in caplog.text


def test_note_of_a_revoked_job_in_the_queue_is_not_read(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    queue = queue_of(tmp_path)
    queue.put(queue.jobs.add("dream", "hex", "A dream", {}))
    task = queue.huey.dequeue()
    with sqlite3.connect(tmp_path / "queue.db") as database:
        keys = [task.revoke_id, f"rt:{type(task).__module__}.{type(task).__name__}"]
        rows = [("apts-studio", key, pickle.dumps(Planted(mark))) for key in keys]
        database.executemany("INSERT INTO kv VALUES (?, ?, ?)", rows)
    assert queue.huey.is_revoked(task) is False
    assert not mark.exists()


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
