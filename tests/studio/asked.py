"""What is asked of a studio, by each of the ways that there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from apts.studio.frame.studio import Studio

GAME = "tic-tac-toe"


@dataclass(frozen=True)
class Way:
    """One value of a field, as each of the ways says it; with the fields that it needs beside it."""

    value: Any
    command: tuple[str, ...]
    form: dict[str, Any]
    beside: dict[str, Any] = field(default_factory=dict)


def taken(studio: Studio, id: str) -> Mapping[str, Any]:
    """The request of a job, which nobody is to wait for."""
    studio.jobs.ask_to_stop(id)
    return studio.jobs.job(id).request
