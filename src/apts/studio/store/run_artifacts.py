"""What was worked out about a run, as files: what it shows in short, its charts, its reports.

They are kept under what they follow from: what decides the matches, how many there are, and what was wanted. A run that
grows gets new ones.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from apts.archive import RunManifest
from apts.archive.documents import manifest_digest
from apts.atomic_files import PRIVATE, atomic_write
from apts.studio.private_files import private_folder
from apts.version import apts_version

FORM = 3
"""Raised when what is kept changes its form; papers of another form are not read."""


class RunArtifacts:
    """The files about one run at one number of matches."""

    def __init__(self, folder: Path, manifest: RunManifest, matches: int, goals: Sequence[str] = ()) -> None:
        decided = json.dumps([apts_version(), FORM, matches, sorted(goals)])
        self._run = folder / "papers" / manifest_digest(manifest)[:32]
        self._place = self._run / hashlib.sha256(decided.encode()).hexdigest()[:16]

    @property
    def key(self) -> str:
        """What tells these papers from all others."""
        return f"{self._run.name[:16]}-{self._place.name}"

    def load(self, name: str) -> Any | None:
        """What is kept under a name, as JSON values; None where nothing is."""
        try:
            return json.loads((self._place / f"{name}.json").read_bytes())
        except (OSError, ValueError):
            return None

    def store(self, name: str, values: Any) -> Any:
        """Keep JSON values under a name; gives them back."""
        self.write(f"{name}.json", json.dumps(values, ensure_ascii=False))
        return values

    def text(self, name: str) -> str | None:
        """The text of a file; None where there is none."""
        try:
            return (self._place / name).read_text(encoding="utf-8")
        except OSError:
            return None

    def write(self, name: str, text: str) -> None:
        """Keep a file."""
        for folder in (self._run.parent, self._run, self._place):
            private_folder(folder)
        atomic_write(self._place / name, text.encode(), PRIVATE)

    def remove(self) -> None:
        """Throw away everything about the run, at whatever number of matches."""
        shutil.rmtree(self._run, ignore_errors=True)
