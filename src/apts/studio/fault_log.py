"""Faults of APTS itself in the log of the studio: whoever keeps the studio can report them."""

from __future__ import annotations

import sys
import traceback

from apts.errors import AptsError, InternalError
from apts.signs import shown


def log_fault(doing: str, problem: AptsError) -> None:
    """Print where a fault came from; a mistake of a person is not logged."""
    if isinstance(problem, InternalError):
        told = "".join(traceback.format_exception(problem))
        print(f"{doing}: {shown(told, lines=True)}", file=sys.stderr, flush=True)
