"""An archive whose file is not there yet: it is made for the first run, so that nothing is left where none began."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from threading import Lock

from apts.archive.archive import ANY, Archive
from apts.archive.errors import DamagedMatch, UnknownRun
from apts.archive.records import MatchRecord, RunManifest, RunSummary


class DeferredArchive(Archive):
    """An archive without runs, which becomes that of a file when a run begins, here or in another process."""

    def __init__(self, file: Path, make: Callable[[], Archive]) -> None:
        self._file = file
        self._make = make
        self._made: Archive | None = None
        self._making = Lock()

    def __repr__(self) -> str:
        return f"<archive {self._file}>"

    def start(self, manifest: RunManifest, name: str | None = None) -> str:
        return self._opened().start(manifest, name)

    def runs(self) -> tuple[RunSummary, ...]:
        there = self._there()
        return () if there is None else there.runs()

    def newest(
        self, most: int, first: int = 0, game: str | None = None, question: str | None = ANY
    ) -> tuple[RunSummary, ...]:
        there = self._there()
        return () if there is None else there.newest(most, first, game, question)

    def games(self, question: str | None = ANY) -> dict[str, int]:
        there = self._there()
        return {} if there is None else there.games(question)

    def summary(self, run: str) -> RunSummary:
        return self._with(run).summary(run)

    def manifest(self, run: str) -> RunManifest:
        return self._with(run).manifest(run)

    def add(self, run: str, matches: Iterable[MatchRecord]) -> int:
        return self._with(run).add(run, matches)

    def match(self, run: str, number: int) -> MatchRecord:
        return self._with(run).match(run, number)

    def matches(self, run: str, damaged: list[DamagedMatch] | None = None) -> Iterator[MatchRecord]:
        return self._with(run).matches(run, damaged)

    def numbers(self, run: str) -> tuple[int, ...]:
        return self._with(run).numbers(run)

    def discard(self, run: str, numbers: Collection[int]) -> int:
        return self._with(run).discard(run, numbers)

    def rename(self, run: str, name: str) -> None:
        self._with(run).rename(run, name)

    def remove(self, run: str) -> None:
        self._with(run).remove(run)

    def close(self) -> None:
        if self._made is not None:
            self._made.close()

    def _there(self) -> Archive | None:
        return self._opened() if self._made is not None or self._file.exists() else None

    def _opened(self) -> Archive:
        with self._making:
            if self._made is None:
                self._made = self._make()
            return self._made

    def _with(self, run: str) -> Archive:
        """The archive that may have a run; without a file there is none."""
        there = self._there()
        if there is None:
            raise UnknownRun(f"The archive {self._file} has no run {run!r}; it has no runs yet.")
        return there
