"""What an archive knows of a game beside its play-tests: the ladder of skill, and what bounds do to a seat."""

from __future__ import annotations

from dataclasses import dataclass

from apts.archive import Archive, MatchRecord, RunManifest
from apts.engine.play.game import Game
from apts.playtest.experiments.people_matches import PeopleMatches, kept_people
from apts.playtest.experiments.second_matches import kept_second_matches
from apts.playtest.experiments.skill import Ladder, kept_ladder
from apts.playtest.experiments.stress import Stress, kept_stress


@dataclass(frozen=True)
class SideResults:
    """The ladder and the stress of a game, each where it was asked for, and matches played again with the same chance.

    ``people`` are the matches of the same rules that people played on a published page.
    """

    ladder: Ladder | None = None
    stress: Stress | None = None
    again: tuple[MatchRecord, ...] = ()
    people: PeopleMatches | None = None


def side_results(archive: Archive | None, manifest: RunManifest, game: Game | None = None) -> SideResults:
    """All that was asked about the game of a run with the same options and parameters."""
    if archive is None:
        return SideResults()
    if game is not None and game.cooperative:  # older versions held seats against each other there too
        return SideResults(again=kept_second_matches(archive, manifest), people=kept_people(archive, manifest, game))
    return SideResults(
        kept_ladder(archive, manifest),
        kept_stress(archive, manifest),
        kept_second_matches(archive, manifest),
        kept_people(archive, manifest, game),
    )
