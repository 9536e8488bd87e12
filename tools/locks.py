"""Lock files: all that an installation takes, with versions and checksums, for every system and Python that is supported.

``uv`` finds the versions; those of constraints.txt are the ones that were tested together, and are taken as they stand.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "locks"
CONSTRAINTS = ROOT / "constraints.txt"
PROJECT = ROOT / "pyproject.toml"

FOR_DEVELOPMENT = ("test", "bench", "release")
"""Extras that nobody needs who uses APTS."""

STUDIO = ("studio", "postgres", "redis")

_PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)


def normal(name: str) -> str:
    """The name of a package as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(text: str) -> dict[str, str]:
    """The versions by package of a lock file or of constraints."""
    return {normal(name): version for name, version in _PINNED.findall(text)}


def extras() -> tuple[str, ...]:
    """The names of all extras."""
    found: dict[str, list[str]] = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    return tuple(found)


def sets() -> dict[str, tuple[str, ...]]:
    """What there is a lock file for, each with its extras."""
    return {"base": (), "studio": STUDIO, "all": extras()}


def compiled(wanted: Iterable[str], kept: str = "") -> str:
    """The lines of a lock file for APTS with some extras; the versions of an older one are kept while they fit."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "lock.txt"
        file.write_text(kept, encoding="utf-8")
        named = [word for extra in wanted for word in ("--extra", extra)]
        command = [
            sys.executable, "-m", "uv", "pip", "compile", str(PROJECT), *named, "--constraint", str(CONSTRAINTS),
            "--universal", "--python-version", "3.11", "--generate-hashes", "--no-header", "--no-annotate", "--quiet",
            "--output-file", str(file),
        ]  # fmt: skip
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return file.read_text(encoding="utf-8")


def write_locks(folder: Path = FOLDER) -> None:
    """Write all lock files."""
    folder.mkdir(exist_ok=True)
    for name, wanted in sets().items():
        file = folder / f"{name}.txt"
        what = f"apts[{','.join(wanted)}]" if wanted else "apts"
        head = (
            f"# All that {what} installs, with checksums; `make release` writes it.\n"
            f"# pip install --require-hashes -r locks/{name}.txt && pip install --no-deps apts\n"
        )
        kept = file.read_text(encoding="utf-8") if file.is_file() else ""
        file.write_text(head + compiled(wanted, kept), encoding="utf-8")
