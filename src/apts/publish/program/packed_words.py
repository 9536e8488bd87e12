"""Words of 64 bits as short text: most of them are small, and many are 0."""

from __future__ import annotations

import base64
from collections.abc import Iterable


def packed(words: Iterable[int]) -> str:
    """Words in order, as base64 of numbers in signed LEB128; behind a 0 stands how many more of them follow it."""
    octets = bytearray()
    zeros = 0
    for word in words:
        if word == 0:
            zeros += 1
            continue
        _add_zeros(octets, zeros)
        zeros = 0
        _add(octets, int(word))
    _add_zeros(octets, zeros)
    return base64.b64encode(bytes(octets)).decode("ascii")


def _add_zeros(octets: bytearray, count: int) -> None:
    if count:
        _add(octets, 0)
        _add(octets, count - 1)


def _add(octets: bytearray, number: int) -> None:
    """Seven bits an octet, the lowest first; the last octet has the sign in its seventh bit."""
    while not -64 <= number < 64:
        octets.append(number & 127 | 128)
        number >>= 7
    octets.append(number & 127)
