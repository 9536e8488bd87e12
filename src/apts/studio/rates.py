"""How often somebody may ask: a bucket of permissions that fills again with time, one for each address and kind."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic
from typing import Literal

MOST_BUCKETS = 20_000


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many a second after that."""

    burst: float
    a_second: float


DEFAULTS = Rate(240, 60)
"""For pages and answers."""

OF_LINK = Rate(120, 15)
"""For what is asked with one link."""

LOGIN = Rate(10, 0.5)
"""For passwords: ten wrong ones, then one in two seconds."""

DESIGNER_WORK = Rate(240, 20)
"""Questions to workers of one designer."""

PLAYER_WORK = Rate(30, 3)
"""Questions to workers for one link of a player."""


class Rates:
    """Counts what addresses ask for."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def reserved(self, address: str, kind: str, rate: Rate, waiting: int) -> float | None:
        """Count one more that may have to wait: after how many seconds it is its turn; None where so many wait already."""
        moment = self._clock()
        with self._lock:
            left, then = self._buckets.pop((address, kind), (rate.burst, moment))
            left = min(rate.burst, left + (moment - then) * rate.a_second)
            granted = left - 1.0 >= -waiting
            self._keep((address, kind), left - 1.0 if granted else left, moment)
        return max(0.0, (1.0 - left) / rate.a_second) if granted else None

    def refund(self, address: str, kind: str, rate: Rate) -> None:
        """What was counted last is not to count."""
        with self._lock:
            left, then = self._buckets.get((address, kind), (rate.burst, self._clock()))
            self._buckets[address, kind] = (min(rate.burst, left + 1.0), then)

    def allowed(self, address: str, kind: str, rate: Rate) -> bool:
        """Whether one more is allowed now; it is counted if so."""
        moment = self._clock()
        with self._lock:
            left, then = self._buckets.pop((address, kind), (rate.burst, moment))
            left = min(rate.burst, left + (moment - then) * rate.a_second)
            granted = left >= 1.0
            self._keep((address, kind), left - 1.0 if granted else left, moment)
        return granted

    def _keep(self, key: tuple[str, str], left: float, moment: float) -> None:
        self._buckets[key] = (left, moment)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)


# ----------------------------------------------------------------------------------------------------------------
# Who asks for the work that is done at present: noted at the gate, read where the work is charged and shared out.

AskerKind = Literal["designer", "player", "studio"]


@dataclass(frozen=True)
class Asker:
    """A designer's device, a player's link, or the studio itself; ``name`` tells those of one address apart."""

    kind: AskerKind
    address: str = ""
    name: str = ""

    @property
    def owner(self) -> str:
        """What is kept with work that outlasts the request: it says nothing about a person."""
        return f"{self.kind} {self.name or self.address}".strip()[:80]


STUDIO = Asker("studio")
"""Work that nobody asked for, such as looking at games before somebody does."""

ASKER: ContextVar[Asker] = ContextVar("apts_studio_asker", default=STUDIO)
"""Who asks; it follows a request into its threads."""
