"""Runs as pages tell them: what the archive has, what the studio noted, and which game of the shelf they are of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apts.archive import ANY, RunManifest, RunSummary
from apts.playtest.experiments.side_runs import QUESTION
from apts.studio.frame.studio import Studio
from apts.studio.store.jobs import Job, NoSuchJob
from apts.studio.store.run_notes import RunNote, RunNotes, job_of_run
from apts.studio.store.run_papers import RunPapers

PLAY_TEST = "play-test"


@dataclass(frozen=True)
class KnownRun:
    """A run: its line in the list, its manifest, the studio's note of it, and the game of the shelf, where there is one.

    ``purpose`` is ``play-test``, or what a run beside one was played for: ``people``, ``improve``, ``stress`` and others.
    ``search`` is the search for better rules that it was played in, as long as that is there.
    """

    summary: RunSummary
    manifest: RunManifest
    note: RunNote | None
    game: str | None
    search: Job | None = None

    @property
    def name(self) -> str:
        """What the archive calls it."""
        return self.summary.name

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
    def players(self) -> str:
        """Who played, each once."""
        return " · ".join(dict.fromkeys(self.manifest.agents))

    @property
    def changed(self) -> Mapping[str, Any]:
        """The options and values that were chosen in the studio."""
        return {} if self.note is None else self.note.settings

    @property
    def partial(self) -> bool:
        """Whether fewer matches are there than were asked for, and it was not to end earlier by itself."""
        return self.summary.matches < self.summary.wanted and "until" not in self.manifest.settings

    def papers(self, studio: Studio, *, goals: bool = True) -> RunPapers:
        """What was worked out about it."""
        wanted = self.goals if goals else ()
        return RunPapers(studio.settings.folder, self.manifest, self.summary.matches, wanted)


class KnownRuns:
    """The runs of a studio."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._notes = RunNotes(studio.database)
        self._titles: dict[str, str] | None = None
        self._searches: dict[str, Job | None] = {}

    def run(self, name: str) -> KnownRun:
        """A run by its name."""
        return self._known(self._studio.archive.summary(name))

    def newest(
        self, most: int, first: int = 0, game: str | None = None, question: str | None = ANY
    ) -> tuple[KnownRun, ...]:
        """Runs, the newest first."""
        return tuple(self._known(found) for found in self._studio.archive.newest(most, first, game, question))

    def _known(self, summary: RunSummary) -> KnownRun:
        manifest = self._studio.archive.manifest(summary.name)
        note = self._notes.of(manifest)
        return KnownRun(summary, manifest, note, self._shelf_id(manifest, note), self._search(manifest))

    def _search(self, manifest: RunManifest) -> Job | None:
        job = job_of_run(manifest)
        if job is not None and job not in self._searches:
            try:
                self._searches[job] = self._studio.jobs.job(job)
            except NoSuchJob:
                self._searches[job] = None
        return None if job is None else self._searches[job]

    def _shelf_id(self, manifest: RunManifest, note: RunNote | None) -> str | None:
        """The game of the shelf: the one that was noted, or one of that name where the run came from elsewhere."""
        if self._titles is None:
            shelf = self._studio.shelf
            self._titles = {game.name: game.id for game in shelf.own()}
            self._titles |= {entry.title: entry.name for entry in shelf.library()}
            self._titles |= {f"id {id}": id for id in (*self._titles.values(),)}
        if note is not None and f"id {note.game}" in self._titles:
            return note.game
        return self._titles.get(manifest.game)
