"""Runs as files for others, and back: JSON in and out, tables as CSV or Parquet."""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from apts.archive.archive import Archive, check_path
from apts.archive.records import (
    ArchiveError,
    ConflictingRun,
    DamagedMatch,
    InvalidDocument,
    MatchRecord,
    RunManifest,
    canonical,
    manifest_digest,
    manifest_document,
    match_document,
)
from apts.archive.validation import DocumentPart, checked_manifest, checked_match
from apts.atomic_files import atomic_file
from apts.errors import AptsError
from apts.input_checks import foreign_json

# ----------------------------------------------------------------------------------------------------------------
# Matches and turns as rows of a table, for spreadsheets and data frames.

Cell = str | int | float | None
Row = list[Cell]
Columns = dict[str, type[str] | type[int] | type[float]]
"""The names of the columns and what is in them; any field may be empty."""


def match_columns(manifest: RunManifest) -> Columns:
    """The columns of the table of matches."""
    seats = range(1, manifest.players + 1)
    columns: Columns = {"number": int, "seed": int, "pair": int, "status": str, "length": int}
    columns |= {"winner": int, "reason": str, "line": int}
    columns |= {f"agent_{seat}": str for seat in seats}
    columns |= {f"rank_{seat}": float for seat in seats}
    columns |= {f"utility_{seat}": float for seat in seats}
    columns["moves"] = str
    # Behind the columns that older versions wrote, so that whoever reads those by their places still can.
    columns |= {f"points_{seat}": float for seat in seats}
    columns |= {f"payoff_{seat}": float for seat in seats}
    return columns


def match_rows(match: MatchRecord, manifest: RunManifest) -> Iterator[Row]:
    """The row of a match; its moves are separated by spaces."""
    outcome = match.outcome
    nothing: list[Cell] = [None] * manifest.players
    yield [
        match.number,
        match.seed,
        match.pair,
        match.status,
        match.length,
        match.winner,
        None if outcome is None else outcome.reason,
        None if outcome is None else outcome.line,
        *(manifest.agents[agent] for agent in match.seats),
        *(nothing if outcome is None else outcome.ranks),
        *(nothing if outcome is None else outcome.utilities),
        " ".join(match.moves),
        *(nothing if outcome is None or outcome.points is None else outcome.points),
        *(nothing if outcome is None or outcome.payoffs is None else outcome.payoffs),
    ]


def turn_columns(manifest: RunManifest) -> Columns:
    """The columns of the table of turns."""
    columns: Columns = {"number": int, "turn": int, "mover": int, "move": str, "legal_moves": int, "entropy": float}
    return columns | {f"value_{seat}": float for seat in range(1, manifest.players + 1)}


def turn_rows(match: MatchRecord, manifest: RunManifest) -> Iterator[Row]:
    """A row for each turn of a match; turns count from 1."""
    nothing: list[Cell] = [None] * manifest.players
    for number, turn in enumerate(match.turns, 1):
        values = nothing if turn.values is None else turn.values
        yield [match.number, number, turn.mover, turn.move, turn.legal_moves, turn.entropy, *values]


TABLES: dict[str, tuple[Callable[[RunManifest], Columns], Callable[[MatchRecord, RunManifest], Iterator[Row]]]] = {
    "matches": (match_columns, match_rows),
    "turns": (turn_columns, turn_rows),
}


# ----------------------------------------------------------------------------------------------------------------
# A run as a file for others: all of it as JSON, or its matches or turns as a table in CSV or Parquet.
#
# The same matches give the same bytes, in whatever order they were played. A file appears under its name only
# when it is whole.

FORMAT = "apts run"
FORMAT_VERSION = 1

_FORMULA = re.compile(
    r"(^|[;\t\n])(?=[\s\x00-\x1f\x7f\xad\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b])"
    r"|^(?=[\t\n])"
)
"""Where in a text a formula of a spreadsheet would begin: at its start, also behind what cannot be seen, and behind what
ends a cell. Where numbers have a comma, as in Brazil, spreadsheets take a semicolon for the end of a cell, and no quotation
mark that does not begin one. The last signs are the wide and small forms of the four."""


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
    return _FORMULA.sub(r"\1'", text)


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


