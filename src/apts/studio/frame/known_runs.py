"""Runs as pages tell them: what the archive has, what the studio noted, and which game of the store they are of."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from apts.archive import ANY, RunManifest, RunSummary
from apts.archive.database import default_name
from apts.errors import AptsError
from apts.learning.encodings.encoding import not_learnable
from apts.learning.training.training_settings import TrainRequest
from apts.learning.training_defaults import FITTING_CELLS, SIZE_MINUTES
from apts.playtest.experiments.side_runs import QUESTION
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.request_fields import check_shared, request_fields
from apts.studio.frame.chosen_game import job_game, sheet_of, turned
from apts.studio.frame.rendering import Settings
from apts.studio.frame.studio import Studio
from apts.studio.jobs.job_context import write_job_request, written_training
from apts.studio.security.allowed import IN_THE_STUDIO, allowed_request, spelled_agents
from apts.studio.store.game_store import StoredGame
from apts.studio.store.jobs import Job, NoSuchJob, RunArtifacts, RunNote, RunNotes, job_of_run
from apts.studio.store.matches import Models, taught_by
from apts.studio.words import StudioTexts, describe_players, spellings_shown
from apts.studio.workers.pool import Refused

PLAY_TEST = "play-test"


@dataclass(frozen=True)
class KnownRun:
    """A run: its line in the list, its manifest, the studio's note of it, and the game of the store, where there is one.

    ``purpose`` is ``play-test``, or what a run beside one was played for: ``people``, ``improve``, ``stress`` and others.
    ``search`` is the search for better rules that it was played in, as long as that is there; ``told_settings`` is what
    was set, as people read it in each language, as long as the job that played it is there.
    """

    summary: RunSummary
    manifest: RunManifest
    note: RunNote | None
    game: str | None
    search: Job | None = None
    told_settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What the archive calls it."""
        return self.summary.name

    @property
    def given_name(self) -> str:
        """What a person called it; nothing where it has the name that every run is given, which tells people nothing."""
        return "" if self.name[:-8] == default_name(self.manifest, "") else self.name

    def called(self, message: StudioTexts) -> str:
        """What people know it by: the name that one of them gave it, or its game and who played."""
        return self.given_name or f"{self.summary.game} · {self.describe_players(message)}"

    @property
    def purpose(self) -> str:
        """What it was played for."""
        question = self.manifest.settings.get(QUESTION)
        return PLAY_TEST if question is None else str(question["kind"])

    @property
    def goals(self) -> tuple[str, ...]:
        """The design questions that were chosen for it."""
        return () if self.note is None else self.note.goals

    @property
    def spellings(self) -> str:
        """Who played, as the command line spells it."""
        return spellings_shown(self.manifest.agents)

    def describe_players(self, message: StudioTexts) -> str:
        """Who played, in words."""
        return describe_players(self.manifest.agents, message)

    def describe_settings(self, message: StudioTexts) -> str:
        """The options and values that were chosen, in words where these are known; nothing where none were."""
        if self.told_settings:
            return self.told_settings[message.language]
        changed = self.manifest.parameters if self.note is None else self.note.settings
        return ", ".join(f"{_short(name)} = {value}" for name, value in changed.items())

    def distinguish(self, message: StudioTexts) -> str:
        """What tells it from other runs of its game: who played, what was set, how many matches."""
        matches = message.counted("runs.played", self.summary.matches)
        return " · ".join(
            part for part in (self.describe_players(message), self.describe_settings(message), matches) if part
        )

    @property
    def partial(self) -> bool:
        """Whether fewer matches are there than were asked for, and it was not to end earlier by itself."""
        return self.summary.matches < self.summary.wanted and "until" not in self.manifest.settings

    def artifacts(self, studio: Studio, *, goals: bool = True) -> RunArtifacts:
        """What was worked out about it."""
        wanted = self.goals if goals else ()
        return RunArtifacts(studio.settings.folder, self.manifest, self.summary.matches, wanted)


