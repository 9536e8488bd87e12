"""What every executor promises: order, a window, errors, and tasks of lost workers that are done again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from apts.errors import AptsError
from apts.executors import Crew, Executor, Local, Loss, Processes, Threads, WorkPlan
from apts.executors.executor import ATTEMPTS, WINDOW, Result, Task
from tests.executors.work_plans import Deadly, Endless, Failing, Squares, Unprepared

ENGINES = {
    "one thread": Threads(1),
    "three threads": Threads(3),
    "this process": Processes(1),
    "three processes": Processes(3),
}


@pytest.fixture(params=ENGINES.values(), ids=ENGINES)
def engine(request: pytest.FixtureRequest) -> Executor:
    """Every executor of one machine."""
    executor: Executor = request.param
    return executor


def test_results_come_in_the_order_of_the_tasks(engine: Executor) -> None:
    assert list(engine.play(Squares(), range(40))) == [task * task for task in range(40)]


def test_nothing_is_done_where_there_are_no_tasks(engine: Executor) -> None:
    assert list(engine.play(Unprepared(), ())) == []


def test_executor_can_be_used_again(engine: Executor) -> None:
    with engine:
        assert [*engine.play(Squares(), [3, 1]), *engine.play(Squares(), [2])] == [9, 1, 4]


def test_error_of_a_task_is_raised_where_results_are_read(engine: Executor) -> None:
    with pytest.raises(AptsError, match="3 has no square"):
        list(engine.play(Failing(), range(9)))


def test_plan_that_cannot_be_prepared_is_told(engine: Executor) -> None:
    with pytest.raises(AptsError, match="nothing to work with"):
        list(engine.play(Unprepared(), range(4)))


@pytest.mark.parametrize("engine", [Threads(2), Processes(2)], ids=["threads", "processes"])
def test_closing_gives_up_what_is_being_done(engine: Executor, tmp_path: Path) -> None:
    results = engine.play(Endless(folder=tmp_path), range(30))
    assert next(results) == 0
    time.sleep(0.1)
    began = time.monotonic()
    results.close()
    assert time.monotonic() - began < 2.0
    assert {int(file.name) for file in tmp_path.iterdir()} >= {1}


def test_task_of_a_killed_process_is_done_again(tmp_path: Path) -> None:
    plan = Deadly(folder=tmp_path, times=ATTEMPTS - 1)
    assert list(Processes(2).play(plan, range(12))) == [task * task for task in range(12)]
    assert len(list(tmp_path.iterdir())) == ATTEMPTS - 1


def test_task_that_kills_again_and_again_is_told(tmp_path: Path) -> None:
    with pytest.raises(AptsError, match=r"the square of 5 was begun 3 times, and each .* ended with status -9"):
        list(Processes(2).play(Deadly(folder=tmp_path, times=100), range(12)))
    assert len(list(tmp_path.iterdir())) == ATTEMPTS


def test_one_machine_takes_threads_or_processes_as_the_plan_says(tmp_path: Path) -> None:
    local, plan = Local(2), Deadly(folder=tmp_path)
    assert [type(local.crew(kind, 2)).__name__ for kind in (Squares(), plan)] == ["ThreadCrew", "ProcessCrew"]
    assert local.workers(plan) == 2


class Backwards(Crew[Task, Result]):
    """Whatever was handed out first ends last; counts how far tasks run ahead."""

    def __init__(self, plan: WorkPlan[Task, Result], losing: bool = False):
        self.work, self.losing = plan.prepared(), losing
        self.given: list[tuple[int, Task]] = []
        self.most = 0
        self.began: list[int] = []

    def capacity(self) -> int:
        """All that anybody wants."""
        return 1000

    def hand_out(self, place: int, task: Task) -> None:
        """Remember it."""
        self.given.append((place, task))
        self.began.append(place)
        self.most = max(self.most, len(self.given))

    def ended(self) -> Iterator[tuple[int, Result | Loss]]:
        """The last one, or a loss."""
        place, task = self.given.pop()
        if self.losing and self.began.count(place) == 1:
            yield place, Loss("gone")
        else:
            yield place, self.work(task, lambda: False)

    def close(self) -> None:
        """Nothing is left."""
        self.given.clear()


class One(Executor):
    """An executor with one crew."""

    def __init__(self, losing: bool = False):
        self.losing = losing
        self.last: Backwards[object, object] | None = None

    def workers(self, plan: WorkPlan[Task, Result]) -> int:
        """One."""
        return 1

    def crew(self, plan: WorkPlan[Task, Result], workers: int) -> Crew[Task, Result]:
        """The crew, which is looked at afterwards."""
        crew: Backwards[Task, Result] = Backwards(plan, self.losing)
        self.last = crew  # type: ignore[assignment]
        return crew


def test_tasks_run_ahead_no_further_than_the_window() -> None:
    engine = One()
    assert list(engine.play(Squares(), range(100))) == [task * task for task in range(100)]
    assert engine.last is not None
    assert engine.last.most == WINDOW


def test_every_task_may_be_lost_once() -> None:
    engine = One(losing=True)
    assert list(engine.play(Squares(), range(50))) == [task * task for task in range(50)]
    assert engine.last is not None
    assert sorted(engine.last.began) == sorted([*range(50), *range(50)])


def test_reader_that_stops_reading_stops_the_work() -> None:
    engine = One()
    results = engine.play(Squares(), range(1000))
    assert [next(results) for _ in range(3)] == [0, 1, 4]
    assert engine.last is not None
    assert max(engine.last.began) < 3 + WINDOW
    results.close()
