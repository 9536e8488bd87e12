"""Matches are stored a few at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from apts.archive import MatchWriter, open_archive
from tests.archive.samples import manifest, match


def test_matches_are_stored_by_number_and_by_age(tmp_path: Path) -> None:
    now = 0.0
    with open_archive(tmp_path / "apts.db") as archive:
        run = archive.start(manifest())
        writer = MatchWriter(archive, run, matches=3, seconds=1.0, clock=lambda: now)
        writer.add(match(1))
        writer.add(match(2))
        assert archive.numbers(run) == ()
        writer.add(match(3))
        assert archive.numbers(run) == (1, 2, 3)
        now = 1.5
        writer.add(match(4))
        assert archive.numbers(run) == (1, 2, 3, 4)


def test_interruption_stores_what_was_played(tmp_path: Path) -> None:
    def interrupted(writer: MatchWriter) -> None:
        with writer:
            writer.add(match(1))
            raise KeyboardInterrupt

    with open_archive(tmp_path / "apts.db") as archive:
        run = archive.start(manifest())
        with pytest.raises(KeyboardInterrupt):
            interrupted(MatchWriter(archive, run, matches=100, seconds=1000.0))
        assert archive.numbers(run) == (1,)
