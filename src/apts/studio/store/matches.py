"""Matches of people: kept while they are played and afterwards, whoever draws the board."""

from __future__ import annotations

import hmac
import json
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Row, delete, func, insert, select, update

from apts.errors import AptsError
from apts.input_checks import shown
from apts.studio.settings import private_folder
from apts.studio.store.database import MATCHES, PEOPLE, Database, digest, new_id, now
from apts.studio.store.jobs import Job

PERSON = "person"
"""Who sits at a seat that a person plays."""

MatchStatus = Literal["waiting", "running", "finished"]

_LISTS = ("settings", "seats", "sitters", "keys", "moves", "times", "record")
_ID_SIGNS = 16


class NoSuchMatch(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """A match that the studio does not have, or a link that leads to none."""


@dataclass(frozen=True)
class StudioMatch:
    """A match. ``seats`` says who plays: ``person`` or the spelling of an agent; ``sitters`` which person, ``keys`` by
    which link (checksums). ``record`` is what else is known: ``mover``, ``outcome`` (``ranks``, ``reason``), ``resigned``,
    ``given``, ``undone``, ``hints``, ``started``, ``ended``, ``answers`` by seat, ``number`` in the archive, ``lots`` (what
    chance decided, where several people play), ``minds`` (what agents that adapt remember, by seat)."""

    id: str
    game: str
    version: int | None
    title: str
    rules: str
    settings: Mapping[str, Any]
    seats: tuple[str, ...]
    sitters: tuple[str | None, ...]
    keys: tuple[str | None, ...]
    seed: int
    moves: tuple[str, ...]
    times: tuple[int | None, ...]
    status: MatchStatus
    record: Mapping[str, Any]
    shared: bool
    archived: str | None
    created: str
    changed: str

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.status == "finished"

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people play."""
        return tuple(seat for seat, who in enumerate(self.seats, 1) if who == PERSON)

    @property
    def alone(self) -> bool:
        """Whether one link plays all seats of people, so that nothing is hidden from anybody and moves may be taken back."""
        return len({key for key in self.keys if key is not None}) <= 1

    @property
    def sealed(self) -> bool:
        """Whether people play each other and are not done: nobody is helped then, and nobody knows what chance will
        decide."""
        return self.shared and not self.alone and not self.over

    def noted(self, **values: Any) -> StudioMatch:
        """The match with more in its record."""
        return replace(self, record={**self.record, **values})

    def seats_of(self, key: str) -> tuple[int, ...]:
        """The seats that a link plays; none for a link to something else."""
        known = digest(key)
        return tuple(seat for seat, own in enumerate(self.keys, 1) if own and hmac.compare_digest(own, known))


@dataclass(frozen=True)
class MatchResult:
    """How a match ended: who sat where, and which place each seat took."""

    seats: tuple[str, ...]
    sitters: tuple[str | None, ...]
    ranks: tuple[float, ...]
    ended: str


def new_key(id: str) -> str:
    """The secret part of a link to a match: it names the match, and nobody can guess the rest."""
    return f"{id}{secrets.token_urlsafe(18)}"


def match_id_in(key: str) -> str:
    """The match that a link was made for."""
    return key[:_ID_SIGNS]


class Matches:
    """All matches of people in a studio."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def new_id(self) -> str:
        """A name for a match to come; links need it before the match is there."""
        return new_id()

    def add(
        self,
        game: str,
        title: str,
        seats: Sequence[str],
        seed: int,
        *,
        id: str | None = None,
        version: int | None = None,
        rules: str = "",
        settings: Mapping[str, Any] | None = None,
        sitters: Sequence[str | None] = (),
        keys: Sequence[str | None] = (),
        moves: Sequence[str] = (),
        times: Sequence[int | None] = (),
        status: MatchStatus = "running",
        record: Mapping[str, Any] | None = None,
        shared: bool = False,
    ) -> StudioMatch:
        """Keep a new match; ``keys`` are the secrets of its links, of which only checksums are kept."""
        checksums = tuple(None if key is None else digest(key) for key in keys)
        moment = now()
        nobody = (None,) * len(seats)
        made = StudioMatch(
            id or new_id(), game, version, title, rules, dict(settings or {}), tuple(seats), tuple(sitters) or nobody,
            checksums or nobody, seed, tuple(moves), tuple(times),
            status, {"started": moment, "given": len(moves), **(record or {})}, shared, None, moment, moment,
        )  # fmt: skip
        with self._database.writing() as connection:
            connection.execute(insert(MATCHES).values(**_values(made)))
        return made

    def match(self, id: str) -> StudioMatch:
        """A match by its id."""
        with self._database.reading() as connection:
            row = connection.execute(select(MATCHES).where(MATCHES.c.id == id)).first()
        if row is None:
            raise NoSuchMatch("there is no such match; it may have been deleted")
        return _match(row)

    def linked(self, key: str) -> tuple[StudioMatch, tuple[int, ...]]:
        """The match that a link leads to, and the seats that it plays."""
        try:
            found = self.match(match_id_in(key))
        except NoSuchMatch:
            found = None
        while found is not None and found.seats_of(key) and found.record.get("next"):
            found = self.match(str(found.record["next"]))  # the table goes on with another match
        seats = () if found is None else found.seats_of(key)
        if found is None or not seats:
            raise NoSuchMatch("this link leads to no match; it may be incomplete, or the match was deleted")
        return found, seats

    def add_next(self, before: StudioMatch, seed: int, mover: int, lots: Sequence[Any] | None) -> StudioMatch:
        """Another match at the same table: everybody moves on by one seat, and the links lead to it from now on."""
        moment = now()

        def turned(values: tuple[Any, ...]) -> tuple[Any, ...]:
            return (*values[-1:], *values[:-1])

        joined = turned(tuple(before.record.get("joined") or ()))
        made = replace(
            before, id=new_id(), seats=turned(before.seats), sitters=turned(before.sitters), keys=turned(before.keys),
            seed=seed, moves=(), times=(), status="running", archived=None, created=moment, changed=moment,
            record={"started": moment, "given": 0, "mover": mover, "turned": moment, "joined": list(joined),
                    "thinks": before.record.get("thinks"), "lots": lots},
        )  # fmt: skip
        with self._database.writing() as connection:
            row = connection.execute(select(MATCHES).where(MATCHES.c.id == before.id)).first()
            known = None if row is None else _match(row)
            if known is None or known.record.get("next"):  # somebody else was quicker
                raise NoSuchMatch("the next match has begun already")
            connection.execute(insert(MATCHES).values(**_values(made)))
            described = _values(known.noted(next=made.id))
            connection.execute(update(MATCHES).where(MATCHES.c.id == before.id).values(**described))
        return made

    def change(self, id: str, changed: Callable[[StudioMatch], StudioMatch]) -> StudioMatch:
        """Change a match as nobody else changes it at the same time; what the function raises changes nothing."""
        with self._database.writing() as connection:
            row = connection.execute(select(MATCHES).where(MATCHES.c.id == id)).first()
            if row is None:
                raise NoSuchMatch("there is no such match; it may have been deleted")
            made = replace(changed(_match(row)), changed=now())
            connection.execute(update(MATCHES).where(MATCHES.c.id == id).values(**_values(made)))
        return made

    def listed(
        self,
        *,
        game: str | None = None,
        person: str | None = None,
        status: MatchStatus | None = None,
        most: int = 100,
        after: int = 0,
    ) -> tuple[StudioMatch, ...]:
        """Matches, the one that was played last first."""
        wanted = select(MATCHES).order_by(MATCHES.c.changed.desc()).limit(most).offset(after)
        if game is not None:
            wanted = wanted.where(MATCHES.c.game == game)
        if person is not None:
            wanted = wanted.where(MATCHES.c.sitters.contains(f'"{person}"', autoescape=True))
        if status is not None:
            wanted = wanted.where(MATCHES.c.status == status)
        with self._database.reading() as connection:
            return tuple(_match(row) for row in connection.execute(wanted))

    def results(self, game: str, most: int = 3000) -> tuple[MatchResult, ...]:
        """How matches of a game ended that were played from the start, of the last ones; the oldest first."""
        columns = select(MATCHES.c.seats, MATCHES.c.sitters, MATCHES.c.record)
        wanted = columns.where(MATCHES.c.game == game, MATCHES.c.status == "finished")
        with self._database.reading() as connection:
            rows = connection.execute(wanted.order_by(MATCHES.c.changed.desc()).limit(most)).all()
        found = []
        for seats, sitters, text in rows:
            record = json.loads(text)
            if record.get("outcome") and not record.get("given"):
                ranks, ended = tuple(record["outcome"]["ranks"]), str(record.get("ended"))
                found.append(MatchResult(tuple(json.loads(seats)), tuple(json.loads(sitters)), ranks, ended))
        return tuple(sorted(found, key=lambda one: one.ended))

    def not_archived(self, most: int = 50) -> tuple[StudioMatch, ...]:
        """Matches that have ended and are in no run of the archive yet, the oldest first."""
        wanted = select(MATCHES).where(MATCHES.c.status == "finished", MATCHES.c.archived.is_(None))
        with self._database.reading() as connection:
            return tuple(_match(row) for row in connection.execute(wanted.order_by(MATCHES.c.changed).limit(most)))

    def archived_in(self, run: str) -> frozenset[int]:
        """The numbers that matches of the studio have in a run of the archive."""
        wanted = select(MATCHES.c.record).where(MATCHES.c.archived == run)
        with self._database.reading() as connection:
            records = [json.loads(row.record) for row in connection.execute(wanted)]
        return frozenset(int(record["number"]) for record in records if record.get("number") is not None)

    def counts(self) -> Mapping[str, tuple[str, int, int]]:
        """For each game that was played its title, how many matches there are and how many have ended."""
        counted = select(MATCHES.c.game, MATCHES.c.status, func.count()).group_by(MATCHES.c.game, MATCHES.c.status)
        found: dict[str, Counter[str]] = {}
        with self._database.reading() as connection:
            for game, status, count in connection.execute(counted):
                found.setdefault(game, Counter())[status] = count
            titles = {
                game: connection.execute(select(MATCHES.c.title).where(MATCHES.c.game == game).limit(1)).scalar_one()
                for game in found
            }
        ordered = sorted(found.items(), key=lambda entry: -entry[1].total())
        return {game: (titles[game], number.total(), number["finished"]) for game, number in ordered}

    def remove(self, id: str) -> None:
        """Forget a match; taking it out of the archive is for who asks (see ``play/taking_in.py``)."""
        with self._database.writing() as connection:
            connection.execute(delete(MATCHES).where(MATCHES.c.id == id))


def _values(match: StudioMatch) -> dict[str, Any]:
    values = {name: getattr(match, name) for name in match.__dataclass_fields__}
    return {**values, "seed": str(match.seed), **{name: json.dumps(values[name]) for name in _LISTS}}


def _match(row: Row[Any]) -> StudioMatch:
    values = dict(row._mapping)
    for name in _LISTS:
        read = json.loads(values[name])
        values[name] = tuple(read) if isinstance(read, list) else read
    return StudioMatch(**{**values, "seed": int(values["seed"])})


# ----------------------------------------------------------------------------------------------------------------
# People who play: a nickname, and the checksum of a secret that their browser keeps. Nothing else is known of
# them.

LONGEST_NICKNAME = 40

IDLE_DAYS = 30.0
"""After how long somebody is forgotten who has no match."""


@dataclass(frozen=True)
class Person:
    """Somebody who plays; the nickname may be empty."""

    id: str
    nickname: str
    created: str


class People:
    """All people of a studio."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, nickname: str) -> tuple[Person, str]:
        """Somebody new; returns what their browser keeps, which is nowhere else."""
        secret = secrets.token_urlsafe(24)
        person = Person(new_id(), tidy(nickname), now())
        row = {"id": person.id, "nickname": person.nickname, "secret": digest(secret), "created": person.created}
        with self._database.writing() as connection:
            connection.execute(insert(PEOPLE).values(**row))
        return person, secret

    def known(self, secret: str | None) -> Person | None:
        """Who keeps a secret; None where nobody does."""
        return None if not secret else self._found(PEOPLE.c.secret == digest(secret))

    def person(self, id: str) -> Person | None:
        """Somebody by their id."""
        return self._found(PEOPLE.c.id == id)

    def rename(self, id: str, nickname: str) -> None:
        """Call somebody otherwise."""
        with self._database.writing() as connection:
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == id).values(nickname=tidy(nickname)))

    def nicknames(self, ids: Iterable[str | None]) -> Mapping[str, str]:
        """What some people call themselves."""
        wanted = sorted({id for id in ids if id is not None})
        with self._database.reading() as connection:
            found = select(PEOPLE.c.id, PEOPLE.c.nickname).where(PEOPLE.c.id.in_(wanted))
            return {row.id: row.nickname for row in connection.execute(found)}

    def remove(self, id: str) -> None:
        """Forget somebody; their matches are for who asks."""
        with self._database.writing() as connection:
            connection.execute(delete(PEOPLE).where(PEOPLE.c.id == id))

    def forget_idle(self, days: float = IDLE_DAYS) -> int:
        """Forget people who have no match and came so many days ago; returns how many they were."""
        before = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")
        with self._database.writing() as connection:
            old = set(connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.created < before)).scalars())
            if old:
                for text in connection.execute(select(MATCHES.c.sitters).distinct()).scalars():
                    old -= {sitter for sitter in json.loads(text) if sitter is not None}
            for id in old:
                connection.execute(delete(PEOPLE).where(PEOPLE.c.id == id))
        return len(old)

    def _found(self, condition: object) -> Person | None:
        wanted = select(PEOPLE.c.id, PEOPLE.c.nickname, PEOPLE.c.created).where(condition)  # type: ignore[arg-type]
        with self._database.reading() as connection:
            row = connection.execute(wanted).first()
        return None if row is None else Person(row.id, row.nickname, row.created)


def tidy(nickname: str) -> str:
    """A nickname in one line, without signs that nobody sees, not too long."""
    return shown(" ".join(nickname.split()))[:LONGEST_NICKNAME]


# ----------------------------------------------------------------------------------------------------------------
# Networks that were trained in the studio: files in its folder, by game.


@dataclass(frozen=True)
class StudioModel:
    """A network of a game: the id of the job that trained it, its file, and how agents are spelled that play by it."""

    game: str
    job: str
    file: Path

    @property
    def spec(self) -> str:
        """The agent that plays by it."""
        return f"model:{self.file}"


class Models:
    """All networks in the folder of a studio."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "models"

    def place(self, game: str, job: str) -> Path:
        """Where the network that a job trains is kept; its folder is made."""
        file = self._folder / game / f"{job}.onnx"
        private_folder(self._folder)
        private_folder(file.parent)
        return file

    def of(self, game: str) -> tuple[StudioModel, ...]:
        """The networks of a game, the newest first."""
        files = sorted((self._folder / game).glob("*.onnx"), key=lambda file: file.stat().st_mtime, reverse=True)
        return tuple(StudioModel(game, file.stem, file) for file in files)

    def all(self) -> tuple[StudioModel, ...]:
        """The networks of all games, by game."""
        folders = sorted(folder for folder in self._folder.glob("*") if folder.is_dir())
        return tuple(model for folder in folders for model in self.of(folder.name))


def taught_by(folder: Path, job: Job) -> StudioModel | None:
    """The network that a job trained so far; None where there is none yet."""
    return next((model for model in Models(folder).of(job.game) if model.job == job.id), None)
