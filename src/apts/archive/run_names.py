"""Runs as people name them: whole, by how a name begins, or as the last one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from apts.archive.archive import Archive
from apts.archive.errors import UnknownRun
from apts.archive.records import RunSummary
from apts.similar_names import nearest_names

LAST = "last"
"""What the run that was begun last can be called."""


def named_run(archive: Archive, name: str) -> str:
    """The whole name of the run that is meant."""
    with suppress(UnknownRun):
        return archive.summary(name).name  # without counting the matches of all others
    runs = archive.runs()
    if not runs:
        raise UnknownRun("the archive has no runs yet; apts playtest GAME makes one")
    names = [run.name for run in runs]
    if name == LAST:
        return latest(of_their_own(archive, runs) or runs).name
    begun = [known for known in names if known.startswith(name)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise UnknownRun(f"{len(begun)} runs begin with {name!r}: {', '.join(begun)}")
    near = nearest_names(name, names, 5, 0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else "apts runs lists those there are"
    raise UnknownRun(f"the archive has no run {name!r}; {hint}")


def of_their_own(archive: Archive, runs: Sequence[RunSummary]) -> list[RunSummary]:
    """Those that were not played for a question beside another run, such as matches played again to measure luck."""
    names = {run.name for run in archive.newest(len(runs), question=None)}
    return [run for run in runs if run.name in names]


def latest(runs: Sequence[RunSummary]) -> RunSummary:
    """The run that was begun last."""
    return max(enumerate(runs), key=lambda entry: (entry[1].created, entry[0]))[1]
