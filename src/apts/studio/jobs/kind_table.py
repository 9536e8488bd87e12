"""Which kinds of jobs there are; a kind is imported when it runs."""

from __future__ import annotations

from importlib import import_module

from apts.errors import AptsError
from apts.similar_names import did_you_mean
from apts.studio.jobs.job_context import Perform

KINDS = ("playtest", "improve", "train")
"""The kinds by name, each a file in ``kinds/``."""


def kind_called(name: str) -> Perform:
    """What a kind of job does."""
    if name not in KINDS:
        raise AptsError(f"there is no job of kind {name!r}{did_you_mean(name, KINDS)} (there are: {', '.join(KINDS)})")
    perform: Perform = import_module(f"apts.studio.jobs.kinds.{name}_job").perform
    return perform
