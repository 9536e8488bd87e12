"""What every archive does, whichever database it is kept in."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from apts.archive.records import (
    ArchiveError,
    DamagedArchive,
    DamagedMatch,
    MatchRecord,
    RunManifest,
    RunSummary,
    UnknownRun,
)
from apts.errors import AptsError
from apts.input_checks import MOST_MATCHES, whole_number
from apts.similar_names import nearest_names

# ----------------------------------------------------------------------------------------------------------------
# What callers give to an archive: names of runs, numbers of matches, paths. What is none is refused with a
# sentence.
#
# A database would take the text ``"1"`` for the number 1, and tell of everything else in words of its own.

__all__ = ["MOST_MATCHES", "check_match_number", "check_number", "check_path", "check_run_name"]

_LARGEST = (1 << 63) - 1  # what a column of whole numbers holds


def check_run_name(run: Any) -> str:
    """The name of a run."""
    if not isinstance(run, str):
        raise ArchiveError(f"A run is called by its name, such as 'hex-1a2b3c4d', not by {run!r}.")
    return run


def check_number(what: str, number: Any, lowest: int | None = None, highest: int = _LARGEST) -> int:
    """A whole number; ``what`` says in the sentence of a refusal what it is."""
    try:
        return whole_number(what, number, lowest, highest)
    except AptsError as problem:
        raise ArchiveError(f"{problem}.") from None


def check_match_number(number: Any) -> int:
    """The number of a match."""
    return check_number("The number of a match", number)


def check_path(path: Any) -> Path:
    """The path of a file."""
    if not isinstance(path, str | os.PathLike) or not isinstance(os.fspath(path), str):
        raise ArchiveError(f"A file is named by its path, such as 'run.json', not by {path!r}.")
    if not os.fspath(path).strip() or "\0" in os.fspath(path):
        raise ArchiveError(f"{os.fspath(path)!r} is not the path of a file; give one such as 'run.json'.")
    return Path(path)


ANY = "*"
"""Stands for runs of every question and of none."""


class Archive(ABC):
    """The memory of all runs and matches.

    Contract:

    *Names.* A run is called by its name, a match by run and number; numbers count from 1 and need not come in order.
    An unknown run raises ``UnknownRun`` with the names there are, an unknown match ``UnknownMatch``.

    *Ownership.* Records are frozen values. What is given back equals what was put in; values and entropies are kept to
    six decimals, which ``TurnRecord`` sees to.

    *Determinism.* What is read comes ordered by number. Two archives with the same matches read the same, in whatever
    order and in however many portions the matches came in.

    *Idempotence.* Adding a match whose number is there changes nothing; the first one stays.

    *Durability.* ``add`` is one transaction: all matches of the call are there or none is, and when it returns they are
    on the disk. Losing power loses what was not yet handed to ``add``.

    *Threads and processes.* All methods may be called from several threads at once. A process opens the archive for
    itself, after it was forked; any number of processes may read and write the same archive. Iterating holds no lock.

    *Errors.* Everything that goes wrong is an ``ArchiveError``; one that is raised has changed nothing.
    """

    @abstractmethod
    def start(self, manifest: RunManifest, name: str | None = None) -> str:
        """Begin a run, or take up the one that has this manifest; returns its name.

        Without a name the run is called after its game and a checksum of the manifest. If a run of the name is there,
        its manifest must agree in all but ``matches`` and ``command`` (otherwise ``ConflictingRun``); it stays as it
        is, except that ``matches`` grows if more are wanted now.
        """

    @abstractmethod
    def runs(self) -> tuple[RunSummary, ...]:
        """All runs, the oldest first."""

    @abstractmethod
    def newest(
        self, most: int, first: int = 0, game: str | None = None, question: str | None = ANY
    ) -> tuple[RunSummary, ...]:
        """So many runs, the newest first, after leaving out the ``first`` ones; of one game where it is named.

        ``question`` leaves those that were played for a question of that kind beside play-tests, or with None those that
        were played for none: the play-tests themselves.

        Only the matches of these runs are counted, so that a page of a long list comes as quickly as one of a short one.
        """

    @abstractmethod
    def summary(self, run: str) -> RunSummary:
        """One run as the list tells it."""

    @abstractmethod
    def games(self, question: str | None = ANY) -> dict[str, int]:
        """The names of all games that were played, in alphabetical order, with the number of their runs (see ``newest``)."""

    @abstractmethod
    def manifest(self, run: str) -> RunManifest:
        """The manifest of a run."""

    @abstractmethod
    def add(self, run: str, matches: Iterable[MatchRecord]) -> int:
        """Store matches in one transaction; returns how many of them were new."""

    @abstractmethod
    def match(self, run: str, number: int) -> MatchRecord:
        """One match."""

    @abstractmethod
    def matches(self, run: str, damaged: list[DamagedMatch] | None = None) -> Iterator[MatchRecord]:
        """All matches of a run, ordered by number.

        One that cannot be read raises ``DamagedMatch``; where a list is given it is put there instead, and the others go on.
        """

    @abstractmethod
    def numbers(self, run: str) -> tuple[int, ...]:
        """The numbers of all matches of a run, in order."""

    @abstractmethod
    def discard(self, run: str, numbers: Collection[int]) -> int:
        """Take matches out, so that resuming plays them again; returns how many there were."""

    @abstractmethod
    def rename(self, run: str, name: str) -> None:
        """Call a run otherwise; a name that another run has is refused. Its manifest finds it again all the same."""

    @abstractmethod
    def remove(self, run: str) -> None:
        """Take out a run with all its matches."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the database; the archive cannot be used afterwards."""

    def readable_manifest(self, run: str) -> RunManifest | None:
        """The manifest of a run, for those who look through all runs; None where it is damaged."""
        try:
            return self.manifest(run)
        except DamagedArchive:
            return None

    def missing(self, run: str, total: int) -> tuple[int, ...]:
        """The numbers from 1 to ``total`` that are still to be played, in order."""
        total = check_number("The number of matches of a run", total, 0, MOST_MATCHES)
        present = set(self.numbers(run))
        return tuple(number for number in range(1, total + 1) if number not in present)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


# ----------------------------------------------------------------------------------------------------------------
# Runs as people name them: whole, by how a name begins, or as the last one.

LAST = "last"
"""What the run that was begun last can be called."""


def named_run(archive: Archive, name: str) -> str:
    """The whole name of the run that is meant."""
    with suppress(UnknownRun):
        return archive.summary(name).name  # without counting the matches of all others
    runs = archive.runs()
    if not runs:
        raise UnknownRun("the archive has no runs yet; apts playtest GAME makes one")
    names = [run.name for run in runs]
    if name == LAST:
        return latest(of_their_own(archive, runs) or runs).name
    begun = [known for known in names if known.startswith(name)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise UnknownRun(f"{len(begun)} runs begin with {name!r}: {', '.join(begun)}")
    near = nearest_names(name, names, 5, 0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else "apts runs lists those there are"
    raise UnknownRun(f"the archive has no run {name!r}; {hint}")


def of_their_own(archive: Archive, runs: Sequence[RunSummary]) -> list[RunSummary]:
    """Those that were not played for a question beside another run, such as matches played again to measure luck."""
    names = {run.name for run in archive.newest(len(runs), question=None)}
    return [run for run in runs if run.name in names]


def latest(runs: Sequence[RunSummary]) -> RunSummary:
    """The run that was begun last."""
    return max(enumerate(runs), key=lambda entry: (entry[1].created, entry[0]))[1]
