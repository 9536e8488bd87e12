"""People who play: a nickname, and the checksum of a secret that their browser keeps. Nothing else is known of them."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import delete, insert, select, update

from apts.input_checks import shown
from apts.studio.settings import private_folder
from apts.studio.store.database import MATCHES, PEOPLE, Database, digest, new_id, now
from apts.studio.store.jobs import Job

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
        """Somebody new; gives what their browser keeps, which is nowhere else."""
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
        """Forget people who have no match and came so many days ago; gives how many they were."""
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
# Networks that were taught in the studio: files in its folder, by game.


@dataclass(frozen=True)
class StudioModel:
    """A network of a game: the id of the job that taught it, its file, and how agents are spelled that play by it."""

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
        """Where the network that a job teaches is kept; its folder is made."""
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
    """The network that a job taught so far; None where there is none yet."""
    return next((model for model in Models(folder).of(job.game) if model.job == job.id), None)
