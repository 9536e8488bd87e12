"""Matches on a Ray cluster of this machine with two workers, one of which is killed on the way."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import apts
from apts.archive import export_json, open_archive
from apts.errors import AptsError
from apts.executors import Cluster, Local, executor_of, ray_cluster
from apts.executors.executor import Installation, installation
from apts.playtest.matches.match import Plan
from tests.executors.work_plans import Deadly, Failing, Fatal, Squares, Unprepared
from tests.playtest import rigged

ray = pytest.importorskip("ray", reason="ray is not installed; it is the extra 'cluster'")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A cluster with two workers, which leaves nothing behind."""
    before = signal.getsignal(signal.SIGTERM)
    with Cluster("local", 2) as executor:
        folder = Path(ray_cluster._CONNECTION._folder)
        assert folder.is_dir()
        yield executor
    assert not ray.is_initialized()
    assert signal.getsignal(signal.SIGTERM) is before
    assert not folder.exists()


@pytest.mark.long
def test_results_come_in_the_order_of_the_tasks(cluster: Cluster) -> None:
    assert cluster.workers(Squares()) == 2
    assert list(cluster.play(Squares(), range(60))) == [task * task for task in range(60)]


@pytest.mark.long
def test_archive_has_the_bytes_of_one_thread_when_a_worker_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    agents = ["uct:iterations=30", Fatal(str(tmp_path), os.getpid())]
    for place, where, workers in (("cluster", "local", 2), ("alone", None, 1)):
        with open_archive(tmp_path / f"{place}.db") as archive:
            run = apts.playtest("tic-tac-toe", agents, 40, 4, archive=archive, workers=workers, cluster=where)
            export_json(archive, run.name, tmp_path / f"{place}.json")
        assert (tmp_path / "killed").exists()
    assert (tmp_path / "cluster.json").read_bytes() == (tmp_path / "alone.json").read_bytes()
    assert ray.is_initialized()  # the cluster of the test is still there


@pytest.mark.long
def test_task_that_kills_again_and_again_is_told(cluster: Cluster, tmp_path: Path) -> None:
    with pytest.raises(AptsError, match="the square of 5 was begun 3 times, and each time its worker was lost"):
        list(cluster.play(Deadly(folder=tmp_path, times=100), range(12)))


@pytest.mark.long
def test_errors_of_workers_are_told_as_here(cluster: Cluster) -> None:
    with pytest.raises(AptsError, match=r"^3 has no square today$"):
        list(cluster.play(Failing(), range(9)))
    with pytest.raises(AptsError, match="nothing to work with"):
        list(cluster.play(Unprepared(), range(4)))


@pytest.mark.long
def test_games_of_files_and_functions_travel_with_the_plan(cluster: Cluster, tmp_path: Path) -> None:
    source = Path(rigged.__file__).read_text(encoding="utf-8")
    (tmp_path / "coins.py").write_text(source, encoding="utf-8")

    class Inner(rigged.CoinGame):
        """Defined where nobody can import it."""

    sys.modules.pop("apts_game_coins", None)
    from apts.games.python_file import imported_file

    outer = imported_file(tmp_path / "coins.py", "apts_game_coins").CoinGame
    for kind in (Inner, outer):
        plan = Plan(apts.load(kind), ("uct:iterations=5", "random"), 3, 100)
        assert list(cluster.play(plan, range(1, 7))) == list(Local(1).play(plan, range(1, 7)))


def test_what_cannot_be_sent_is_refused(cluster: Cluster) -> None:
    agent = Fatal("nowhere", 0)
    agent.held = threading.Lock()  # type: ignore[attr-defined]
    plan = Plan(apts.load("tic-tac-toe"), (agent.spec,) * 2, 3, 100, given={agent.spec: agent})
    with pytest.raises(AptsError, match="an agent cannot be sent there: TypeError: cannot pickle"):
        next(cluster.play(plan, [1]))


def test_other_installations_are_refused(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    here = installation()
    other = Installation(here.python, "0.1", here.package, "far")
    monkeypatch.setattr(ray_cluster, "installation", lambda: other)
    with pytest.raises(
        AptsError, match=r"has APTS .*, and this one has APTS .* NumPy 0\.1; install the same everywhere"
    ):
        next(cluster.play(Squares(), [1]))


@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1:1", "127.0.0.1:99999", "nobody.invalid:6379"])
def test_address_where_nobody_answers_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "shutdown", lambda: None)
    monkeypatch.setattr(ray_cluster, "_CONNECTION", ray_cluster._Connection())
    with pytest.raises(AptsError, match=f"no cluster to work with at '{address}'.*--cluster takes local, auto"):
        Cluster(address).__enter__()


def test_empty_address_is_told() -> None:
    with pytest.raises(AptsError, match="address of the cluster is empty"):
        executor_of(2, " ")


def test_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(AptsError, match=r"pip install 'apts\[cluster\]'"):
        Cluster("local").__enter__()
