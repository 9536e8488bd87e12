"""Archives that are there already, and what cannot be read in them any more."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apts.archive import Archive


@contextmanager
def opened(place: str) -> Iterator[Archive]:
    """An archive that is there; none is made."""
    from apts.archive import open_archive

    with open_archive(place, create=False) as archive:
        yield archive


def report_damaged(damaged: Iterable[object]) -> None:
    """Say on the error stream which matches were left out because nobody can read them any more."""
    for problem in damaged:
        print(f"Note: left out. {problem}", file=sys.stderr)
