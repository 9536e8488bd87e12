"""What is installed on a machine, as far as results depend on it."""

from __future__ import annotations

import hashlib
import platform
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

READ = (".py", ".lud", ".lark", ".json", ".onnx")
"""Files of the package that matches depend on."""


@dataclass(frozen=True)
class Installation:
    """Versions of Python and NumPy, and a checksum of the package; ``machine`` says where, and is not compared."""

    python: str
    numpy: str
    package: str
    machine: str = field(compare=False)

    def __str__(self) -> str:
        return f"APTS with the checksum {self.package}, Python {self.python} and NumPy {self.numpy}"


@lru_cache(maxsize=1)
def installation() -> Installation:
    """What is installed here."""
    import numpy as np

    folder = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if path.suffix in READ):
        digest.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes() + b"\0")
    return Installation(platform.python_version(), np.__version__, digest.hexdigest()[:12], platform.node())
