"""Tracks that go round and write the site where they begin once more at the end."""

from __future__ import annotations

from collections.abc import Iterator

from apts.board.mixed_board import short_labels
from apts.engine.compiler.equipment import Equipment
from apts.engine.compiler.ludeme import UnsupportedRule
from apts.engine.lints.lint import Lint, LintSource
from apts.engine.lowering.tracks.tracks import Track, read_track


def doubled_sites(margin: LintSource, equipment: Equipment) -> Iterator[Lint]:
    """A doubt for each track with ``loop:True`` whose last site is its first: a piece would need two steps for that site."""
    for clause in equipment.tracks:
        try:
            track = read_track(equipment, clause)
        except UnsupportedRule:
            continue
        if not _doubled(track):
            continue
        labels = short_labels(equipment.board.labels())
        name = labels[track.sites[0]] if track.sites[0] < len(labels) else str(track.sites[0])
        what = (
            f'the track "{track.name}" goes round and ends on the site where it begins ({name}), '
            "so that this site counts twice; leave it out at the end"
        )
        yield margin.lint("doubled-site", clause.position, what)


def _doubled(track: Track) -> bool:
    return track.loop and len(track.sites) > 1 and track.sites[0] == track.sites[-1] >= 0
