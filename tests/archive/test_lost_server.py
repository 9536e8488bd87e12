"""A PostgreSQL server that goes away in the middle of a run."""

from __future__ import annotations

import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import apts
from apts.archive import Archive, database, open_archive
from apts.archive.opening import MatchWriter
from apts.archive.records import LostConnection
from apts.playtest.matches.forecast import explain_resume
from tests.archive import postgres
from tests.archive.samples import manifest, match

pytest.importorskip("psycopg", reason="psycopg is not installed")


class Server:
    """A server that can be ended at once and begun again with what it had stored."""

    def __init__(self, folder: Path):
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        if not programs:
            pytest.skip("no PostgreSQL in /usr/lib/postgresql")
        self.folder, self.user = folder, postgres._unprivileged_user()
        self.programs = programs[-1]
        self.process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "--pgdata", str(folder / "data"), "--username", "apts", "--auth", "trust", "--no-sync")
        self.address = f"postgresql://apts@/postgres?host={folder}"

    def _run(self, program: str, *words: str) -> None:
        subprocess.run(
            [self.programs / program, *words], user=self.user, cwd=self.folder, capture_output=True, check=True
        )

    def begin(self) -> None:
        """Begin it, and wait until it answers."""
        log = self.folder / "log"
        command = [self.programs / "postgres", "-D", self.folder / "data", "-k", self.folder, "-c", "listen_addresses="]
        with log.open("ab") as output:
            self.process = subprocess.Popen(command, user=self.user, cwd=self.folder, stdout=output, stderr=output)
        postgres._wait(self.folder / ".s.PGSQL.5432", self.process, log)

    def end(self) -> None:
        """End it at once, as a crash does."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(20)
            self.process = None


@pytest.fixture
def server() -> Iterator[Server]:
    import shutil
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="apts-lost-"))
    try:
        user = postgres._unprivileged_user()
    except postgres.NoServer as why:
        pytest.skip(str(why))
    if user is not None:
        shutil.chown(folder, user)
    made = Server(folder)
    made.begin()
    yield made
    made.end()
    shutil.rmtree(folder, ignore_errors=True)


def _store(archive: Archive, command: str) -> None:
    with explain_resume(command), MatchWriter(archive, "run", matches=1) as writer:
        writer.add(match(3))


def test_server_that_is_begun_again_loses_no_match_and_one_that_stays_away_is_told(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_archive(server.address) as archive:
        archive.start(manifest(), "run")
        with MatchWriter(archive, "run", matches=1) as writer:
            writer.add(match(1))
            server.end()
            again = threading.Timer(1.0, server.begin)
            again.start()
            writer.add(match(2))
            again.join()
        assert list(archive.matches("run")) == [match(1), match(2)]
        server.end()
        monkeypatch.setattr(database, "PATIENCE", 0.5)
        told = r"does not answer .* What was stored is kept; .* go on with: apts playtest hex --archive .* --resume"
        with pytest.raises(LostConnection, match=told):
            _store(archive, f"apts playtest hex --archive {server.address}")
        server.begin()
        assert archive.numbers("run") == (1, 2)


def test_server_that_is_begun_again_is_waited_for_when_an_archive_is_opened(server: Server) -> None:
    open_archive(server.address).close()
    server.end()
    again = threading.Timer(0.7, server.begin)
    again.start()
    with open_archive(server.address) as archive:
        assert archive.runs() == ()
    again.join()
    began = time.monotonic()
    with pytest.raises(LostConnection, match="nobody-is-called-so"):  # which no patience changes
        open_archive(server.address.replace("apts@", "nobody-is-called-so@"))
    server.end()
    with pytest.raises(LostConnection, match="APTS kept trying for"):
        open_archive(server.address, wait=1)
    assert time.monotonic() - began < database.ABSENT_PATIENCE


@pytest.mark.long
def test_full_run_goes_on_over_a_restart_with_the_same_matches(server: Server) -> None:
    alone = apts.playtest("tic-tac-toe", "random", 40, workers=1)
    done = threading.Event()

    def restart(played: int, wanted: int) -> None:
        if played == 10 and not done.is_set():
            done.set()
            server.end()
            threading.Timer(0.5, server.begin).start()

    run = apts.playtest("tic-tac-toe", "random", 40, workers=1, archive=server.address, watch=restart)
    assert done.is_set()
    assert run.matches == alone.matches
    with open_archive(server.address) as archive:
        assert [replace(found) for found in archive.matches(run.name)] == list(alone.matches)
