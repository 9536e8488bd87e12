"""What an archive knows of a game beside its play-tests: the ladder of skill, and what bounds do to a seat."""

from __future__ import annotations

from dataclasses import dataclass

from apts.archive import Archive, MatchRecord, RunManifest
from apts.playtest.experiments.second_matches import kept_second_matches
from apts.playtest.experiments.skill import Ladder, kept_ladder
from apts.playtest.experiments.stress import Stress, kept_stress


@dataclass(frozen=True)
class SideResults:
    """The ladder and the stress of a game, each where it was asked for, and matches played again with the same chance."""

    ladder: Ladder | None = None
    stress: Stress | None = None
    again: tuple[MatchRecord, ...] = ()


def side_results(archive: Archive | None, manifest: RunManifest) -> SideResults:
    """All that was asked about the game of a run with the same options and parameters."""
    if archive is None:
        return SideResults()
    return SideResults(
        kept_ladder(archive, manifest), kept_stress(archive, manifest), kept_second_matches(archive, manifest)
    )
