"""A studio as ``apts studio`` serves it, for measurements: begun on a free port, ended in order."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_ADDRESS = re.compile(r"The studio is open: (http://\S+)/")
_END_SECONDS = 30


@dataclass(frozen=True)
class ServedProcess:
    """The process of a studio and its address."""

    address: str
    process: subprocess.Popen[str]

    def megabytes(self) -> float:
        """The memory that its server and all processes below it hold now."""
        return sum(_resident(process) for process in _family(self.process.pid))

    def server_megabytes(self) -> float:
        """The memory of the server alone."""
        return _resident(self.process.pid)


@contextmanager
def served_process(folder: Path, *options: str) -> Iterator[ServedProcess]:
    """Serve a studio while the block runs."""
    program = "import sys; from apts.cli import main; sys.argv[0] = 'apts'; main()"
    command = [
        sys.executable,
        "-c",
        program,
        "studio",
        "--folder",
        str(folder),
        "--port",
        "0",
        "--no-browser",
        "--no-token",
        *options,
    ]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    )  # fmt: skip
    try:
        assert process.stdout is not None
        found = next((match for line in process.stdout if (match := _ADDRESS.search(line))), None)
        if found is None:
            raise RuntimeError("the studio did not start")
        yield ServedProcess(found[1], process)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=_END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def served_studio(folder: Path, *options: str) -> Iterator[str]:
    """The same for those who need only its address."""
    with served_process(folder, *options) as served:
        yield served.address


def _resident(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/statm").read_text().split()
    except OSError:
        return 0.0
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _family(process: int) -> list[int]:
    """A process and all that it began."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        children = []
    return [process, *(one for child in children for one in _family(int(child)))]
