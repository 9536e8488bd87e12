"""The other side as a process that answers requests, so that both sides can take turns."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any


class OpenSpiel:
    """OpenSpiel in its own virtual environment."""

    def __init__(self, python: Path, root: Path) -> None:
        if not python.exists():
            raise SystemExit(f"{python} is missing: `make bench` installs OpenSpiel there")
        self._process = subprocess.Popen(
            [python, "-m", "bench.open_spiel_side"],
            cwd=root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.version: str = self._answer()["version"]

    def iteration_rate(self, game: str, seed: int, seconds: float) -> float:
        """Iterations per processor-second of its tree search."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"game": game, "seed": seed, "seconds": seconds}) + "\n")
        self._process.stdin.flush()
        return float(self._answer()["rate"])

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"the OpenSpiel side ended with status {self._process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def __enter__(self) -> OpenSpiel:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
