"""A PostgreSQL server for the tests: the one of ``APTS_TEST_POSTGRES``, or one of our own for as long as they run."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class NoServer(Exception):
    """Why there is no server to test with."""


@contextmanager
def server() -> Iterator[str]:
    """The address of a database whose user may create others."""
    if address := os.environ.get("APTS_TEST_POSTGRES"):
        yield address
        return
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    programs = folders[-1] if folders else None
    if programs is None or not (programs / "initdb").exists() or not (programs / "postgres").exists():
        raise NoServer("no PostgreSQL in /usr/lib/postgresql and no address in APTS_TEST_POSTGRES")
    with tempfile.TemporaryDirectory(prefix="apts-postgres-") as name, _running(programs, Path(name)) as address:
        yield address


@contextmanager
def _running(programs: Path, folder: Path) -> Iterator[str]:
    user = _unprivileged_user()
    if user is not None:
        shutil.chown(folder, user)
    data, log = folder / "data", folder / "log"
    made = subprocess.run(
        [programs / "initdb", "--pgdata", data, "--username", "apts", "--auth", "trust", "--no-sync"],
        user=user,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode != 0:
        raise NoServer(f"initdb failed: {made.stderr.strip().splitlines()[-1:]}")
    # Only through a socket in our own folder, so that no port is needed; without waiting for the disk.
    command = [programs / "postgres", "-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"]
    with log.open("wb") as output:
        process = subprocess.Popen(command, user=user, cwd=folder, stdout=output, stderr=output)
        try:
            _wait(folder / ".s.PGSQL.5432", process, log)
            yield f"postgresql://apts@/postgres?host={folder}"
        finally:
            # At once: what it holds is thrown away.
            process.send_signal(signal.SIGQUIT)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _unprivileged_user() -> str | None:
    """PostgreSQL refuses to run as root; give it another user then."""
    if os.geteuid() != 0:
        return None
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    for name in ("postgres", "nobody"):
        if name in names:
            return name
    raise NoServer("PostgreSQL does not run as root, and there is no user postgres or nobody")


def _wait(socket: Path, process: subprocess.Popen[bytes], log: Path) -> None:
    import psycopg

    end = time.monotonic() + 30
    while time.monotonic() < end:
        if process.poll() is not None:
            break
        if socket.exists():
            try:
                psycopg.connect(f"host={socket.parent} user=apts dbname=postgres").close()
                return
            except psycopg.OperationalError:
                pass
        time.sleep(0.05)
    raise NoServer(f"the server did not start: {log.read_text(errors='replace').strip().splitlines()[-1:]}")
