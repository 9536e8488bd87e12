"""A server that goes away for seconds, as at a restart, ends no run: what can be asked again is, with growing pauses."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from apts.archive.errors import LostConnection

PATIENCE = 30.0
"""Seconds for which a server is asked again."""

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
"""Seconds between two attempts: twice as long each time."""

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def retried(work: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """Do the work again where the connection was lost; it must give the same when it is done twice."""

    @functools.wraps(work)
    def patiently(*given: Arguments.args, **named: Arguments.kwargs) -> Answer:
        ends, pause = time.monotonic() + PATIENCE, FIRST_PAUSE
        while True:
            try:
                return work(*given, **named)
            except LostConnection as problem:
                if time.monotonic() + pause > ends:
                    raise LostConnection(f"{problem} It was asked again for {PATIENCE:.0f} seconds.") from problem
            time.sleep(pause)
            pause = min(2.0 * pause, LONGEST_PAUSE)

    return patiently
