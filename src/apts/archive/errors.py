"""What can go wrong with an archive, said as sentences."""

from __future__ import annotations

from apts.errors import AptsError


class ArchiveError(AptsError):
    """Something about an archive, its address or a file to import is not as it should be."""


class UnknownRun(ArchiveError):
    """No run of that name is in the archive."""


class UnknownMatch(ArchiveError):
    """The run has no match of that number yet."""


class ConflictingRun(ArchiveError):
    """A run or match of that name or number is there already and holds something else."""


class LockedArchive(ArchiveError):
    """Another process kept the archive to itself for longer than we waited."""


class DamagedArchive(ArchiveError):
    """The archive, or a match in it, cannot be read any more."""


class DamagedMatch(DamagedArchive):
    """One match of a run cannot be read any more; ``number`` says which."""

    def __init__(self, message: str, number: int) -> None:
        super().__init__(message)
        self.number = number


class InvalidDocument(ArchiveError):
    """A file to import is not a run that was exported."""


class LostConnection(ArchiveError):
    """The server of an archive does not answer any more, or not yet."""
