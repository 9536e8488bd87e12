"""How a studio is set up: where it keeps things, where it listens, who may come in, what work may cost."""

from __future__ import annotations

import ipaddress
import os
import stat
import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from apts.errors import AptsError, InternalError
from apts.hidden_passwords import without_passwords
from apts.input_checks import shown

LOOPBACK_NAMES = ("localhost",)

STRONGEST = "strongest"
"""Who gives advice at tables: the strongest level that answers within a second on this machine."""


@dataclass(frozen=True)
class Costs:
    """What one question or one job may cost; what goes beyond is ended with a sentence."""

    question_seconds: float = 20.0
    """How long a worker may think about one question of a page."""
    page_seconds: float = 3.0
    """How long a page of a game waits for its worker before it comes without what the worker finds."""
    question_megabytes: int = 4096
    """How much address space such a worker may have."""
    job_megabytes: int = 16384
    """How much address space a job may have."""
    job_minutes: float = 240.0
    """How long a job may take."""
    upload_bytes: int = 1_000_000
    """The largest request that is read."""
    body_seconds: float = 30.0
    """How long a request may take to arrive."""
    rules_bytes: int = 200_000
    """The longest rules text that is taken."""


@dataclass(frozen=True)
class StudioSettings:
    """A studio: its folder, its address, its key, its workers.

    ``folder`` has everything that lasts: ``studio.db`` (games, people, matches, jobs), ``archive.db`` (runs) unless
    ``archive`` names another, ``queue.db`` unless ``queue`` names another, reports and models. ``key`` is the password of
    designers; without one the studio answers this machine alone, and lets in who has the ``token`` of its folder, which
    stands in the address that it prints; with ``token`` false every account of this machine is let in. ``hosts`` are the
    names that it answers to besides its address, as when it stands behind a proxy; ``secure`` says that people reach it by
    HTTPS. ``proxies`` are the addresses of proxies that are believed when they say for whom they ask.
    """

    folder: Path
    host: str = "127.0.0.1"
    port: int = 8765
    key: str | None = None
    archive: str | None = None
    queue: str | None = None
    hosts: tuple[str, ...] = ()
    secure: bool = False
    proxies: tuple[str, ...] = ()
    workers: int = 2
    job_workers: int = 1
    session_hours: float = 12.0
    token: bool = True
    costs: Costs = Costs()

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise AptsError(f"the port {self.port} does not exist; ports go from 1 to 65535, and 0 picks a free one")
        if self.key is not None and len(self.key) < 8:
            raise AptsError("the password is too short: it needs at least 8 characters")
        if self.key is None and not self.local:
            raise AptsError(
                f"on {self.host} everybody who reaches this machine could use the studio; give it a password with "
                "--password-file FILE, or leave --host out so that it answers this machine alone"
            )

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the studio."""
        if self.host in LOOPBACK_NAMES:
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def archive_place(self) -> str:
        """Where runs are kept: a path or the address of a database."""
        return self.archive or str(self.folder / "archive.db")


# ----------------------------------------------------------------------------------------------------------------
# The optional part that the studio needs: FastAPI, uvicorn, Huey, what reads forms, and ONNX Runtime for the
# models.

_PACKAGES = {
    "fastapi": "fastapi",
    "uvicorn": "uvicorn",
    "huey": "huey",
    "onnxruntime": "onnxruntime",
    "python_multipart": "python-multipart",
}


class MissingStudio(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """A package that only the studio needs is not installed."""


def need_studio() -> None:
    """Refuse with a sentence unless all that the studio needs can be imported."""
    missing = [package for module, package in _PACKAGES.items() if find_spec(module) is None]
    if missing:
        raise MissingStudio(
            f"The studio needs {', '.join(missing)}, which this installation lacks: "
            'install the extra with `pip install "apts[studio]"`.'
        )


# ----------------------------------------------------------------------------------------------------------------
# Files and folders of a studio are for the account that runs it alone, whatever its umask is and however old they
# are.

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600

OWN = ("studio.db", "archive.db", "queue.db", "models", "jobs", "answers", "papers", "token", "open.html")
"""What a studio keeps in its folder; nothing else in there is touched."""

_BESIDE_DATABASES = ("", "-wal", "-shm", "-journal")


def private_umask() -> None:
    """Let whatever this process and its children make from now on be readable by its account alone."""
    os.umask(0o077)


def private_folder(folder: Path) -> Path:
    """Make a folder that nobody else may look into, or close one that is there already."""
    folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
    _tighten(folder, PRIVATE_FOLDER)
    return folder


def private_database(file: Path) -> Path:
    """Make an empty file for an SQLite database before SQLite makes one that others may read; its companions follow it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE_FILE))
    for ending in _BESIDE_DATABASES:
        _tighten(file.with_name(file.name + ending), PRIVATE_FILE)
    return file


def private_studio_folder(folder: Path) -> None:
    """Make the folder of a studio, or close an older one, with everything that the studio keeps in it.

    A folder that is also something else (a home, the present one or one that it lies in, one shared by all accounts) keeps
    its own permissions; what the studio keeps in it is closed all the same.
    """
    fresh = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
    if fresh or _is_for_the_studio_alone(folder):
        _tighten(folder, PRIVATE_FOLDER)
    for name in OWN:
        for ending in _BESIDE_DATABASES if name.endswith(".db") else ("",):
            _tighten_all(folder / f"{name}{ending}")


def _is_for_the_studio_alone(folder: Path) -> bool:
    with suppress(OSError, RuntimeError):
        place, present = folder.resolve(), Path.cwd().resolve()
        shared = place.stat().st_mode & stat.S_ISVTX
        return not shared and place != Path.home().resolve() and place != present and place not in present.parents
    return False


def _tighten_all(place: Path) -> None:
    if place.is_symlink():
        return
    if not place.is_dir():
        _tighten(place, PRIVATE_FILE)
        return
    _tighten(place, PRIVATE_FOLDER)
    for inside, folders, files in os.walk(place):  # does not follow links to other folders
        for name in folders:
            _tighten(Path(inside, name), PRIVATE_FOLDER)
        for name in files:
            _tighten(Path(inside, name), PRIVATE_FILE)


def _tighten(place: Path, mode: int) -> None:
    """Take away what others may do; links lead elsewhere and stay, and so does what belongs to another account."""
    with suppress(OSError):
        if not place.is_symlink() and stat.S_IMODE(place.stat().st_mode) & ~mode:
            place.chmod(mode)


# ----------------------------------------------------------------------------------------------------------------
# Faults of APTS itself in the log of the studio: whoever keeps the studio can report them.

_MOST_SIGNS = 4000


def log_fault(doing: str, problem: AptsError) -> None:
    """Print where a fault came from, on one line; a mistake of a person is not logged."""
    if isinstance(problem, InternalError):
        described = without_passwords("".join(traceback.format_exception(problem)))[-_MOST_SIGNS:]
        print(f"{shown(doing)}: {described!r}", file=sys.stderr, flush=True)
