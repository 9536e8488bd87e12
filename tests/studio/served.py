"""A studio served by the real command on a free port, for tests that need the network, the queue or a browser."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

_ADDRESS = re.compile(r"The studio is open: (http://\S+)/")
_END_SECONDS = 30


class Served:
    """The process of a studio; ``kill`` ends it as a power cut would, ``start`` begins it again with the same folder."""

    def __init__(self, folder: Path, port: int = 0, *options: str) -> None:
        self.folder, self.port = folder, port
        self.options = options or ("--no-token",)
        self.descriptors: int | None = None
        self.address = self.told = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Begin it; returns when it listens."""
        program = "import sys; from apts.cli import main; sys.argv[0] = 'apts'; main()"
        command = [sys.executable, "-c", program, "studio", "--folder", str(self.folder), "--no-browser"]
        log = (self.folder / "served.log").open("a") if self.folder.exists() else subprocess.DEVNULL
        begin = ["sh", "-c", f'ulimit -n {self.descriptors}; exec "$@"', "sh"] if self.descriptors else []
        self._process = subprocess.Popen(
            [*begin, *command, "--port", str(self.port), *self.options],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self._process.stdout is not None
        told = ""
        for line in self._process.stdout:
            told += line
            if found := _ADDRESS.search(line):
                self.address, self.told = found[1], line.partition(": ")[2].strip()
                return
        raise AssertionError(f"the studio did not start: {told}")

    def kill(self) -> None:
        """End it at once."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(timeout=_END_SECONDS)

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(timeout=_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()
