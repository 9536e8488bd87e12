"""Faults of APTS itself in the log of the studio: whoever keeps the studio can report them."""

from __future__ import annotations

import sys
import traceback

from apts.characters import shown
from apts.errors import AptsError, InternalError
from apts.hidden_passwords import without_passwords

_MOST_SIGNS = 4000


def log_fault(doing: str, problem: AptsError) -> None:
    """Print where a fault came from, on one line; a mistake of a person is not logged."""
    if isinstance(problem, InternalError):
        described = without_passwords("".join(traceback.format_exception(problem)))[-_MOST_SIGNS:]
        print(f"{shown(doing)}: {described!r}", file=sys.stderr, flush=True)
