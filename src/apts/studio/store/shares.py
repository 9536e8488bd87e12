"""Whose job is next: everybody who has jobs waiting gets the same share of time, and short jobs go before long ones.

What somebody used counts half after ten minutes, so that who waited long is not served alone for as long. A long job
makes room when its slice is over and somebody with a smaller share waits, or when a short job waits; it goes on later
where it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from apts.studio.store.database import Database, now
from apts.studio.store.jobs import Job, Jobs
from apts.studio.store.schema import JOB_SHARES, OWNER_USE

HALF_SECONDS = 600.0
"""After how long the time that somebody used counts half."""

SHORT_SECONDS = 90.0
"""How long a job may take that counts as short; one that took longer is none, whatever was said of it."""

SHORT_AHEAD = 300.0
"""By how many seconds of use short jobs go before those of others: short ones without end do not hold up everybody."""

LONG_SLICE, SHORT_SLICE = 120.0, 10.0
"""Seconds that a long job runs at least before it makes room: for others, and for short jobs."""


@dataclass(frozen=True)
class _JobShare:
    """A job with what decides when it is its turn."""

    job: Job
    owner: str
    short: bool
    rank: tuple[float, str]


class Shares:
    """What every owner of jobs used, and what every job did."""

    def __init__(self, database: Database) -> None:
        self._database, self._jobs = database, Jobs(database)

    def used(self, job: str, seconds: float) -> None:
        """A job ran for so many seconds more."""
        moment = now()
        with self._database.writing() as connection:
            row = connection.execute(select(JOB_SHARES).where(JOB_SHARES.c.job == job)).first()
            if row is None:  # a job of before there were shares
                row_owner, spent = "", 0.0
                connection.execute(insert(JOB_SHARES).values(job=job, owner="", spent=0.0))
            else:
                row_owner, spent = row.owner, row.spent
            connection.execute(update(JOB_SHARES).where(JOB_SHARES.c.job == job).values(spent=spent + seconds))
            known = _use(connection, moment).get(row_owner, 0.0)
            connection.execute(delete(OWNER_USE).where(OWNER_USE.c.owner == row_owner))
            connection.execute(insert(OWNER_USE).values(owner=row_owner, seconds=known + seconds, moment=moment))

    def begin_anew(self, job: str) -> None:
        """Somebody wants a job to go on that has ended: it has all its time again."""
        with self._database.writing() as connection:
            connection.execute(update(JOB_SHARES).where(JOB_SHARES.c.job == job).values(spent=0.0))

    def spent(self, job: str) -> float:
        """How many seconds a job ran so far."""
        with self._database.reading() as connection:
            found = connection.execute(select(JOB_SHARES.c.spent).where(JOB_SHARES.c.job == job)).scalar_one_or_none()
        return float(found or 0.0)

    def order(self) -> tuple[Job, ...]:
        """The jobs that wait, the next one first."""
        return tuple(one.job for one in sorted(self._shares("waiting"), key=lambda one: one.rank))

    def should_yield(self, job: str, ran: float) -> bool:
        """Whether a job that runs for so many seconds now should let another one run."""
        waiting, running = self._shares("waiting"), self._shares("running")
        own = next((one for one in running if one.job.id == job), None)
        if own is None or own.short or not waiting:
            return False
        first = min(waiting, key=lambda one: one.rank)
        if first.short:
            return ran >= SHORT_SLICE and first.rank < own.rank
        return ran >= LONG_SLICE and first.owner != own.owner and first.rank < own.rank

    def _shares(self, state: str) -> list[_JobShare]:
        jobs = [job for job in self._jobs.unfinished() if job.state == state]
        if not jobs:
            return []
        with self._database.reading() as connection:
            use = _use(connection, now())
            rows = {row.job: row for row in connection.execute(select(JOB_SHARES))}
        found = []
        for job in jobs:
            owner, spent = (rows[job.id].owner, rows[job.id].spent) if job.id in rows else ("", 0.0)
            short = is_short(job, spent)
            rank = use.get(owner, 0.0) - (SHORT_AHEAD if short else 0.0)
            found.append(_JobShare(job, owner, short, (rank, job.created)))
        return found


def is_short(job: Job, spent: float = 0.0) -> bool:
    """Whether a job is over in about a minute, as far as what was asked for says."""
    minutes = job.request.get("minutes")
    quick = job.request.get("amount") == "quick" or (minutes is not None and minutes <= 1.0)
    return quick and spent < SHORT_SECONDS


def _use(connection: Connection, moment: str) -> Mapping[str, float]:
    """What every owner used of late, in seconds that fade."""
    present = datetime.fromisoformat(moment)
    return {
        row.owner: row.seconds
        * 0.5 ** (max(0.0, (present - datetime.fromisoformat(row.moment)).total_seconds()) / HALF_SECONDS)
        for row in connection.execute(select(OWNER_USE))
    }
