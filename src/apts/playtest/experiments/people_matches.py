"""Matches that people played on a published page, kept beside the play-tests of the same rules.

They are a run like any other whose manifest says in its settings what it is, so that figures of agents never mix with
them. What people said and how long they thought is in the facts of a match; nothing tells who they were.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from apts.archive import Archive, MatchRecord, RunManifest
from apts.engine.play.game import Game
from apts.learning.networks.model_file import rules_hash
from apts.playtest.experiments.side_runs import QUESTION, game_manifest, same_game

KIND = "people"
"""The question of such a run."""

PERSON = "person"
"""Who sits at a seat that a person plays."""

SITTERS = (PERSON, "agent")
"""What the manifest calls those who sit at seats; which agent it was is in the notes of the match."""

NOTES = "people"
"""Where the facts of a match have what only people's matches have: who sat where, times, hints, answers."""


RESIGNED = "resigned"
"""The reason of a match that somebody gave up."""


@dataclass(frozen=True)
class PeopleMatches:
    """The matches of people that an archive has of a game."""

    manifest: RunManifest
    matches: tuple[MatchRecord, ...]

    def sitter(self, match: MatchRecord, seat: int) -> str:
        """Who sat at a seat, from 1: a person, or the spelling of an agent."""
        return str(notes_of(match)["seats"][seat - 1])

    def person_seats(self, match: MatchRecord) -> tuple[int, ...]:
        """The seats that people played."""
        return tuple(seat for seat in range(1, self.manifest.players + 1) if self.sitter(match, seat) == PERSON)


def people_manifest(game: Game, matches: int) -> RunManifest:
    """The manifest of the people's matches of a game; it is the same for all versions of APTS."""
    found = game_manifest(game)
    source = {key: value for key, value in found.settings.items() if key == "source"}
    question = {"kind": KIND, "rules": game_hash(game)}
    return replace(
        found, agents=SITTERS, matches=matches, versions={}, command="", settings={**source, QUESTION: question}
    )


def game_hash(game: Game) -> str | None:
    """The checksum of the rules in force; None for a game that is a class."""
    return None if game.from_rules is None else rules_hash(game.from_rules)


def notes_of(match: MatchRecord) -> Mapping[str, Any]:
    """What the facts of a match have of the people who played it."""
    found = match.facts.get(NOTES)
    return found if isinstance(found, Mapping) else {}


def kept_people(archive: Archive, manifest: RunManifest, game: Game | None = None) -> PeopleMatches | None:
    """The matches of people that an archive has of the rules of a run; None where there are none."""
    found: list[PeopleMatches] = []
    for summary in archive.runs():
        if summary.game != manifest.game:
            continue
        known = archive.readable_manifest(summary.name)
        if known is not None and is_of_people(known) and _same_rules(known, manifest, game):
            noted = tuple(match for match in archive.matches(summary.name, damaged=[]) if "seats" in notes_of(match))
            found.append(PeopleMatches(known, noted))
    found = [one for one in found if one.matches]
    return _together(found) if found else None


def is_of_people(manifest: RunManifest) -> bool:
    """Whether a run has the matches of people."""
    question = manifest.settings.get(QUESTION)
    return isinstance(question, Mapping) and question.get("kind") == KIND


def _same_rules(known: RunManifest, manifest: RunManifest, game: Game | None) -> bool:
    """Whether the rules are the same; their layout and comments do not matter where the game is at hand."""
    noted = known.settings[QUESTION].get("rules")
    own = None if game is None else game_hash(game)
    return same_game(known, manifest) or (own is not None and own == noted)


def _together(found: list[PeopleMatches]) -> PeopleMatches:
    """Several runs as one; they are several where the same rules were written with another layout."""
    if len(found) == 1:
        return found[0]
    matches = [match for one in found for match in one.matches]
    numbered = tuple(replace(match, number=number) for number, match in enumerate(matches, 1))
    return PeopleMatches(replace(found[0].manifest, matches=len(numbered)), numbered)
