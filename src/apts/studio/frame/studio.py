"""The studio as one value: everything that pages, answers and jobs work with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request

from apts.archive import Archive, open_archive
from apts.studio.jobs.queue import JobQueue
from apts.studio.live import Bell, Presence
from apts.studio.private_files import private_database, private_studio_folder
from apts.studio.security.access import Doorkeeper
from apts.studio.settings import StudioSettings
from apts.studio.store.database import Database
from apts.studio.store.jobs import Jobs
from apts.studio.store.matches import Matches
from apts.studio.store.people import People
from apts.studio.store.shelf import Shelf, ShelfGame
from apts.studio.workshop.answers import Answers
from apts.studio.workshop.pool import Workshop
from apts.studio.workshop.questions import GameText


@dataclass(frozen=True)
class Studio:
    """Settings, memory and workers of a studio."""

    settings: StudioSettings
    database: Database
    shelf: Shelf
    archive: Archive
    workshop: Workshop
    doorkeeper: Doorkeeper
    jobs: Jobs
    queue: JobQueue
    bell: Bell
    matches: Matches
    people: People
    presence: Presence

    def close(self) -> None:
        """Let go of files and end the workers."""
        self.workshop.close()
        self.archive.close()
        self.database.close()


def open_studio(settings: StudioSettings) -> Studio:
    """Open a studio; its folder is made where there is none."""
    private_studio_folder(settings.folder)
    if settings.archive is None:
        private_database(settings.folder / "archive.db")
    database = Database(settings.folder / "studio.db")
    costs = settings.costs
    workshop = Workshop(
        settings.workers, costs.question_seconds, costs.question_megabytes, Answers(settings.folder / "answers")
    )
    return Studio(
        settings,
        database,
        Shelf(database),
        open_archive(settings.archive_place),
        workshop,
        Doorkeeper(database, settings),
        Jobs(database),
        JobQueue(settings, database),
        Bell(),
        Matches(database),
        People(database),
        Presence(),
    )


def studio_of(request: Request) -> Studio:
    """The studio that a request is for."""
    found = request.app.state.studio
    assert isinstance(found, Studio)
    return found


def text_of(game: ShelfGame, settings: Mapping[str, str | int | bool] | None = None) -> dict[str, object]:
    """A game of the shelf as the workshop takes it."""
    return GameText(game.id, game.rules if game.made_of == "text" else None, settings or {}).as_data()
