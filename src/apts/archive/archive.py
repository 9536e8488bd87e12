"""What every archive does, whichever database it is kept in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator
from types import TracebackType
from typing import Self

from apts.archive.argument_checks import MOST_MATCHES, check_number
from apts.archive.errors import DamagedArchive, DamagedMatch
from apts.archive.records import MatchRecord, RunManifest, RunSummary

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
        """Begin a run, or take up the one that has this manifest; gives its name.

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
        """Store matches in one transaction; gives how many of them were new."""

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
        """Take matches out, so that resuming plays them again; gives how many there were."""

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