# ----------------------------------------------------------------------------------------------------------------
# A run that was exported as JSON, taken into an archive.


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: the run, how many matches were new, and how many were there before."""

    run: str
    added: int
    present: int


def import_json(
    archive: Archive,
    path: str | os.PathLike[str],
    name: str | None = None,
    check: Callable[[RunManifest, list[MatchRecord]], None] | None = None,
) -> Imported:
    """Take in a run that ``export_json`` wrote, under its own name or another one.

    Everything is checked before anything is stored: a file that is damaged anywhere changes nothing. A run that
    is there already gets the matches that it lacks; if a match of the same number differs, nothing is stored. What the
    archive cannot know, as the rules of games, ``check`` may look at; what it raises says why nothing is stored.
    """
    file = check_path(path)
    run, manifest, matches = read_json(file)
    run = name if name is not None else run
    if check is not None:
        try:
            check(manifest, matches)
        except AptsError as problem:
            raise InvalidDocument(f"{file} is not what was played: {problem}. Nothing was imported.") from problem
    if run in {summary.name for summary in archive.runs()}:
        _check_against(archive, run, manifest, matches, file)
    run = archive.start(manifest, run)
    added = archive.add(run, matches)
    return Imported(run, added, len(matches) - added)


def read_json(path: str | os.PathLike[str]) -> tuple[str, RunManifest, list[MatchRecord]]:
    """The name, the manifest and the matches in an exported file, all checked."""
    file = check_path(path)
    try:
        document = foreign_json(file.read_bytes(), bounded=False)
    except OSError as problem:
        raise InvalidDocument(f"{file} cannot be read: {problem.strerror}.") from problem
    except json.JSONDecodeError as problem:
        raise InvalidDocument(
            f"{file} is not valid JSON: {problem.msg} in line {problem.lineno}, column {problem.colno}. "
            "The file may have been cut off or changed; nothing was imported."
        ) from problem
    except (ValueError, RecursionError) as problem:
        raise InvalidDocument(f"{file} is not JSON text: {problem}. Nothing was imported.") from problem
    try:
        return _checked(DocumentPart(document, ""))
    except InvalidDocument as problem:
        raise InvalidDocument(f"{file} is not a run of APTS: {problem} Nothing was imported.") from problem


def _checked(top: DocumentPart) -> tuple[str, RunManifest, list[MatchRecord]]:
    if not isinstance(top.value, dict) or top.value.get("format") != FORMAT:
        raise InvalidDocument(f'at its top there is no "format": "{FORMAT}".')
    if top.field("version").whole(1) > FORMAT_VERSION:
        raise InvalidDocument(
            f"it has format version {top.value['version']}, and this APTS reads versions up to {FORMAT_VERSION}."
        )
    run = top.field("run").text()
    manifest = checked_manifest(top.field("manifest"))
    matches: list[MatchRecord] = []
    places: dict[int, str] = {}
    for part in top.field("matches").items():
        match = checked_match(part, manifest)
        if match.number in places:
            raise InvalidDocument(
                f"{part.place}: match {match.number} is there twice, first as {places[match.number]}."
            )
        places[match.number] = part.place
        matches.append(match)
    return run, manifest, matches


def _check_against(archive: Archive, run: str, manifest: RunManifest, matches: list[MatchRecord], file: Path) -> None:
    hint = "Nothing was imported; import it under another name."
    if manifest_digest(archive.manifest(run)) != manifest_digest(manifest):
        raise ConflictingRun(f"{file} holds a run {run!r}, and the archive has another one of that name. {hint}")
    coming = {match.number: match for match in matches}
    for present in archive.matches(run):
        if coming.get(present.number, present) != present:
            raise ConflictingRun(
                f"Match {present.number} of run {run!r} is in the archive already and is not the one in {file}. {hint}"
            )
