"""Runs as people name them: whole, by how a name begins, or as the last one."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from apts.archive import Archive, RunSummary, open_archive
from apts.errors import AptsError
from apts.near_names import nearest_names

LAST = "last"


@contextmanager
def opened(place: str) -> Iterator[Archive]:
    """An archive that is there; none is made."""
    archive = open_archive(place, create=False)
    try:
        yield archive
    finally:
        archive.close()


def named_run(archive: Archive, name: str) -> str:
    """The whole name of the run that is meant."""
    runs = archive.runs()
    if not runs:
        raise AptsError("the archive has no runs yet; apts playtest GAME makes one")
    names = [run.name for run in runs]
    if name in names:
        return name
    if name == LAST:
        return latest(of_their_own(archive, runs) or runs).name
    begun = [known for known in names if known.startswith(name)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise AptsError(f"{len(begun)} runs begin with {name!r}: {', '.join(begun)}")
    near = nearest_names(name, names, 5, 0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else "apts runs lists those there are"
    raise AptsError(f"the archive has no run {name!r}; {hint}")


def of_their_own(archive: Archive, runs: Sequence[RunSummary]) -> list[RunSummary]:
    """Those that were not played for a question beside another run, such as matches played again to measure luck."""
    names = {run.name for run in archive.newest(len(runs), question=None)}
    return [run for run in runs if run.name in names]


def tell_damaged(damaged: Iterable[object]) -> None:
    """Say on the error stream which matches were left out because nobody can read them any more."""
    for problem in damaged:
        print(f"Note: left out. {problem}", file=sys.stderr)


def latest(runs: Sequence[RunSummary]) -> RunSummary:
    """The run that was begun last."""
    return max(enumerate(runs), key=lambda entry: (entry[1].created, entry[0]))[1]
