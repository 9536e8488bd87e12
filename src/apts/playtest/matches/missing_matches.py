"""Play the matches of a run that its archive does not have yet, to the last one or until enough is known."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from apts.archive import Archive, ArchiveError, MatchRecord, MatchWriter, RunManifest
from apts.archive.records import LockedArchive, LostConnection, manifest_digest
from apts.errors import AptsError
from apts.executors import Executor, Threads
from apts.hidden_passwords import without_passwords
from apts.playtest.matches.manifests import SeatWatch, StoppingState, Until, changed_players
from apts.playtest.matches.match import Plan

FEWEST = 4
"""Matches that are played in any case, however short the time."""

Watch = Callable[[int, int], None]
"""Told after every match how many there are and how many are wanted."""


@dataclass(frozen=True)
class PlayedMatches:
    """What came of playing: the name of the run, its matches, whether it was interrupted, how the seats stand."""

    name: str
    records: list[MatchRecord]
    interrupted: bool
    standing: StoppingState | None = None


def play_missing(
    plan: Plan,
    manifest: RunManifest,
    archive: Archive | None,
    resume: bool,
    executor: Executor,
    name: str | None,
    watch: Watch | None,
    seconds: float | None = None,
) -> PlayedMatches:
    """Play what is missing; with ``seconds`` no match is waited for beyond that time, but at least some are played."""
    wanted = manifest.matches
    seats = watch_of(manifest)
    course = MissingMatches(plan, wanted, executor, watch or (lambda done, wanted: None), seats, seconds)
    if archive is None:
        return course.played(name or manifest.game, [], lambda record: None)
    if resume or name is not None:
        _refuse_unknown_inputs(archive, manifest, name)
    run = archive.start(replace(manifest, matches=0), name)  # more are wanted only when nothing is refused any more
    there = [record for record in archive.matches(run) if record.number <= wanted]
    if course.is_partial(there) and not resume:
        raise AptsError(
            f"the archive has {len(there)} of {wanted} matches of this run ({run}) already; "
            "go on with --resume (resume=True), or give another seed or name"
        )
    archive.start(manifest, run)
    with explain_resume(manifest.command), MatchWriter(archive, run) as writer:
        return course.played(run, there, writer.add)


@contextmanager
def explain_resume(command: str) -> Iterator[None]:
    """Where the archive fails in the middle of a run, say how it can be gone on with."""
    try:
        yield
    except ArchiveError as problem:
        command = without_passwords(command)
        again = command if "--resume" in command.split() else f"{command} --resume"
        way = f"go on with: {again}" if command else "go on with resume=True"
        kind = type(problem) if isinstance(problem, LockedArchive | LostConnection) else ArchiveError
        raise kind(f"{problem} What was stored is kept; when the archive can be used again, {way}") from problem


def _refuse_unknown_inputs(archive: Archive, manifest: RunManifest, name: str | None) -> None:
    """Refuse to go on with a run of which nobody knows whether the files that its class reads were the same."""
    source = manifest.settings.get("source") or {}
    if "inputs" not in source:
        return
    bare = {key: value for key, value in source.items() if key != "inputs"}
    digest = manifest_digest(replace(manifest, settings={**manifest.settings, "source": bare}))
    for known in archive.runs():
        if known.game != manifest.game or (name is not None and known.name != name):
            continue
        older = archive.readable_manifest(known.name)
        if older is not None and manifest_digest(older) == digest:
            raise AptsError(
                f"the run {known.name} was played by an older APTS, which did not note which files its class reads: "
                f"whether {', '.join(source['inputs'])} were the same is not known. Its report can still be written; to "
                "play matches, " + ("give another --name" if name is not None else "leave --resume out")
            )


def refuse_other_players(plan: Plan, manifest: RunManifest, archive: Archive | None, name: str | None) -> None:
    """Refuse to go on with a run whose agents played otherwise then: the one of that name, else one that was broken off."""
    for summary in () if archive is None else archive.runs():
        if summary.game != manifest.game or (name is not None and summary.name != name):
            continue
        assert archive is not None
        known = archive.readable_manifest(summary.name)
        described = changed_players(known, manifest) if known is not None else None
        if described is None:
            continue
        there = list(archive.matches(summary.name, damaged=[]))
        course = MissingMatches(plan, manifest.matches, Threads(1), lambda done, wanted: None, watch_of(manifest))
        if name is not None or course.is_partial([record for record in there if record.number <= manifest.matches]):
            other = "give another --name (name=)" if name is not None else "leave out --resume (resume=True)"
            raise AptsError(
                f"the run {summary.name} was played by {described}; matches of two versions are never mixed. For a new run "
                f"{other} or another --archive (archive=); apts report {summary.name} still tells of the old one"
            )


def watch_of(manifest: RunManifest) -> SeatWatch | None:
    """The watch of a run that is to stop early."""
    until = manifest.settings.get("until")
    if until is None:
        return None
    group = manifest.players if len(set(manifest.agents)) > 1 else 1
    return SeatWatch(Until.read(until), manifest.players, group)


def up_to_the_stop(records: Iterable[MatchRecord], watch: SeatWatch) -> list[MatchRecord]:
    """Records in the order of their numbers, until something stops the run; those that are damaged or gone are left out."""
    kept: list[MatchRecord] = []
    number = 0
    for record in records:
        watch.leave_out(record.number - number - 1)
        number = record.number
        kept.append(record)
        if watch.add(record):
            break
    watch.finish()
    return kept


@dataclass
class MissingMatches:
    """Plays the matches of a run that are not there yet."""

    plan: Plan
    wanted: int
    executor: Executor
    watch: Watch
    seats: SeatWatch | None
    seconds: float | None = None

    def is_partial(self, there: Sequence[MatchRecord]) -> bool:
        """Whether a part of the matches is there and others are still to be played."""
        if not there or self.seats is None:
            return 0 < len(there) < self.wanted
        trial = SeatWatch(self.seats.until, self.seats.players, self.seats.group)
        known = up_to_the_stop(there, trial)
        return known[-1].number > len(known) or (not trial.standing.stopped and len(known) < self.wanted)

    def played(self, name: str, there: list[MatchRecord], keep: Callable[[MatchRecord], None]) -> PlayedMatches:
        """Play what is missing and keep each match as it ends; Ctrl-C ends it early."""
        known = {record.number: record for record in there}
        heard = _Heard(self.seats, known) if self.seats is not None else None
        over = heard is not None and heard.stops()
        missing = [] if over else [number for number in range(1, self.wanted + 1) if number not in known]
        fresh: list[MatchRecord] = []
        self.watch(len(there), self.wanted)
        records = self.executor.play(self.plan, missing)
        interrupted = False
        began = time.monotonic()
        try:
            for record in records:
                fresh.append(record)
                keep(record)
                self.watch(len(there) + len(fresh), self.wanted)
                if heard is not None and heard.stops(record):
                    break
                if self.seconds is not None and len(fresh) >= FEWEST and time.monotonic() - began > self.seconds:
                    break
        except KeyboardInterrupt:
            interrupted = True
        finally:
            records.close()
        if self.seats is not None:
            self.seats.finish()
        ended = heard.records if heard is not None else sorted([*there, *fresh], key=lambda match: match.number)
        return PlayedMatches(name, ended, interrupted, self.seats.standing if self.seats else None)


class _Heard:
    """What a watch was told: matches in the order of their numbers, those that are there already among the fresh ones."""

    def __init__(self, watch: SeatWatch, known: Mapping[int, MatchRecord]):
        self.records: list[MatchRecord] = []
        self._watch, self._known = watch, known

    def stops(self, fresh: MatchRecord | None = None) -> bool:
        """Tell of a fresh match and of those that follow it; gives whether the run stops there."""
        following = fresh or self._known.get(1)
        while following is not None:
            self.records.append(following)
            if self._watch.add(following):
                return True
            following = self._known.get(following.number + 1)
        return False
