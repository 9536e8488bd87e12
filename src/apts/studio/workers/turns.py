"""Whose question a free worker answers next: everybody who asks gets the same share of the workers' time.

Shares are handed out between designers, players and the studio itself, among those between addresses, and at one address
between devices or links (start-time fair queueing: P. Goyal, H. M. Vin, H. Cheng, SIGCOMM 1996). However many questions
somebody asks, others wait for what is being answered and for one question of theirs, not for all of them.
"""

from __future__ import annotations

import threading
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from apts.errors import AptsError
from apts.studio.asker import Asker
from apts.studio.rates import DESIGNER_WORK, PLAYER_WORK, Rates

EXPECTED_SECONDS = 0.1
"""What a question is charged until it is known what it took."""

MOST_WAITING_DESIGNER, MOST_WAITING_PLAYER, MOST_WAITING_PLAYERS = 32, 6, 96
"""Questions that wait at once: of a designer's device, of a player's link, of all players."""

RECENT_SECONDS = 60.0
"""How long a designer who asked something counts as one who may ask again."""

MOST_KNOWN = 10_000

Path = tuple[str, ...]


class Busy(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """No worker was free in time."""


class TooManyQuestions(AptsError):  # noqa: N818 - likewise
    """Somebody asks for more than one may."""


@dataclass
class _Ticket:
    asker: Asker
    number: int
    called: threading.Event = field(default_factory=threading.Event)
    granted: bool = False


class Turns:
    """Hands out workers. All methods may be called from any thread."""

    def __init__(self, workers: int, clock: Callable[[], float] = monotonic) -> None:
        self._workers, self._clock = workers, clock
        self._lock = threading.Lock()
        self._rates = Rates(clock)
        self._waiting: dict[Asker, deque[_Ticket]] = {}
        self._running: Counter[Asker] = Counter()
        self._spent: dict[Path, float] = {}
        self._present: defaultdict[Path, float] = defaultdict(float)
        self._seen: dict[Asker, float] = {}
        self._number = 0

    def take(self, asker: Asker, seconds: float) -> None:
        """Wait for one's turn, and take it; refused where somebody asks too much, or nothing is free in time."""
        ticket = self._queued(asker)
        if ticket.called.wait(seconds):
            return
        with self._lock:
            if ticket.granted:
                return
            self._leave(ticket)
        raise Busy("the studio is busy with other games; try again in a moment")

    def give_back(self, asker: Asker, seconds: float) -> None:
        """A turn is over that took so many seconds."""
        with self._lock:
            self._running[asker] -= 1
            if self._running[asker] <= 0:
                del self._running[asker]
            for path in _paths(asker):
                self._spent[path] = self._spent.get(path, 0.0) + seconds - EXPECTED_SECONDS
            self._grant()

    def _queued(self, asker: Asker) -> _Ticket:
        with self._lock:
            self._refuse_too_much(asker)
            self._begin(asker)
            self._number += 1
            ticket = _Ticket(asker, self._number)
            self._waiting.setdefault(asker, deque()).append(ticket)
            self._grant()
            return ticket

    def _refuse_too_much(self, asker: Asker) -> None:
        if asker.kind == "studio":
            return
        waiting = len(self._waiting.get(asker, ()))
        if asker.kind == "player":
            players = sum(len(queue) for other, queue in self._waiting.items() if other.kind == "player")
            full = waiting >= MOST_WAITING_PLAYER or players >= MOST_WAITING_PLAYERS
            rate = PLAYER_WORK
        else:
            full, rate = waiting >= MOST_WAITING_DESIGNER, DESIGNER_WORK
        if full or not self._rates.allowed(asker.address, asker.owner, rate):
            raise TooManyQuestions("too many questions in a short time; wait a moment and try again")

    def _begin(self, asker: Asker) -> None:
        """Whoever did not ask lately begins with the present: time in which nobody asked is not saved up."""
        self._seen[asker] = self._clock()
        busy = {path for other in (*self._waiting, *self._running) for path in _paths(other)}
        for path in _paths(asker):
            if path not in busy:
                self._spent[path] = max(self._spent.get(path, 0.0), self._present[path[:-1]])
        if len(self._spent) > MOST_KNOWN:
            self._spent = {path: spent for path, spent in self._spent.items() if path in busy}
            self._seen = {known: seen for known, seen in self._seen.items() if self._lately(seen)}

    def _grant(self) -> None:
        """Call whoever is next, as long as there are workers for them."""
        while self._running.total() < self._workers:
            able = [asker for asker in self._waiting if self._may(asker)]
            if not able:
                return
            asker = min(able, key=self._rank)
            ticket = self._waiting[asker][0]
            self._leave(ticket)
            for path in _paths(asker):
                self._present[path[:-1]] = self._spent.get(path, 0.0)
                self._spent[path] = self._spent.get(path, 0.0) + EXPECTED_SECONDS
            self._running[asker] += 1
            ticket.granted = True
            ticket.called.set()

    def _rank(self, asker: Asker) -> tuple[float, ...]:
        return (*(self._spent.get(path, 0.0) for path in _paths(asker)), self._waiting[asker][0].number)

    def _may(self, asker: Asker) -> bool:
        """Whether somebody may have one worker more: the last one is for designers, and not for one of several."""
        if self._workers == 1:
            return True
        if asker.kind != "designer":
            others = sum(count for known, count in self._running.items() if known.kind != "designer")
            return others < self._workers - 1
        several = any(
            known.kind == "designer" and known != asker and self._lately(seen) for known, seen in self._seen.items()
        )
        return not several or self._running[asker] < self._workers - 1

    def _lately(self, moment: float) -> bool:
        return self._clock() - moment < RECENT_SECONDS

    def _leave(self, ticket: _Ticket) -> None:
        queue = self._waiting[ticket.asker]
        queue.remove(ticket)
        if not queue:
            del self._waiting[ticket.asker]


def _paths(asker: Asker) -> tuple[Path, ...]:
    """Whom an asker's share is part of: their kind, their address, themselves."""
    kind, address, name = asker.kind, asker.address, asker.name
    return (kind,), (kind, address), (kind, address, name)
