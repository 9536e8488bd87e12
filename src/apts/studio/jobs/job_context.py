"""What a job works with: what was asked for, the archive, and a way to say how far it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from apts.archive import Archive
from apts.engine.play.game import Game
from apts.games.library import load, rules_game
from apts.studio.settings import private_folder
from apts.studio.store.game_store import GameStore, StoredGame
from apts.studio.store.jobs import Job, Jobs

PROGRESS_SECONDS = 0.7
"""How often progress is written down at most."""


@dataclass
class JobContext:
    """What the function of a kind of job is given; it works, and answers with its result as JSON values.

    Ctrl-C (``KeyboardInterrupt``) is how a job is told to stop; what it has until then is kept.
    """

    job: Job
    jobs: Jobs
    game_store: GameStore
    archive: Archive
    folder: Path
    _told: float = field(default=float("-inf"), repr=False)

    def report(self, progress: Mapping[str, Any], *, at_once: bool = False) -> None:
        """Say how far the job is; what comes too quickly after the last is left out unless it must be told."""
        moment = monotonic()
        if at_once or moment - self._told >= PROGRESS_SECONDS:
            self._told = moment
            self.jobs.report(self.job.id, progress)

    @property
    def stored_game(self) -> StoredGame:
        """The game of the job, in the version that was asked for."""
        return self.game_store.game(self.job.game, self.job.asked_game.version)

    def game(self) -> Game:
        """The game of the job, compiled, with the settings that were asked for."""
        found, settings = self.stored_game, self.job.asked_game.settings
        if found.made_of != "text":
            return load(found.id, **settings)
        return rules_game(found.rules, found.file, dict(settings))

    def own_folder(self) -> Path:
        """A folder for the files of this job alone."""
        place = self.folder / "jobs" / self.job.id
        return private_folder(place)
