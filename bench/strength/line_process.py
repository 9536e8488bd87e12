"""A process that answers each line of JSON with one line of JSON."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from apts.errors import AptsError
from bench.strength.named_games import ROOT


class LineProcess:
    """A process that is asked and answers; it ends when it is closed."""

    def __init__(self, what: str, command: Sequence[str | Path], environment: Mapping[str, str] | None = None):
        self._what = what
        try:
            self._process = subprocess.Popen(
                list(command),
                cwd=ROOT,
                env={**os.environ, **(environment or {})},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        except OSError as error:
            raise AptsError(f"{what} cannot be started: {error}") from error

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a request; a refusal of the other side is raised here."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except OSError:
            line = ""
        if not line:
            raise AptsError(f"{self._what} ended with status {self._process.wait()} when it was asked {request}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise AptsError(f"{self._what}: {answer['error']}")
        return answer

    def close(self) -> None:
        """Let it end."""
        if self._process.stdin is not None:
            with suppress(OSError):  # it may have ended by itself
                self._process.stdin.close()
        self._process.wait()
