"""Seeds that are addressed, not consumed: each purpose has its own, derived from the one that was given."""

from __future__ import annotations

from hashlib import blake2b

_BITS = 63


def derived_seed(seed: int, *purpose: int | str) -> int:
    """A seed for one purpose, such as ``("match", 17, "seat", 2)``; different purposes are independent."""
    text = "/".join(map(str, (seed, *purpose)))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) & ((1 << _BITS) - 1)
