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


def compiled(wanted: Iterable[str], *, hashes: bool = True) -> str:
    """The lines of a lock file for APTS with some extras."""
    named = [word for extra in wanted for word in ("--extra", extra)]
    command = [
        sys.executable, "-m", "uv", "pip", "compile", str(PROJECT), *named, "--constraint", str(CONSTRAINTS), "--universal",
        "--python-version", "3.11", "--no-header", "--no-annotate", "--quiet",
    ]  # fmt: skip
    done = subprocess.run(
        [*command, *(["--generate-hashes"] if hashes else [])], check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


def write_locks(folder: Path = FOLDER) -> None:
    """Write all lock files."""
    folder.mkdir(exist_ok=True)
    for name, wanted in sets().items():
        what = f"apts[{','.join(wanted)}]" if wanted else "apts"
        head = (
            f"# All that {what} installs, with checksums; `make release` writes it.\n"
            f"# pip install --require-hashes -r locks/{name}.txt && pip install --no-deps apts\n"
        )
        (folder / f"{name}.txt").write_text(head + compiled(wanted), encoding="utf-8")
