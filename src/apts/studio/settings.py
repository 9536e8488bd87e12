"""How a studio is set up: where it keeps things, where it listens, who may come in, what work may cost."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from pathlib import Path

from apts.errors import AptsError

LOOPBACK_NAMES = ("localhost",)


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
            raise AptsError(f"the port {self.port} does not exist; ports go from 1 to 65535, and 0 takes a free one")
        if self.key is not None and len(self.key) < 8:
            raise AptsError("the password is too short: it needs at least 8 signs")
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
