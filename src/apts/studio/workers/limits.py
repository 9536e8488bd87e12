"""What a process may take of the machine."""

from __future__ import annotations

import contextlib
import os
import resource


def limit_memory(megabytes: int) -> None:
    """Give this process so much memory of its own and not more; what asks for more fails with a MemoryError.

    Addresses that are only reserved do not count: what draws charts reserves far more of them than it uses.
    """
    most = megabytes * 1_000_000
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def step_back(by: int = 5) -> None:
    """Let others go first: pages answer while jobs run."""
    with contextlib.suppress(OSError):
        os.nice(by)


def wait_for_the_end_of(descriptor: int) -> None:
    """Return when the other side of a line has gone; what comes down the line until then is dropped."""
    with contextlib.suppress(OSError):
        while os.read(descriptor, 4096):
            pass
