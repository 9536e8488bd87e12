"""How often somebody may ask: a bucket of permissions that fills again with time, one for each address and kind."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

MOST_BUCKETS = 20_000


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many a second after that."""

    burst: float
    a_second: float


USUAL = Rate(240, 60)
"""For pages and answers."""

LOGIN = Rate(10, 0.1)
"""For passwords: ten tries, then one in ten seconds."""

HEAVY = Rate(60, 5)
"""For what costs a worker seconds: checks, positions, best moves, new jobs."""


class Rates:
    """Counts what addresses ask for."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def left(self, address: str, kind: str, rate: Rate) -> bool:
        """Whether one more would be allowed now; nothing is counted."""
        with self._lock:
            left, then = self._buckets.get((address, kind), (rate.burst, self._clock()))
        return min(rate.burst, left + (self._clock() - then) * rate.a_second) >= 1.0

    def allowed(self, address: str, kind: str, rate: Rate) -> bool:
        """Whether one more is allowed now; it is counted if so."""
        moment = self._clock()
        with self._lock:
            left, then = self._buckets.pop((address, kind), (rate.burst, moment))
            left = min(rate.burst, left + (moment - then) * rate.a_second)
            granted = left >= 1.0
            self._buckets[address, kind] = (left - 1.0 if granted else left, moment)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        return granted
