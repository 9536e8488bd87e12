"""Legal moves that somebody may have meant who typed something else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from apts.similar_names import did_you_mean

MOST = 5
"""Moves that are suggested."""

_LIKENESS = 0.4  # half of a text of two signs is enough
_BETWEEN_PARTS = re.compile(r"[^\w]+|_+|(?<=\d)x(?=[^\W\d])|(?<=\b[^\W\d])x(?=[^\W\d]\b)")
"""What stands between the pieces, sites and other parts of a move; ``x`` between two sites is a capture."""


def suggest_moves(typed: Iterable[str], legal: Sequence[str]) -> str:
    """The end of a sentence, ``; did you mean Red@b2 or Blue@b2?``, or nothing.

    Moves of which something that was ``typed`` is a part, such as the site of ``Red@b2`` or ``a7-a8`` of ``a7-a8=Queen``,
    come before those that only look alike.
    """
    texts = list(dict.fromkeys(typed))
    wanted = [parts for text in texts if (parts := _parts(text))]
    whole = [move for move in legal if any(_holds(_parts(move), part) for part in wanted)]
    if not whole:
        return did_you_mean(texts[0], legal, MOST, _LIKENESS)
    more = f" or one of {len(whole) - MOST} others with it" if len(whole) > MOST else ""
    return f"; did you mean {' or '.join(whole[:MOST])}{more}?"


def _parts(text: str) -> list[str]:
    return [part for part in _BETWEEN_PARTS.split(text.casefold()) if part]


def _holds(parts: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether some parts stand among others, one after the other."""
    size = len(wanted)
    return any(list(parts[start : start + size]) == list(wanted) for start in range(len(parts) - size + 1))
