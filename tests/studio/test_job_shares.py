"""Jobs of several designers: shares of time, short ones first, limits, and stopping at any moment."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from apts.studio.frame.studio import Studio
from apts.studio.jobs.queue import JobQueue
from apts.studio.rates import ASKER, Asker
from apts.studio.settings import StudioSettings
from apts.studio.store import jobs as shares_module
from apts.studio.store.database import Database
from apts.studio.store.jobs import LONG_SLICE, MOST_UNFINISHED, SHORT_SLICE, Job, Jobs, Shares, TooManyJobs

LONG = {"agents": "random", "amount": "number", "matches": 1_000_000}
QUICK = {"agents": "random", "amount": "quick"}
TRAINING = {"minutes": 180.0}


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "studio.db")
    yield opened
    opened.close()


@contextmanager
def asks(name: str) -> Iterator[None]:
    """What is done in the name of a designer."""
    token = ASKER.set(Asker("designer", "10.0.0.1", name))
    try:
        yield
    finally:
        ASKER.reset(token)


def added(jobs: Jobs, who: str, job_request: dict[str, object], kind: str = "playtest") -> Job:
    with asks(who):
        time.sleep(0.002)  # the moment of a job is kept to the millisecond
        return jobs.add(kind, "tic-tac-toe", f"{who}'s", job_request)


def test_jobs_of_one_do_not_stand_before_those_of_another(database: Database) -> None:
    jobs, shares = Jobs(database), Shares(database)
    first = [added(jobs, "ana", TRAINING, "train") for _ in range(10)]
    own = added(jobs, "ben", LONG)
    assert jobs.claim(shares.order()[0].id)
    shares.used(first[0].id, 130.0)
    assert shares.order()[0].id == own.id
    assert [job.id for job in shares.order()[1:]] == [job.id for job in first[1:]]


def test_short_jobs_go_first_and_hold_up_nobody_for_ever(database: Database) -> None:
    jobs, shares = Jobs(database), Shares(database)
    long = added(jobs, "ana", LONG)
    quick = [added(jobs, "ben", QUICK) for _ in range(15)]
    assert shares.order()[0].id == quick[0].id
    order = []
    while (job := shares.order()[0]).id != long.id:
        assert jobs.claim(job.id)
        shares.used(job.id, 30.0)
        jobs.end(job.id, "done")
        order.append(job.id)
    assert 5 <= len(order) <= 12, "a long job is not put off by any number of short ones"
    own = added(jobs, "ana", QUICK)
    assert shares.order()[0].id == own.id, "one's own short jobs go before one's long ones"


def test_long_job_makes_room_when_its_slice_is_over_and_for_short_ones_at_once(database: Database) -> None:
    jobs, shares = Jobs(database), Shares(database)
    running = added(jobs, "ana", LONG)
    jobs.claim(running.id)
    added(jobs, "ana", LONG)
    shares.used(running.id, 500.0)
    assert not shares.should_yield(running.id, 500.0), "there is nobody else"
    other = added(jobs, "ben", LONG)
    assert not shares.should_yield(running.id, LONG_SLICE - 1)
    assert shares.should_yield(running.id, LONG_SLICE)
    shares.used(other.id, 5000.0)
    assert not shares.should_yield(running.id, LONG_SLICE), "who used more waits"
    added(jobs, "ben", QUICK)
    shares.used(running.id, 5000.0)
    assert not shares.should_yield(running.id, SHORT_SLICE - 1)
    assert shares.should_yield(running.id, SHORT_SLICE)


def test_quick_job_that_takes_long_is_not_short_any_more(database: Database) -> None:
    jobs, shares = Jobs(database), Shares(database)
    false = added(jobs, "ana", QUICK)
    shares.used(false.id, 100.0)
    honest = added(jobs, "ana", QUICK)
    assert shares.order()[0].id == honest.id


def test_what_was_used_long_ago_counts_less(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs, shares = Jobs(database), Shares(database)
    old, new = added(jobs, "ana", LONG), added(jobs, "ben", LONG)
    monkeypatch.setattr(shares_module, "now", lambda: "2030-01-01T00:00:00.000+00:00")
    shares.used(old.id, 1000.0)
    monkeypatch.setattr(shares_module, "now", lambda: "2030-01-01T02:00:00.000+00:00")
    shares.used(new.id, 10.0)
    assert shares.order()[0].id == old.id


def test_one_designer_may_have_only_so_many_jobs_and_is_told_so(studio: Studio, client: TestClient) -> None:
    text = f"One may have {MOST_UNFINISHED} jobs that wait or run"
    assert text in client.get("/jobs").text, "limits are said beforehand"
    asked = {"kind": "train", "game": "tic-tac-toe", "minutes": 180}
    made = [client.post("/api/jobs", json=asked) for _ in range(MOST_UNFINISHED + 1)]
    assert [answer.status_code for answer in made] == [202] * MOST_UNFINISHED + [429]
    assert f"{MOST_UNFINISHED} jobs" in made[-1].json()["detail"]
    answer = client.post("/games/tic-tac-toe/playtest", data={"amount": "quick"}, headers={"Accept-Language": "pt-BR"})
    assert answer.status_code == 429
    assert f"Você tem {MOST_UNFINISHED} tarefas" in answer.text
    ids = [answer.json()["id"] for answer in made[:-1]]
    assert "jobs are before it" in client.get(f"/jobs/{_waiting_playtest(studio)}").text
    for id in ids:
        assert client.post(f"/api/jobs/{id}/stop").json()["state"] == "stopped"
    for id in ids[:-1]:
        client.post(f"/api/jobs/{id}/resume")
    assert client.post("/api/jobs", json=asked).status_code == 202
    assert client.post(f"/api/jobs/{ids[-1]}/resume").status_code == 429, "going on is no way around the limit"
    for job in studio.jobs.unfinished():
        studio.jobs.ask_to_stop(job.id)
    with asks("another"):
        studio.jobs.add("train", "tic-tac-toe", "Hers", {})


def _waiting_playtest(studio: Studio) -> str:
    return studio.jobs.add("playtest", "tic-tac-toe", "Tic-Tac-Toe", LONG).id


def test_job_of_nobody_is_not_limited_and_one_of_an_older_studio_has_its_turn(database: Database) -> None:
    jobs, shares = Jobs(database), Shares(database)
    for _ in range(MOST_UNFINISHED + 5):
        job = jobs.add("train", "tic-tac-toe", "Mine", {})
    with database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM job_shares")
    assert len(shares.order()) == MOST_UNFINISHED + 5
    shares.used(job.id, 5.0)
    assert shares.spent(job.id) == 5.0
    for _ in range(MOST_UNFINISHED):
        added(jobs, "ana", TRAINING, "train")
    with pytest.raises(TooManyJobs):
        added(jobs, "ana", TRAINING, "train")


def test_job_that_makes_room_waits_again_unless_it_was_to_stop(database: Database) -> None:
    jobs = Jobs(database)
    waiting, unwanted = added(jobs, "ana", LONG), added(jobs, "ana", LONG)
    for job in (waiting, unwanted):
        jobs.claim(job.id)
    jobs.ask_to_stop(unwanted.id)
    for job in (waiting, unwanted):
        jobs.yield_place(job.id)
    assert jobs.job(waiting.id).state == "waiting"
    assert (jobs.job(unwanted.id).state, jobs.job(unwanted.id).stopping) == ("stopped", False)


@pytest.mark.long
def test_quick_look_of_one_is_done_while_a_million_matches_of_another_go_on(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process for jobs: the long one makes room, goes on where it was, and is stopped when that is wanted."""
    monkeypatch.setattr(shares_module, "SHORT_SLICE", 4.0)
    jobs, folder = Jobs(database), database.file.parent
    queue = JobQueue(StudioSettings(folder), database)
    long = added(jobs, "ana", {**LONG, "agents": "uct:iterations=50"})
    queue.put(long)

    def work_off() -> None:
        while (task := queue.huey.dequeue()) is not None:
            queue._run(*task.args)

    worker = threading.Thread(target=work_off)
    worker.start()
    _until(lambda: jobs.job(long.id).progress.get("played", 0) > 20)
    quick = added(jobs, "ben", QUICK)
    queue.put(quick)
    _until(lambda: jobs.job(quick.id).over)
    assert jobs.job(quick.id).state == "done"
    before = jobs.job(long.id).progress["played"]
    assert before > 20
    _until(lambda: jobs.job(long.id).state == "running" and jobs.job(long.id).progress.get("played", 0) > before)
    jobs.ask_to_stop(long.id)
    worker.join(120)
    assert jobs.job(long.id).state == "stopped"
    assert Shares(database).spent(long.id) > 4.0


def _until(there: object) -> None:
    ends = time.monotonic() + 150
    while not there():  # type: ignore[operator]
        assert time.monotonic() < ends
        time.sleep(0.2)
