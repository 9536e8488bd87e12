"""Packed bytes that came from elsewhere: unpacked to a bound, since a few kilobytes can stand for gigabytes."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

_PART = 1 << 20


class TooLarge(ValueError):  # noqa: N818 - named after what is wrong, like the other errors
    """Packed bytes stand for more than they may."""


def unpacked_parts(data: bytes, most: int) -> Iterator[bytes]:
    """What zlib packed, a megabyte at a time and of at most so many bytes. Damage is a ``zlib.error``."""
    unpacking, waiting, total = zlib.decompressobj(), data, 0
    while not unpacking.eof:
        part = unpacking.decompress(waiting, _PART)
        waiting = unpacking.unconsumed_tail
        total += len(part)
        if total > most:
            raise TooLarge(f"it unpacks to more than {most:,} bytes")
        if not part and not waiting and not unpacking.eof:
            raise zlib.error("it is cut off")
        yield part


def unpacked_bytes(data: bytes, most: int) -> bytes:
    """What zlib packed, of at most so many bytes; nothing beyond them is unpacked. Damage is a ``zlib.error``.

    >>> unpacked_bytes(zlib.compress(b"abc"), 3)
    b'abc'
    """
    unpacking = zlib.decompressobj()
    found = unpacking.decompress(data, most + 1)
    if len(found) > most:
        raise TooLarge(f"it unpacks to more than {most:,} bytes")
    if not unpacking.eof:
        raise zlib.error("it is cut off")
    return found
