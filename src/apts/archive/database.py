"""The archive in a database: the same statements for SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Select, Table, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from apts.archive.archive import ANY, Archive
from apts.archive.argument_checks import check_match_number, check_number, check_run_name
from apts.archive.column_checks import Sizes
from apts.archive.database_errors import explained
from apts.archive.documents import canonical, manifest_digest, manifest_document
from apts.archive.errors import ArchiveError, ConflictingRun, DamagedMatch, UnknownMatch, UnknownRun
from apts.archive.packing import packed, unpacked, unpacked_manifest
from apts.archive.records import MatchRecord, RunManifest, RunSummary
from apts.archive.retrying import retried
from apts.archive.schema import MATCHES, RUNS
from apts.file_names import file_stem
from apts.interrupts import undisturbed
from apts.similar_names import nearest_names

PORTION = 500
"""Matches read, or numbers named, in one statement."""

WRITING = "apts_writing"
"""The execution option of a transaction that will write (see ``opening``)."""


def utc_now() -> datetime:
    """The present moment."""
    return datetime.now(UTC)


class DatabaseArchive(Archive):
    """An archive in an SQLite file or a PostgreSQL database; made by ``open_archive``."""

    def __init__(self, engine: Engine, place: str, file: Path | None, clock: Callable[[], datetime] = utc_now) -> None:
        self._engine = engine
        self._writing = engine.execution_options(**{WRITING: True})
        self._place = place
        self._file = file
        self._clock = clock

    def __repr__(self) -> str:
        return f"<archive {self._place}>"

    @retried
    def start(self, manifest: RunManifest, name: str | None = None) -> str:
        if not isinstance(manifest, RunManifest):
            raise ArchiveError(f"A run begins with its RunManifest, not with {manifest!r}.")
        digest = manifest_digest(manifest)
        chosen = name if name is not None else self._name_of(manifest, digest)
        _check_name(chosen)
        row = {
            "name": chosen,
            "digest": digest,
            "game": manifest.game,
            "wanted": manifest.matches,
            "created": self._clock().isoformat(timespec="seconds"),
            "manifest": canonical(manifest_document(manifest)),
        }
        with self._transaction() as connection:
            connection.execute(self._insert_if_absent(RUNS, ["name"]), row)
            there = connection.execute(select(RUNS).where(RUNS.c.name == chosen)).one()
            if there.digest != digest:
                raise ConflictingRun(
                    f"The archive {self._place} has a run {chosen!r} already, with other rules, agents, settings, seed "
                    "or versions. Choose another name, or remove that run."
                )
            if there.wanted < manifest.matches:
                grown = replace(unpacked_manifest(there.manifest, chosen), matches=manifest.matches)
                text = canonical(manifest_document(grown))
                changed = update(RUNS).where(RUNS.c.id == there.id).values(wanted=grown.matches, manifest=text)
                connection.execute(changed)
        return chosen

    @retried
    def runs(self) -> tuple[RunSummary, ...]:
        counted = (
            select(RUNS.c.name, RUNS.c.game, func.count(MATCHES.c.number), RUNS.c.wanted, RUNS.c.created)
            .outerjoin(MATCHES, MATCHES.c.run == RUNS.c.id)
            .group_by(RUNS.c.id)
            .order_by(RUNS.c.id)
        )
        with self._reading() as connection:
            return tuple(RunSummary(*row) for row in connection.execute(counted))

    @retried
    def newest(
        self, most: int, first: int = 0, game: str | None = None, question: str | None = ANY
    ) -> tuple[RunSummary, ...]:
        most, first = check_number("The number of runs", most, 0), check_number("The number of runs left out", first, 0)
        wanted = _of_question(_summaries(), question).order_by(RUNS.c.id.desc()).limit(most).offset(first)
        if game is not None:
            wanted = wanted.where(RUNS.c.game == game)
        with self._reading() as connection:
            return tuple(RunSummary(*row) for row in connection.execute(wanted))

    @retried
    def summary(self, run: str) -> RunSummary:
        with self._reading() as connection:
            run_id = self._run_id(connection, run)
            return RunSummary(*connection.execute(_summaries().where(RUNS.c.id == run_id)).one())

    @retried
    def games(self, question: str | None = ANY) -> dict[str, int]:
        counted = _of_question(select(RUNS.c.game, func.count()), question).group_by(RUNS.c.game).order_by(RUNS.c.game)
        with self._reading() as connection:
            return {row[0]: row[1] for row in connection.execute(counted)}

    @retried
    def manifest(self, run: str) -> RunManifest:
        with self._reading() as connection:
            self._run_id(connection, run)
            text = connection.execute(select(RUNS.c.manifest).where(RUNS.c.name == run)).scalar_one()
        return unpacked_manifest(text, run)

    @retried
    def add(self, run: str, matches: Iterable[MatchRecord]) -> int:
        matches = _check_records(matches)
        rows = [
            {
                "number": match.number,
                "status": match.status,
                "winner": match.winner,
                "length": match.length,
                "record": packed(match),
            }
            for match in matches
        ]
        with self._transaction() as connection:
            run_id = self._run_id(connection, run)
            if not rows:
                return 0
            insert = self._insert_if_absent(MATCHES, ["run", "number"]).returning(MATCHES.c.number)
            return len(connection.execute(insert, [{"run": run_id, **row} for row in rows]).all())

    @retried
    def match(self, run: str, number: int) -> MatchRecord:
        number = check_match_number(number)
        with self._reading() as connection:
            run_id = self._run_id(connection, run)
            wanted = select(MATCHES.c.record).where(MATCHES.c.run == run_id, MATCHES.c.number == number)
            data = connection.execute(wanted).scalar_one_or_none()
        if data is None:
            raise UnknownMatch(f"Run {run!r} has no match {number}; {self._extent(run)}.")
        return unpacked(data, run, number, self._sizes(run))

    def matches(self, run: str, damaged: list[DamagedMatch] | None = None) -> Iterator[MatchRecord]:
        last, sizes = 0, self._sizes(run)
        while True:
            rows = self._rows_after(run, last)
            for number, data in rows:
                try:
                    match = unpacked(data, run, number, sizes)
                except DamagedMatch as problem:
                    if damaged is None:
                        raise
                    damaged.append(problem)
                else:
                    yield match
            if len(rows) < PORTION:
                return
            last = rows[-1][0]

    @retried
    def _rows_after(self, run: str, last: int) -> list[tuple[int, bytes]]:
        """A portion of the matches, so that nothing is held open while a caller works with them."""
        with self._reading() as connection:
            run_id = self._run_id(connection, run)
            portion = (
                select(MATCHES.c.number, MATCHES.c.record)
                .where(MATCHES.c.run == run_id, MATCHES.c.number > last)
                .order_by(MATCHES.c.number)
                .limit(PORTION)
            )
            return [(row[0], row[1]) for row in connection.execute(portion)]

    @retried
    def numbers(self, run: str) -> tuple[int, ...]:
        with self._reading() as connection:
            run_id = self._run_id(connection, run)
            ordered = select(MATCHES.c.number).where(MATCHES.c.run == run_id).order_by(MATCHES.c.number)
            return tuple(connection.execute(ordered).scalars())

    @retried
    def discard(self, run: str, numbers: Collection[int]) -> int:
        if isinstance(numbers, str) or not isinstance(numbers, Iterable):
            raise ArchiveError(f"Matches are taken out by a list of their numbers, such as [3, 5], not by {numbers!r}.")
        ordered = sorted({check_match_number(number) for number in numbers})
        with self._transaction() as connection:
            run_id = self._run_id(connection, run)
            gone = 0
            for first in range(0, len(ordered), PORTION):
                named = MATCHES.c.number.in_(ordered[first : first + PORTION])
                gone += connection.execute(delete(MATCHES).where(MATCHES.c.run == run_id, named)).rowcount
            return gone

    def rename(self, run: str, name: str) -> None:
        _check_name(name)
        with self._transaction() as connection:
            run_id = self._run_id(connection, run)
            taken = connection.execute(select(RUNS.c.id).where(RUNS.c.name == name)).scalar_one_or_none()
            if taken not in (None, run_id):
                raise ConflictingRun(f"The archive {self._place} has a run {name!r} already. Choose another name.")
            connection.execute(update(RUNS).where(RUNS.c.id == run_id).values(name=name))

    def remove(self, run: str) -> None:
        with self._transaction() as connection:
            run_id = self._run_id(connection, run)
            connection.execute(delete(MATCHES).where(MATCHES.c.run == run_id))
            connection.execute(delete(RUNS).where(RUNS.c.id == run_id))

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with undisturbed(), explained(self._place, self._file), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with undisturbed(), explained(self._place, self._file), self._writing.begin() as connection:
            yield connection

    def _insert_if_absent(self, table: Table, key: list[str]) -> Any:
        dialect = postgresql if self._engine.dialect.name == "postgresql" else sqlite
        return dialect.insert(table).on_conflict_do_nothing(index_elements=key)

    def _run_id(self, connection: Connection, run: str) -> int:
        run = check_run_name(run)
        found: int | None = connection.execute(select(RUNS.c.id).where(RUNS.c.name == run)).scalar_one_or_none()
        if found is None:
            names = list(connection.execute(select(RUNS.c.name).order_by(RUNS.c.id)).scalars())
            raise UnknownRun(f"The archive {self._place} has no run {run!r}; {_valid(run, names)}.")
        return found

    def _name_of(self, manifest: RunManifest, digest: str) -> str:
        """What the run of a manifest is called, which may have been renamed, or is to be called."""
        default = default_name(manifest, digest)
        with self._reading() as connection:
            same = select(RUNS.c.name).where(RUNS.c.digest == digest).order_by(RUNS.c.id)
            names = list(connection.execute(same).scalars())
        return default if default in names or not names else str(names[0])

    def _sizes(self, run: str) -> Sizes | None:
        """The numbers of players and agents of a run; None where its manifest is damaged."""
        known = self.readable_manifest(run)
        return None if known is None else (known.players, len(known.agents))

    def _extent(self, run: str) -> str:
        numbers = self.numbers(run)
        if not numbers:
            return "it has none yet"
        return f"its {len(numbers)} matches lie between {numbers[0]} and {numbers[-1]}"


def _summaries() -> Select[Any]:
    """Runs as the list tells them; the matches are counted of those alone that a statement gives."""
    played = select(func.count()).where(MATCHES.c.run == RUNS.c.id).scalar_subquery()
    return select(RUNS.c.name, RUNS.c.game, played, RUNS.c.wanted, RUNS.c.created)


def _of_question(runs: Select[Any], question: str | None) -> Select[Any]:
    """Those of some runs that were played for a question, or for none; quotation marks inside of texts have a backslash."""
    if question == ANY:
        return runs
    requested = RUNS.c.manifest.contains('"question":{', autoescape=True)
    return runs.where(
        ~requested
        if question is None
        else requested & RUNS.c.manifest.contains(f'"kind":"{question}"', autoescape=True)
    )


def default_name(manifest: RunManifest, digest: str) -> str:
    """The name of a run that was given none: its game, and enough of the checksum to tell it from others."""
    return f"{file_stem(manifest.game)[:60]}-{digest[:8]}"


def _check_records(matches: Any) -> list[MatchRecord]:
    if isinstance(matches, MatchRecord) or not isinstance(matches, Iterable):
        raise ArchiveError(f"Matches are stored as a list of MatchRecord, not as {type(matches).__name__}.")
    records = list(matches)
    wrong = next((record for record in records if not isinstance(record, MatchRecord)), None)
    if wrong is not None or None in records:
        raise ArchiveError(f"Matches are stored as MatchRecord; {wrong!r} is none.")
    return records


def _check_name(name: str) -> None:
    if not check_run_name(name).strip() or len(name) > 200:
        raise ArchiveError(f"A run cannot be called {name!r}: a name has 1 to 200 characters.")


def _valid(name: str, names: list[str]) -> str:
    if not names:
        return "it has no runs yet"
    close = nearest_names(name, names, 5, 0.5)
    listed = close or names[-5:]
    word = "the nearest names are" if close else "its latest runs are"
    return f"{word} {', '.join(repr(other) for other in listed)}"
