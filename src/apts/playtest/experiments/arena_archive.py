"""The matches of a tournament in an archive: those that are there are not played again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from apts.archive import Archive, MatchRecord, MatchWriter
from apts.playtest.experiments.arena_units import ArenaPlan, Unit, UnitTask


class KeptUnits:
    """Units that an archive has, and the way into it for those that are played."""

    def __init__(self, plan: ArenaPlan, there: dict[int, MatchRecord], writer: MatchWriter):
        self._plan, self._there, self._writer = plan, there, writer

    def unit(self, task: UnitTask) -> Unit | None:
        """A unit whose matches are all there."""
        found = [self._there.get(meeting.number) for meeting in self._plan.appointments(task)]
        records = [record for record in found if record is not None]
        return self._plan.kept_unit(task, records) if len(records) == len(found) else None

    def keep(self, unit: Unit) -> None:
        """Store the matches of a unit, of which one may be there already."""
        for record in unit.records:
            if record.number not in self._there:
                self._writer.add(record)


@contextmanager
def kept_units(plan: ArenaPlan, archive: Archive | None, most: int, command: str) -> Iterator[KeptUnits | None]:
    """The units of a tournament in an archive; None without one. ``most`` is how many matches it has at most."""
    if archive is None:
        yield None
        return
    run = archive.start(plan.manifest(most, command))
    there = {record.number: record for record in archive.matches(run)}
    with MatchWriter(archive, run) as writer:
        yield KeptUnits(plan, there, writer)
