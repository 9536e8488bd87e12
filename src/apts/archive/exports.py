"""A run as a file for others: all of it as JSON, or its matches or turns as a table in CSV or Parquet.

The same matches give the same bytes, in whatever order they were played. A file appears under its name only when it is
whole.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from apts.archive.archive import Archive
from apts.archive.argument_checks import check_path
from apts.archive.documents import canonical, manifest_document, match_document
from apts.archive.errors import ArchiveError, DamagedMatch
from apts.archive.row_tables import TABLES, Columns, Row
from apts.atomic_files import atomic_file

FORMAT = "apts run"
FORMAT_VERSION = 1

_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""How texts begin that spreadsheets take for formulas, also behind spaces; the last four are the wide forms."""


def export_json(
    archive: Archive, run: str, path: str | os.PathLike[str], damaged: list[DamagedMatch] | None = None
) -> None:
    """Write a whole run; ``import_json`` reads it back. Every match is a line of its own.

    A match that cannot be read ends it, unless there is a list of ``damaged`` ones for it (``Archive.matches``).
    """
    manifest = archive.manifest(run)
    with _replaced_file(check_path(path)) as stream:
        stream.write(f'{{"format":{canonical(FORMAT)},"version":{FORMAT_VERSION},"run":{canonical(run)},\n'.encode())
        stream.write(f'"manifest":{canonical(manifest_document(manifest))},\n"matches":['.encode())
        separator = "\n"
        for match in archive.matches(run, damaged):
            stream.write(f"{separator}{canonical(match_document(match))}".encode())
            separator = ",\n"
        stream.write(b"\n]}\n")


def export_csv(
    archive: Archive,
    run: str,
    path: str | os.PathLike[str],
    table: str = "matches",
    damaged: list[DamagedMatch] | None = None,
) -> None:
    """Write the matches or the turns of a run as CSV (UTF-8, a heading, an empty field where there is no value).

    A text that a spreadsheet would take for a formula has an apostrophe before it; numbers are as they are.
    """
    columns, rows = _table(archive, run, table, damaged)
    with _replaced_file(check_path(path)) as stream:
        text = _Encoder(stream)
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([_plain(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)


def export_parquet(
    archive: Archive,
    run: str,
    path: str | os.PathLike[str],
    table: str = "matches",
    damaged: list[DamagedMatch] | None = None,
) -> None:
    """Write the matches or the turns of a run as Parquet; needs the extra ``parquet``."""
    columns, rows = _table(archive, run, table, damaged)
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as problem:
        raise ArchiveError(
            "Writing Parquet needs the package pyarrow: install it with `pip install 'apts[parquet]'`, or write CSV."
        ) from problem
    types = {str: pyarrow.string(), int: pyarrow.uint64(), float: pyarrow.float64()}
    schema = pyarrow.schema([(name, types[kind]) for name, kind in columns.items()])
    with _replaced_file(check_path(path)) as stream, pyarrow.parquet.ParquetWriter(stream, schema) as writer:
        for portion in _portions(rows, 10_000):
            by_column = list(zip(*portion, strict=True))
            arrays = [pyarrow.array(values, field.type) for values, field in zip(by_column, schema, strict=True)]
            writer.write_batch(pyarrow.record_batch(arrays, schema=schema))


def _plain(text: str) -> str:
    """A text as spreadsheets show it: what they would work out is marked as a text, and it ends no line of the table."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # which is quoted, as a lone carriage return is not
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULAS) else text


def _table(archive: Archive, run: str, table: str, damaged: list[DamagedMatch] | None) -> tuple[Columns, Iterator[Row]]:
    if table not in TABLES:
        raise ArchiveError(f"There is no table {table!r}; valid tables are {', '.join(TABLES)}.")
    manifest = archive.manifest(run)
    columns, rows = TABLES[table]
    return columns(manifest), (row for match in archive.matches(run, damaged) for row in rows(match, manifest))


def _portions(rows: Iterator[Row], size: int) -> Iterator[list[Row]]:
    portion: list[Row] = []
    for row in rows:
        portion.append(row)
        if len(portion) == size:
            yield portion
            portion = []
    if portion:
        yield portion


class _Encoder:
    """What the CSV writer needs of a text file, over a binary one."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._write: Callable[[bytes], int] = stream.write

    def write(self, text: str) -> int:
        return self._write(text.encode())


@contextmanager
def _replaced_file(path: Path) -> Iterator[IO[bytes]]:
    """A file to write to that takes its name at the end, or disappears if something went wrong."""
    if path.is_dir():
        raise ArchiveError(f"{path} cannot be written: it is a folder.")
    try:
        with atomic_file(path) as stream:
            yield stream
    except OSError as problem:
        raise ArchiveError(f"{path} cannot be written: {problem.strerror}.") from problem
