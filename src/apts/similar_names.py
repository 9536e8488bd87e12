"""Names that look like the one somebody wrote, for sentences that say what was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest_names(name: str, valid: Iterable[str], most: int = 3, likeness: float = 0.6) -> tuple[str, ...]:
    """The valid names that look most like the one written, the fewest slips first.

    Those with many more slips than the first are left out, and those of which half is another word.
    """
    by_folded: dict[str, str] = {}
    for candidate in valid:
        by_folded.setdefault(candidate.lower(), candidate)
    written = name.strip().lower()
    alike = get_close_matches(written, by_folded, max(1, len(by_folded)), likeness)
    swapped = [known for known in sorted(by_folded) if known not in alike and _is_swapped(written, known)]
    counts = {known: edit_distance(written, known) for known in (*alike, *swapped)}
    near = [known for known, count in counts.items() if count <= min(min(counts.values()) + 1, (len(written) + 1) // 2)]
    return tuple(by_folded[known] for known in sorted(near, key=counts.__getitem__)[:most])


def did_you_mean(name: str, valid: Iterable[str], most: int = 1, likeness: float = 0.6, *, quoted: bool = False) -> str:
    """The end of a sentence, ``; did you mean a or b?``, or nothing where no name is near."""
    near = nearest_names(name, valid, most, likeness)
    shown = " or ".join(repr(found) if quoted else found for found in near)
    return f"; did you mean {shown}?" if near else ""


def edit_distance(written: str, meant: str) -> int:
    """How many slips make one word of the other: a letter more, one less, a wrong one, or two neighbours exchanged.

    This is the distance of Damerau (1964) in its restricted form, in which no part is changed twice.
    """
    before: list[int] = []
    above = list(range(len(meant) + 1))
    for row, letter in enumerate(written, 1):
        present = [row]
        for column, other in enumerate(meant, 1):
            least = min(above[column] + 1, present[-1] + 1, above[column - 1] + (letter != other))
            exchanged = row > 1 and column > 1 and letter == meant[column - 2] and other == written[row - 2]
            present.append(min(least, before[column - 2] + 1) if exchanged else least)
        before, above = above, present
    return above[-1]


def _is_swapped(written: str, known: str) -> bool:
    """Whether two neighbours alone are exchanged, which in short words leaves little that is alike."""
    return sorted(written) == sorted(known) and edit_distance(written, known) == 1
