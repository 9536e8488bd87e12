"""How often a password may be tried: wrong ones slow down where they come from, and lock out nobody who knows it.

After ten wrong ones from an address, whoever tries one there waits for a turn of two seconds; right ones cost nothing. A
browser that was let in before is counted by itself, so that guesses of others at its address are nothing to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from apts.studio.rates import LOGIN, Rates

MOST_WAITING = 15
"""Tries of one address that wait at once; what comes on top is refused before anything is compared."""


class Guesses:
    """Counts wrong passwords."""

    def __init__(self, rates: Rates | None = None, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._rates, self._sleep = rates or Rates(), sleep

    async def turn(self, who: str) -> bool:
        """Wait until somebody may try a password; false where too many wait already."""
        seconds = self._rates.reserved(who, "login", LOGIN, MOST_WAITING)
        if seconds is None:
            return False
        if seconds > 0.0:
            await self._sleep(seconds)
        return True

    def was_right(self, who: str) -> None:
        """The password was right, which is not counted."""
        self._rates.refund(who, "login", LOGIN)
