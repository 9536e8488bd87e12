"""Names of games as parts of file names."""

from __future__ import annotations

import re


def file_stem(name: str, otherwise: str = "game") -> str:
    """A name in small letters and digits with hyphens between them; another word where nothing of it is left.

    >>> file_stem("Nine Men's Morris")
    'nine-men-s-morris'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or otherwise
