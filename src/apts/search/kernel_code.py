"""Questions about the code of a kernel: which functions there are, which call which, whether chance is at work."""

from __future__ import annotations

import re
from functools import lru_cache

_FUNCTION = re.compile(r"^def (\w+)\(", re.MULTILINE)
_CALL = re.compile(r"(\w+)\(")


def functions(source: str) -> dict[str, str]:
    """The body of each function of a kernel."""
    parts = _FUNCTION.split(source)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def reachable(bodies: dict[str, str], roots: list[str]) -> set[str]:
    """The functions that others call, directly or not."""
    seen: set[str] = set()
    waiting = [name for name in roots if name in bodies]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(called for called in set(_CALL.findall(bodies[name])) if called in bodies)
    return seen


@lru_cache(maxsize=256)
def has_chance(source: str) -> bool:
    """Whether finding or playing moves reads the seed of chance; what only the start position draws does not count."""
    bodies = functions(source)
    return any("CHANCE" in bodies[name] for name in reachable(bodies, ["moves", "play"]))
