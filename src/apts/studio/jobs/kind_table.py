"""Which kinds of jobs there are; a kind is imported when it runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module

from apts.errors import AptsError
from apts.similar_names import did_you_mean
from apts.studio.jobs.job_context import Perform


class JobName(StrEnum):
    """The kinds by name, each a file in ``kinds/`` and a word in the catalogue (``jobs.kind``)."""

    PLAYTEST = "playtest"
    IMPROVE = "improve"
    TRAIN = "train"


@dataclass(frozen=True)
class JobPages:
    """Where people look at a job of a kind, and at ``others`` of the kind."""

    one: str
    others: str

    def place(self, id: str) -> str:
        """The address of the page of a job."""
        return self.one.format(id=id)


PAGES: Mapping[str, JobPages] = {
    JobName.PLAYTEST: JobPages("/jobs/{id}", "/jobs"),
    JobName.IMPROVE: JobPages("/improve/{id}", "/games/{game}/improve"),
    JobName.TRAIN: JobPages("/learn/{id}", "/learn"),
}
"""The pages of every kind."""


def kind_called(name: str) -> Perform:
    """What a kind of job does."""
    known = [kind.value for kind in JobName]
    if name not in known:
        raise AptsError(f"there is no job of kind {name!r}{did_you_mean(name, known)} (there are: {', '.join(known)})")
    perform: Perform = import_module(f"apts.studio.jobs.kinds.{name}_job").perform
    return perform
