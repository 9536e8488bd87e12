"""Moments on pages: told in UTC, and turned by a script into the time of whoever reads."""

from __future__ import annotations

from datetime import UTC, datetime

from markupsafe import Markup


def utc(text: str, *, day: bool = False) -> str:
    """A moment as it is kept, or its day alone, as people read it without a script.

    >>> utc("2026-01-01T10:00:30.123+00:00"), utc("2026-01-01T10:00:30-03:00", day=True)
    ('2026-01-01 10:00 UTC', '2026-01-01')
    """
    found = _read(text)
    return f"{found:%Y-%m-%d}" if day else f"{found:%Y-%m-%d %H:%M} UTC"


def moment(text: str, *, day: bool = False) -> Markup:
    """A moment for a page, which ``local_times.js`` turns into the reader's time."""
    return Markup('<time datetime="{}"{}>{}</time>').format(
        exact(text), Markup(" data-day") if day else "", utc(text, day=day)
    )


def exact(text: str) -> str:
    """A moment as scripts read it."""
    return f"{_read(text):%Y-%m-%dT%H:%M:%SZ}"


def _read(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
