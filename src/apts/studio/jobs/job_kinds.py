"""The kinds of jobs: what each is called, what it does, where people look at it, and what tells its jobs apart in a list."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from apts.errors import AptsError
from apts.similar_names import did_you_mean
from apts.studio.jobs.job_context import JobContext
from apts.studio.store.jobs import Job
from apts.studio.words import StudioTexts

FOLDER, ENDING = "apts.studio.jobs.kinds", "_job"


@dataclass(frozen=True)
class JobKind:
    """A kind of job: ``KIND`` of a file ``NAME_job.py`` in ``kinds/``, and a word in the catalogue (``jobs.kind.NAME``).

    ``perform`` does a job and gives its result as JSON values. People look at a job at the address ``one``, and at
    ``others`` of its kind. ``about`` tells a job from others of its kind and game.
    """

    name: str
    order: int
    """Its place among the kinds, wherever they are listed."""
    perform: Callable[[JobContext], Mapping[str, Any]]
    one: str
    others: str
    about: Callable[[Job, StudioTexts], str]

    def place(self, id: str) -> str:
        """The address of the page of a job."""
        return self.one.format(id=id)


@cache
def job_kinds() -> Mapping[str, JobKind]:
    """All kinds of jobs by name, in their order."""
    files = [file.name for file in pkgutil.iter_modules(import_module(FOLDER).__path__)]
    found = [_kind_of(file) for file in files if file.endswith(ENDING)]
    return {kind.name: kind for kind in sorted(found, key=lambda one: one.order)}


def job_kind(name: str) -> JobKind:
    """The kind of a name; a wrong one is answered with the right ones."""
    known = job_kinds()
    if name not in known:
        raise AptsError(f"there is no job of kind {name!r}{did_you_mean(name, known)} (there are: {', '.join(known)})")
    return known[name]


def _kind_of(file: str) -> JobKind:
    kind: JobKind = import_module(f"{FOLDER}.{file}").KIND
    return kind
