"""What tells two states of the code apart."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

import apts

_SUFFIXES = (".py", ".json", ".lud", ".toml", ".lark")


def code_label(folder: Path | None = None) -> str:
    """The digest of the code and data that players are made of, so that results of two states of it are never mixed.

    ``folder`` is that of the package; without it, of the one that runs.
    """
    folder = Path(apts.__file__).parent if folder is None else folder
    digest = blake2b(digest_size=4)
    for file in sorted(folder.rglob("*")):
        if file.suffix in _SUFFIXES and "locales" not in file.parts:
            digest.update(str(file.relative_to(folder)).encode() + file.read_bytes())
    return digest.hexdigest()
