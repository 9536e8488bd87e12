"""Matches that people played elsewhere and somebody imported: the archive has them, and no table of the studio had."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from apts.archive import MatchRecord
from apts.playtest.experiments.people_matches import KIND, RESIGNED, is_of_people, notes_of
from apts.studio.agent_descriptions import describe_agent
from apts.studio.frame.known_runs import KnownRun, KnownRuns
from apts.studio.frame.studio import Studio
from apts.studio.store.matches import PERSON, NoSuchMatch
from apts.studio.words import StudioTexts

MOST_RUNS = 200
"""Runs of people's matches that are looked through, the newest first."""


@dataclass(frozen=True)
class ImportedMatch:
    """A match of the archive: its run and number, who sat where, how many moves, which places, what was said."""

    run: str
    number: int
    seats: tuple[str, ...]
    moves: int
    ranks: tuple[float, ...]
    resigned: bool
    answers: Mapping[str, Any]

    def sitters(self, message: StudioTexts) -> list[str]:
        """Who sat at each seat, in words; nobody knows the names of people who played elsewhere."""
        return [message("people.somebody") if who == PERSON else describe_agent(who, message) for who in self.seats]

    @staticmethod
    def of(run: str, match: MatchRecord) -> ImportedMatch:
        """A match of a run."""
        notes, outcome = notes_of(match), match.outcome
        return ImportedMatch(
            run,
            match.number,
            tuple(map(str, notes.get("seats", ()))),
            len(match.turns),
            () if outcome is None else outcome.ranks,
            outcome is not None and outcome.reason == RESIGNED,
            notes.get("answers") or {},
        )


def imported_counts(studio: Studio) -> Mapping[str, tuple[str, int]]:
    """For each game of the store its name and how many matches of it were imported, for games with any."""
    found: Counter[str] = Counter()
    titles: dict[str, str] = {}
    for run in _runs(studio):
        count = run.summary.matches - len(studio.matches.archived_in(run.name))
        if run.game is not None and count > 0:
            found[run.game] += count
            titles[run.game] = run.summary.game
    return {game: (titles[game], count) for game, count in found.items()}


def imported_matches(studio: Studio, game: str, most: int) -> tuple[ImportedMatch, ...]:
    """The matches of a game that were imported, the last ones first."""
    found: list[ImportedMatch] = []
    for run in _runs(studio):
        if run.game != game:
            continue
        own = studio.matches.archived_in(run.name)
        kept = [match for match in studio.archive.matches(run.name, damaged=[]) if match.number not in own]
        found += [ImportedMatch.of(run.name, match) for match in reversed(kept)]
    return tuple(found[:most])


def remove_imported(studio: Studio, game: str, run: str, number: int) -> None:
    """Take an imported match of a game out of the archive."""
    known = KnownRuns(studio).run(run)
    imported = is_of_people(known.manifest) and number not in studio.matches.archived_in(run)
    if known.game != game or not imported or not studio.archive.discard(run, [number]):
        raise NoSuchMatch("there is no such imported match of this game; it may have been deleted")


def _runs(studio: Studio) -> Iterator[KnownRun]:
    yield from KnownRuns(studio).newest(MOST_RUNS, question=KIND)
