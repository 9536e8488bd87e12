"""Names that look like the one somebody wrote, for sentences that say what was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest_names(name: str, valid: Iterable[str], most: int = 3, likeness: float = 0.6) -> tuple[str, ...]:
    """The valid names that look most like the one written, best first."""
    by_folded: dict[str, str] = {}
    for candidate in valid:
        by_folded.setdefault(candidate.lower(), candidate)
    return tuple(by_folded[found] for found in get_close_matches(name.strip().lower(), by_folded, most, likeness))


def did_you_mean(name: str, valid: Iterable[str], most: int = 1, likeness: float = 0.6, *, quoted: bool = False) -> str:
    """The end of a sentence, ``; did you mean a or b?``, or nothing where no name is near."""
    near = nearest_names(name, valid, most, likeness)
    shown = " or ".join(repr(found) if quoted else found for found in near)
    return f"; did you mean {shown}?" if near else ""
