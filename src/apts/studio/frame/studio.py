"""The studio as one value: everything that pages, answers and jobs work with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request

from apts.archive import Archive, open_archive
from apts.studio.jobs.queue import JobQueue
from apts.studio.live_events import Notifier, Presence
from apts.studio.security.authentication import Authenticator
from apts.studio.settings import StudioSettings, private_database, private_studio_folder
from apts.studio.store.database import Database
from apts.studio.store.game_store import GameStore, StoredGame
from apts.studio.store.jobs import Jobs
from apts.studio.store.matches import Matches, People
from apts.studio.workers.answers import Answers, GameText
from apts.studio.workers.pool import WorkerPool


@dataclass(frozen=True)
class Studio:
    """Settings, memory and workers of a studio."""

    settings: StudioSettings
    database: Database
    game_store: GameStore
    archive: Archive
    workers: WorkerPool
    authenticator: Authenticator
    jobs: Jobs
    queue: JobQueue
    notifier: Notifier
    matches: Matches
    people: People
    presence: Presence

    def close(self) -> None:
        """Let go of files and end the workers."""
        self.workers.close()
        self.archive.close()
        self.database.close()


def open_studio(settings: StudioSettings) -> Studio:
    """Open a studio; its folder is made where there is none."""
    private_studio_folder(settings.folder)
    if settings.archive is None:
        private_database(settings.folder / "archive.db")
    database = Database(settings.folder / "studio.db")
    costs = settings.costs
    workers = WorkerPool(
        settings.workers, costs.question_seconds, costs.question_megabytes, Answers(settings.folder / "answers")
    )
    return Studio(
        settings,
        database,
        GameStore(database),
        open_archive(settings.archive_place),
        workers,
        Authenticator(database, settings),
        Jobs(database),
        JobQueue(settings, database),
        Notifier(),
        Matches(database),
        People(database),
        Presence(),
    )


def studio_of(request: Request) -> Studio:
    """The studio that a request is for."""
    found = request.app.state.studio
    assert isinstance(found, Studio)
    return found


def text_of(game: StoredGame, settings: Mapping[str, str | int | bool] | None = None) -> dict[str, object]:
    """A game of the store as workers take it."""
    return GameText(game.id, game.rules if game.made_of == "text" else None, settings or {}).as_data()
