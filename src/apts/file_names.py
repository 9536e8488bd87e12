"""Names of games as parts of file names."""

from __future__ import annotations

import re


def file_of(name: str, ending: str) -> str:
    """A file in the present folder, called as something is whose name may have signs that lead elsewhere.

    >>> file_of("baseline", ".html"), file_of("../a/b", ".json")
    ('baseline.html', 'a-b.json')
    """
    return (re.sub(r"[/\\:]+", "-", name.lstrip("./\\")) or "run") + ending


def file_stem(name: str, otherwise: str = "game") -> str:
    """A name in small letters and digits with hyphens between them; another word where nothing of it is left.

    >>> file_stem("Nine Men's Morris")
    'nine-men-s-morris'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or otherwise
