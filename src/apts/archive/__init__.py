"""Matches in, matches out: the memory of every run, from which everything else is computed again.

A run has a manifest (rules, agents, seed, versions) and numbered matches with their turns. They are kept in an SQLite
file, or in PostgreSQL by address, and leave as JSON, CSV or Parquet. ``docs/archive.md`` describes the formats.
"""

from apts.archive.archive import ANY, Archive
from apts.archive.exchange import Imported, export_csv, export_json, export_parquet, import_json
from apts.archive.opening import MatchWriter, archive_to_fill, open_archive, opened_archive
from apts.archive.records import (
    ArchiveError,
    ConflictingRun,
    DamagedArchive,
    DamagedMatch,
    InvalidDocument,
    LockedArchive,
    MatchRecord,
    RunManifest,
    RunSummary,
    Status,
    TurnRecord,
    UnknownMatch,
    UnknownRun,
)

__all__ = [
    "ANY",
    "Archive",
    "ArchiveError",
    "ConflictingRun",
    "DamagedArchive",
    "DamagedMatch",
    "Imported",
    "InvalidDocument",
    "LockedArchive",
    "MatchRecord",
    "MatchWriter",
    "RunManifest",
    "RunSummary",
    "Status",
    "TurnRecord",
    "UnknownMatch",
    "UnknownRun",
    "archive_to_fill",
    "export_csv",
    "export_json",
    "export_parquet",
    "import_json",
    "open_archive",
    "opened_archive",
]
