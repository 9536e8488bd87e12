"""How many event streams are open: each keeps a connection, so one address may have only so many."""

from __future__ import annotations

from collections import Counter

MOST_FROM_ONE_ADDRESS = 120
"""Enough for a class behind one address."""

MOST_IN_ALL = 4_000


class TooManyStreams(Exception):  # noqa: N818 - named after what is wrong, like the other errors
    """One stream more than is allowed."""


class Streams:
    """Counts open streams. For one event loop."""

    def __init__(self, most_from_one: int = MOST_FROM_ONE_ADDRESS, most: int = MOST_IN_ALL) -> None:
        self._most_from_one, self._most = most_from_one, most
        self._open: Counter[str] = Counter()

    def begin(self, address: str) -> None:
        """Count a stream, or refuse it."""
        if self._open[address] >= self._most_from_one or self._open.total() >= self._most:
            raise TooManyStreams
        self._open[address] += 1

    def end(self, address: str) -> None:
        """A stream that was counted has ended."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]
