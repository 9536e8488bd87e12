"""Programs that are installed beside us, spoken to line by line; their CPU time is that which the system counts for them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from apts.errors import AptsError

_FOLDERS = ("/usr/games", "/usr/local/games")
_NANOSECONDS = 1e-9


def found_program(name: str) -> str | None:
    """The path of a program, or None where it is not installed."""
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(_FOLDERS))


class Program:
    """A program at the other end of two pipes."""

    def __init__(self, name: str, arguments: Sequence[str], package: str):
        path = found_program(name)
        if path is None:
            raise AptsError(f"{name} is not installed; on Debian it comes with the package {package}")
        self._name = name
        self._process = subprocess.Popen(
            [path, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def send(self, line: str) -> None:
        """Write a line to it."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise AptsError(f"{self._name} ended when it was sent {line!r}") from error

    def lines_until(self, is_last: Callable[[str], bool]) -> list[str]:
        """What it writes, up to the first line that is the last one of an answer."""
        assert self._process.stdout is not None
        found: list[str] = []
        while True:
            line = self._process.stdout.readline()
            if not line:
                raise AptsError(f"{self._name} ended with status {self._process.wait()} after {found[-3:]}")
            found.append(line.rstrip("\n"))
            if is_last(found[-1]):
                return found

    @property
    def cpu_seconds(self) -> float:
        """The CPU time of all of its threads until now, to the nanosecond."""
        total = 0
        for thread in Path(f"/proc/{self._process.pid}/task").iterdir():
            total += int((thread / "schedstat").read_text(encoding="utf-8").split()[0])
        return total * _NANOSECONDS

    def close(self) -> None:
        """Ask it to end, and wait until it has."""
        with suppress(AptsError, OSError):  # it may have ended by itself
            self.send("quit")
            if self._process.stdin is not None:
                self._process.stdin.close()
        self._process.wait()
