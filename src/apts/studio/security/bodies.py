"""What is read of a request: so much and no more, and not for longer than a while."""

from __future__ import annotations

import asyncio
from time import monotonic

from starlette.exceptions import HTTPException
from starlette.types import Message, Receive

LONGEST_NUMBER = 12
"""Digits of a length that is worth reading."""


def too_long(length: str, most: int) -> bool:
    """Whether a request says that it is larger than is taken, or says nothing that can be read."""
    if not (length.isascii() and length.isdecimal()) or len(length) > LONGEST_NUMBER:
        return True
    return int(length) > most


def limited(receive: Receive, most: int, seconds: float) -> Receive:
    """A body that does not say how long it is, or comes sign by sign, is read so far and so long, and no further."""
    seen = 0
    ends = monotonic() + seconds
    whole = False

    async def receiving() -> Message:
        nonlocal seen, whole
        if whole:
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), max(0.0, ends - monotonic()))
        except TimeoutError:
            raise HTTPException(408) from None
        seen += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        if seen > most:
            raise HTTPException(413)
        return message

    return receiving
