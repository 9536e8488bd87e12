"""Events that a page hears of while it is open (server-sent events)."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import StreamingResponse

HEARTBEAT_SECONDS = 15.0
"""How often something is sent where nothing happens, so that nothing on the way gives the line up."""

LOOK_SECONDS = 1.0


class Notifier:
    """Wakes up whoever waits for news of a topic, such as a match. For one process and one event loop."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}

    def notify(self, topic: str) -> None:
        """Wake up whoever waits for news of a topic; called from the event loop."""
        for event in self._waiting.get(topic, ()):
            event.set()

    async def news(self, topic: str, seconds: float) -> bool:
        """Wait for news; returns whether there is some, or False when the time is over."""
        event = asyncio.Event()
        self._waiting.setdefault(topic, set()).add(event)
        try:
            await asyncio.wait_for(event.wait(), seconds)
            return True
        except TimeoutError:
            return False
        finally:
            self._waiting[topic].discard(event)
            if not self._waiting[topic]:
                del self._waiting[topic]


class Presence:
    """Who has a page open: for each topic how many pages of each seat. For one process and one event loop."""

    def __init__(self) -> None:
        self._there: dict[str, Counter[int]] = {}

    def come(self, topic: str, seats: Iterable[int]) -> None:
        """A page of some seats was opened."""
        self._there.setdefault(topic, Counter()).update(seats)

    def go(self, topic: str, seats: Iterable[int]) -> None:
        """A page of some seats was closed."""
        there = self._there.get(topic, Counter())
        there.subtract(seats)
        if not any(count > 0 for count in there.values()):
            self._there.pop(topic, None)

    def there(self, topic: str) -> tuple[int, ...]:
        """The seats that somebody has open."""
        return tuple(sorted(seat for seat, count in self._there.get(topic, Counter()).items() if count > 0))


def event(name: str, data: Any) -> str:
    """An event as it is sent: its name, and a text or a JSON value."""
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
    lines = "".join(f"data: {line}\n" for line in text.splitlines() or [""])
    return f"event: {name}\n{lines}\n"


def stream(events: AsyncIterator[str]) -> StreamingResponse:
    """The answer that sends events as they come."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(events, media_type="text/event-stream", headers=headers)


async def changes(
    request: Request, look: Callable[[], tuple[str, bool]], name: str = "changed", seconds: float = LOOK_SECONDS
) -> AsyncIterator[str]:
    """Send a text whenever it has changed, until it says that it was the last; ``look`` gives both and may read files."""
    last: str | None = None
    quiet = 0.0
    while not await request.is_disconnected():
        text, over = await run_in_threadpool(look)
        if text != last:
            last, quiet = text, 0.0
            yield event(name, text)
        elif quiet >= HEARTBEAT_SECONDS:
            quiet = 0.0
            yield ": still here\n\n"
        if over:
            yield event("over", "")
            return
        await asyncio.sleep(seconds)
        quiet += seconds