class KnownRuns:
    """The runs of a studio."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._notes = RunNotes(studio.database)
        self._titles: dict[str, str] | None = None
        self._jobs: dict[str, Job | None] = {}

    def run(self, name: str) -> KnownRun:
        """A run by its name."""
        return self._known(self._studio.archive.summary(name))

    def newest(
        self, most: int, first: int = 0, game: str | None = None, question: str | None = ANY
    ) -> tuple[KnownRun, ...]:
        """Runs, the newest first."""
        archive = self._studio.archive
        found = archive.newest(most, first, game, question)
        return tuple(self._known(run) for run in found if archive.readable_manifest(run.name) is not None)

    def _known(self, summary: RunSummary) -> KnownRun:
        manifest = self._studio.archive.manifest(summary.name)
        note = self._notes.of(manifest)
        search = self._job(job_of_run(manifest))
        played_by = self._job(note.job) if note is not None and note.settings else None
        data = {} if played_by is None else played_by.asked_game.told_settings
        return KnownRun(summary, manifest, note, self._shelf_id(manifest, note), search, data)

    def _job(self, id: str | None) -> Job | None:
        """A job, looked up once; None where it is gone."""
        if id is not None and id not in self._jobs:
            try:
                self._jobs[id] = self._studio.jobs.job(id)
            except NoSuchJob:
                self._jobs[id] = None
        return None if id is None else self._jobs[id]

    def _shelf_id(self, manifest: RunManifest, note: RunNote | None) -> str | None:
        """The game of the store: the one that was noted, or one of that name where the run came from elsewhere."""
        if self._titles is None:
            game_store = self._studio.game_store
            self._titles = {game.name: game.id for game in game_store.own()}
            self._titles |= {entry.title: entry.name for entry in game_store.library()}
            self._titles |= {f"id {id}": id for id in (*self._titles.values(),)}
        if note is not None and f"id {note.game}" in self._titles:
            return note.game
        return self._titles.get(manifest.game)


def _short(path: str) -> str:
    """The end of a path with what it is of.

    >>> _short("rules.end.if.is Line.length"), _short("Grid")
    ('length (is Line)', 'Grid')
    """
    *before, name = path.split(".")
    return f"{name} ({before[-1]})" if before else name


# ----------------------------------------------------------------------------------------------------------------
# Jobs as pages and programs ask for them: play-tests and trainings, and how jobs go on and are deleted.

# ----------------------------------------------------------------------------------------------------------------
# A play-test as pages and programs begin it: what is allowed, for a game with its settings, put into the queue.


def playtest_job(studio: Studio, game: StoredGame, settings: Settings, request: PlaytestRequest) -> Mapping[str, Any]:
    """What the job is asked; what cannot be played is told here, where it can be mended, not by a job that fails."""
    allowed = allowed_request(request, Models(studio.settings.folder), game.id)
    studio.workers.ask("known_agents", spellings=spelled_agents(allowed))
    shown = turned(studio, game, settings)
    return {**write_job_request(allowed), **job_game(shown).as_data()}


# ----------------------------------------------------------------------------------------------------------------
# A training as pages and programs ask for it: its size, its minutes, and the network that it begins with.

LEAST_MINUTES, MOST_MINUTES = 0.05, float(request_fields(TrainRequest)["minutes"].shared_most or 0)


def fitting_size(studio: Studio, game: StoredGame) -> str:
    """The size of training that fits the board of a game; of rules that cannot be read the smallest usual one."""
    try:
        cells = sheet_of(studio, game).get("cells") or 0
    except Refused:
        cells = 0
    return next(size for size, most in FITTING_CELLS.items() if cells <= most)


def training_job(studio: Studio, game: StoredGame, request: TrainRequest) -> dict[str, Any]:
    """The job_request of a training; a size that is left out fits the board, and minutes those of the size."""
    check_shared(request, IN_THE_STUDIO)
    if game.made_of != "text":
        raise not_learnable(game.name)
    if request.minutes is not None and request.minutes < LEAST_MINUTES:
        raise AptsError(f"a training takes {LEAST_MINUTES:g} minutes at least {IN_THE_STUDIO}, not {request.minutes:g}")
    start = request.start
    if start is not None and all(model.job != start for model in Models(studio.settings.folder).of(game.id)):
        raise AptsError(f"no training {start!r} has trained a network for {game.name}, so that none can begin with it")
    size = fitting_size(studio, game) if request.size is None else request.size
    minutes = SIZE_MINUTES[size] if request.minutes is None else request.minutes
    return written_training(replace(request, size=size, minutes=minutes))


# ----------------------------------------------------------------------------------------------------------------
# How jobs go on and are deleted, from pages and from programs alike.


def is_partial(job: Job) -> bool:
    """Whether a play-test that has ended could still go on: it was a first look, or was interrupted."""
    result = job.result
    return bool(result) and not result.get("settled") and result.get("matches", 0) < result.get("wanted", 0)


def was_cut(job: Job) -> bool:
    """Whether a first look ended because its half minute was over, with matches missing."""
    return job.state == "done" and job.request.get("amount") == "quick" and is_partial(job)


def go_on(studio: Studio, job: Job) -> None:
    """Let a job go on where it was: one that was stopped, that failed, or a first look that is to go further."""
    if job.over and (job.state != "done" or is_partial(job)):
        studio.jobs.report(job.id, {**job.progress, "stage": "beginning"})
        studio.jobs.wait_again(job.id)
        studio.queue.shares.begin_anew(job.id)
        studio.queue.put(job)


def can_learn_on(studio: Studio, job: Job) -> bool:
    """Whether a training that is done can go on: it ended by the clock, and its last checkpoint is there."""
    folder = folder_of(studio, job)
    return job.state == "done" and bool(job.request.get("minutes")) and (folder / "checkpoint.pt").is_file()


def learn_on(studio: Studio, job: Job, minutes: float) -> None:
    """Let a training that is done go on from its last checkpoint for so many minutes more."""
    studio.jobs.change_request(job.id, {**job.request, "minutes": job.request["minutes"] + minutes})
    studio.jobs.wait_again(job.id)
    studio.queue.shares.begin_anew(job.id)
    studio.queue.put(studio.jobs.job(job.id))


def folder_of(studio: Studio, job: Job) -> Path:
    """Where the files of a job are."""
    return studio.settings.folder / "jobs" / job.id


def delete(studio: Studio, job: Job) -> None:
    """Forget a job that has ended, with its files and the network it trained; what was played stays in the archive."""
    studio.jobs.remove(job.id)
    shutil.rmtree(folder_of(studio, job), ignore_errors=True)
    model = taught_by(studio.settings.folder, job)
    if model is not None:
        model.file.unlink(missing_ok=True)
