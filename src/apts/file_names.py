"""Names of games as parts of file names."""

from __future__ import annotations

import re

from apts.characters import shown

MOST_BYTES = 200
"""Of the name of a file; disks take 255."""


def file_of(name: str, ending: str) -> str:
    """A file in the present folder, called as something is whose name may have signs that lead elsewhere, or too many.

    >>> file_of("baseline", ".html"), file_of("../a/b", ".json"), file_of("a\\nb", ".json")
    ('baseline.html', 'a-b.json', 'a-x0ab.json')
    """
    stem = re.sub(r"[/\\:]+", "-", shown(name).lstrip("./\\"))
    return (stem.encode()[:MOST_BYTES].decode(errors="ignore") or "run") + ending


def file_stem(name: str, otherwise: str = "game") -> str:
    """A name in small letters and digits with hyphens between them; another word where nothing of it is left.

    >>> file_stem("Nine Men's Morris")
    'nine-men-s-morris'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or otherwise
