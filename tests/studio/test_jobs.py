"""Jobs through the real queue: they run beside the server, stop, go on, survive a power cut, and harm nobody."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2 as httpx
import pytest

from apts.archive import open_archive
from apts.studio.jobs.queue import JobQueue
from apts.studio.settings import Costs, StudioSettings
from apts.studio.store.database import Database
from apts.studio.store.game_store import GameStore
from apts.studio.store.jobs import Job, Jobs
from tests.studio.served import Served

pytestmark = pytest.mark.long

WAIT_SECONDS = 150.0

ENDLESS = """
(game "Endless"
    (players 2)
    (equipment {(board (square 3)) (piece "Stone" Each (move Step (to if:(is Empty (to)))))})
    (rules
        (start (place "Stone1" {0}))
        (play (or (forEach Piece) (move Pass)))
        (end (if (is Line 9) (result Mover Win)))))
"""
"""Matches of it never end, and a turn limit of many millions does not end them in time."""


@pytest.fixture
def database(served: Served) -> Iterator[Database]:
    """The file of the served studio, which any process may look into."""
    opened = Database(served.folder / "studio.db")
    yield opened
    opened.close()


@pytest.fixture
def jobs(database: Database) -> Jobs:
    """The jobs of the served studio."""
    return Jobs(database)


def asked(served: Served, game: str = "connect-four", **fields: str) -> str:
    """The id of the job that a form begins."""
    answer = httpx.post(f"{served.address}/games/{game}/playtest", data=fields, timeout=120)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/jobs/")


def waited(look: Callable[[], Job], until: Callable[[Job], bool]) -> Job:
    """The job as soon as it is so far."""
    ends = time.monotonic() + WAIT_SECONDS
    while not until(job := look()):
        assert time.monotonic() < ends, (job.state, job.error, job.progress)
        time.sleep(0.2)
    return job


def played(job: Job) -> int:
    return int(job.progress.get("played", 0))


def test_job_runs_while_pages_answer_and_tells_how_far_it_is(served: Served, jobs: Jobs) -> None:
    id = asked(served, who="own", agents="random", amount="number", how_many="60")
    told = b""
    with httpx.stream("GET", f"{served.address}/jobs/{id}/events", timeout=WAIT_SECONDS) as events:
        assert events.headers["content-type"].startswith("text/event-stream")
        for part in events.iter_bytes():
            told += part
            if b"event: over" in told:
                break
    assert b"event: progress" in told
    assert b"event: controls" in told
    job = jobs.job(id)
    assert (job.state, job.error, job.result["matches"]) == ("done", None, 60)
    page = httpx.get(f"{served.address}/jobs/{id}").text
    assert f'href="/runs/{job.result["run"]}"' in page
    assert id in httpx.get(f"{served.address}/jobs").text


def test_job_is_stopped_goes_on_and_survives_a_power_cut(served: Served, jobs: Jobs) -> None:
    id = asked(served, who="own", agents="uct:iterations=2000", amount="number", how_many="4000")
    waited(lambda: jobs.job(id), lambda job: played(job) >= 5)
    assert httpx.post(f"{served.address}/jobs/{id}/delete").status_code == 400
    assert httpx.post(f"{served.address}/jobs/{id}/stop").status_code == 303
    stopped = waited(lambda: jobs.job(id), lambda job: job.over)
    assert (stopped.state, stopped.error) == ("stopped", None)
    run = stopped.result["run"]
    with open_archive(served.folder / "archive.db") as archive:
        before = archive.numbers(run)
    assert len(before) == stopped.result["matches"] >= 5

    assert httpx.post(f"{served.address}/jobs/{id}/resume").status_code == 303
    waited(lambda: jobs.job(id), lambda job: job.state == "running" and played(job) > len(before))
    served.kill()
    served.start()
    going = waited(lambda: jobs.job(id), lambda job: job.state == "running" and played(job) > len(before) + 2)
    assert going.progress["run"] == run
    httpx.post(f"{served.address}/jobs/{id}/stop")
    waited(lambda: jobs.job(id), lambda job: job.over)
    with open_archive(served.folder / "archive.db") as archive:
        assert archive.numbers(run)[: len(before)] == before
        assert len(archive.numbers(run)) > len(before)
    assert httpx.post(f"{served.address}/jobs/{id}/delete").status_code == 303
    assert httpx.get(f"{served.address}/jobs/{id}").status_code == 404
    assert httpx.get(f"{served.address}/runs/{run}").status_code == 200


def test_hostile_text_takes_nobody_down(served: Served, jobs: Jobs, database: Database) -> None:
    deep = GameStore(database).add("Deep", '(game "Deep" (players 2) ' + "(rules " * 30_000 + ")" * 30_000)
    huge = GameStore(database).add("Huge", ENDLESS.replace("(square 3)", "(square 100000)"))
    for game in (deep, huge):
        answer = httpx.get(f"{served.address}/games/{game.id}/playtest", headers={"HX-Request": "true"}, timeout=120)
        assert "This game cannot be played yet" in answer.text
        assert "Traceback" not in answer.text
    settings = StudioSettings(served.folder)
    job = jobs.add("playtest", huge.id, huge.name, {"agents": "random", "amount": "number", "matches": 5})
    JobQueue(settings, database).put(job)
    failed = waited(lambda: jobs.job(job.id), lambda job: job.over)
    assert failed.state == "failed"
    assert failed.error
    assert httpx.get(f"{served.address}/runs").status_code == 200


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Database]:
    """The file of a studio that nobody serves."""
    opened = Database(tmp_path / "studio.db")
    yield opened
    opened.close()


def run_with(costs: Costs, database: Database, game: str, **job_request: object) -> Job:
    """A job as the queue runs it, under limits."""
    jobs = Jobs(database)
    job = jobs.add(
        "playtest", game, game, {"agents": "random", "amount": "number", "matches": 1_000_000, **job_request}
    )
    queue = JobQueue(StudioSettings(database.file.parent, costs=costs), database)
    running = threading.Thread(target=queue._run, args=(job.id,))
    running.start()
    running.join(WAIT_SECONDS)
    assert not running.is_alive()
    return jobs.job(job.id)


def test_job_that_takes_too_long_is_ended_and_keeps_what_was_played(alone: Database) -> None:
    job = run_with(Costs(job_minutes=0.4), alone, "connect-four", agents="uct:iterations=1000")
    assert job.state == "failed"
    assert job.error is not None
    assert "longer than" in job.error
    with open_archive(alone.file.parent / "archive.db") as archive:
        assert archive.newest(1)[0].matches > 0


def test_job_gets_no_more_memory_than_the_studio_gives(alone: Database) -> None:
    job = run_with(Costs(job_megabytes=300), alone, "connect-four", agents="uct:iterations=1000", matches=20)
    assert job.state == "failed"
    assert job.error


def test_job_whose_matches_never_end_is_ended_by_its_limits(alone: Database) -> None:
    endless = GameStore(alone).add("Endless", ENDLESS)
    job = run_with(Costs(job_minutes=0.4), alone, endless.id, limit=900_000_000)
    assert job.state == "failed"
    assert job.error is not None
