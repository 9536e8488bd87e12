"""Matches that the studio keeps: those a browser plays, those that were imported, who may delete one, and the way into
the archive."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, Field

from apts.archive import MatchRecord, UnknownRun
from apts.errors import AptsError
from apts.playtest.experiments.side_runs import KIND, RESIGNED, is_of_people, notes_of
from apts.studio.frame.known_runs import KnownRun, KnownRuns
from apts.studio.frame.studio import Studio, text_of
from apts.studio.store.game_store import StoredGame
from apts.studio.store.matches import PERSON, MatchStatus, NoSuchMatch, Person, StudioMatch
from apts.studio.words import StudioTexts, describe_agent
from apts.studio.workers.pool import Refused

# ----------------------------------------------------------------------------------------------------------------
# Matches that a browser plays by itself and the studio keeps: what the page sends after every move.

MOST_MOVES = 20_000
MOST_SEATS = 64
_LAST = 5


class SentAnswers(BaseModel):
    """What somebody answered after a match; nobody has to."""

    fun: int | None = Field(default=None, ge=1, le=5)
    length: str | None = Field(default=None, pattern="^(short|right|long)$")
    confusing: bool | None = None
    word: str | None = Field(default=None, max_length=300)

    def given(self) -> dict[str, Any]:
        """The answers that were given."""
        return {name: value for name, value in self.model_dump().items() if value not in (None, "")}


class SentOutcome(BaseModel):
    """How a match ended, as the page says."""

    ranks: list[float] = Field(max_length=MOST_SEATS)
    reason: str = Field("", max_length=400)


class SentRecord(BaseModel):
    """A match as the page has it."""

    seed: str = Field(pattern="^-?[0-9]{1,19}$")
    seats: list[str] = Field(min_length=1, max_length=MOST_SEATS)
    moves: list[str] = Field(max_length=MOST_MOVES)
    times: list[int | None] = Field(default_factory=list, max_length=MOST_MOVES)
    given: int = Field(0, ge=0, le=MOST_MOVES)
    started: str = Field("", max_length=40)
    ended: str | None = Field(None, max_length=40)
    outcome: SentOutcome | None = None
    resigned: int | None = Field(None, ge=1, le=MOST_SEATS)
    undone: int = Field(0, ge=0)
    hints: int = Field(0, ge=0)
    answers: SentAnswers = SentAnswers()


def begin_keeping(
    studio: Studio, game: StoredGame, settings: Mapping[str, Any], sent: SentRecord, person: Person
) -> StudioMatch:
    """Keep a match that somebody has begun; one that is there already, as after a reload, is found again."""
    for known in studio.matches.listed(game=game.id, person=person.id, most=_LAST):
        if known.seed == int(sent.seed) and known.record.get("started") == sent.started and not known.shared:
            return keep(studio, known.id, sent)
    about = studio.workers.remembered("game_summary", game=text_of(game, settings))
    match = studio.matches.add(
        game.id, game.name, sent.seats, int(sent.seed), version=game.version, rules=about["rules_hash"] or "",
        settings=settings, sitters=[person.id if who == PERSON else None for who in sent.seats],
    )  # fmt: skip
    return keep(studio, match.id, sent)


def keep(studio: Studio, id: str, sent: SentRecord) -> StudioMatch:
    """Keep a match as it is now."""
    over = sent.ended is not None and sent.outcome is not None
    status: MatchStatus = "finished" if over else "running"
    answers = sent.answers.given()

    def kept(own: StudioMatch) -> StudioMatch:
        first = next(iter(own.people), 1)
        data = {str(first): answers} if answers else own.record.get("answers", {})
        found = replace(own, moves=tuple(sent.moves), times=tuple(sent.times), status=status)
        return found.noted(
            given=sent.given, started=sent.started, ended=sent.ended if over else None, resigned=sent.resigned,
            outcome=sent.outcome.model_dump() if over and sent.outcome else None, undone=sent.undone, hints=sent.hints,
            answers=data,
        )  # fmt: skip

    return studio.matches.change(id, kept)


def kept_record(match: StudioMatch) -> dict[str, Any]:
    """A match as the page goes on with it."""
    record = match.record
    return {
        "seed": str(match.seed),
        "seats": list(match.seats),
        "moves": list(match.moves),
        "times": [time or 0 for time in match.times] or [0] * len(match.moves),
        **{name: record.get(name) for name in ("started", "ended", "outcome", "resigned")},
        **{name: record.get(name, 0) for name in ("given", "undone", "hints")},
        "answers": {},
    }


# ----------------------------------------------------------------------------------------------------------------
# Matches that people played elsewhere and somebody imported: the archive has them, and no table of the studio
# had.

MOST_RUNS = 200
"""Runs of people's matches that are looked through, the newest first."""


@dataclass(frozen=True)
class ImportedMatch:
    """A match of the archive: its run and number, who sat where, how many moves, which places, what was said."""

    run: str
    number: int
    seats: tuple[str, ...]
    moves: int
    ranks: tuple[float, ...]
    resigned: bool
    answers: Mapping[str, Any]

    def sitters(self, message: StudioTexts) -> list[str]:
        """Who sat at each seat, in words; nobody knows the names of people who played elsewhere."""
        return [message("people.somebody") if who == PERSON else describe_agent(who, message) for who in self.seats]

    @staticmethod
    def of(run: str, match: MatchRecord) -> ImportedMatch:
        """A match of a run."""
        notes, outcome = notes_of(match), match.outcome
        return ImportedMatch(
            run,
            match.number,
            tuple(map(str, notes.get("seats", ()))),
            len(match.turns),
            () if outcome is None else outcome.ranks,
            outcome is not None and outcome.reason == RESIGNED,
            notes.get("answers") or {},
        )


def imported_counts(studio: Studio) -> Mapping[str, tuple[str, int]]:
    """For each game of the store its name and how many matches of it were imported, for games with any."""
    found: Counter[str] = Counter()
    titles: dict[str, str] = {}
    for run in _runs(studio):
        count = run.summary.matches - len(studio.matches.archived_in(run.name))
        if run.game is not None and count > 0:
            found[run.game] += count
            titles[run.game] = run.summary.game
    return {game: (titles[game], count) for game, count in found.items()}


def imported_matches(studio: Studio, game: str, most: int) -> tuple[ImportedMatch, ...]:
    """The matches of a game that were imported, the last ones first."""
    found: list[ImportedMatch] = []
    for run in _runs(studio):
        if run.game != game:
            continue
        own = studio.matches.archived_in(run.name)
        kept = [match for match in studio.archive.matches(run.name, damaged=[]) if match.number not in own]
        found += [ImportedMatch.of(run.name, match) for match in reversed(kept)]
    return tuple(found[:most])


def remove_imported(studio: Studio, game: str, run: str, number: int) -> None:
    """Take an imported match of a game out of the archive."""
    known = KnownRuns(studio).run(run)
    imported = is_of_people(known.manifest) and number not in studio.matches.archived_in(run)
    if known.game != game or not imported or not studio.archive.discard(run, [number]):
        raise NoSuchMatch("there is no such imported match of this game; it may have been deleted")


def _runs(studio: Studio) -> Iterator[KnownRun]:
    yield from KnownRuns(studio).newest(MOST_RUNS, question=KIND)


# ----------------------------------------------------------------------------------------------------------------
# The way of people's matches into the archive and out of it, so that reports show them beside those of agents.

_ONE_AT_A_TIME = threading.Lock()

NOT_TAKEN = ""
"""The run of a match that the rules do not accept."""


def take_in(studio: Studio, id: str) -> None:
    """Put a match that has ended into the archive, or take one out that goes on after all; it may be in or out before."""
    with _ONE_AT_A_TIME, suppress(NoSuchMatch):
        match = studio.matches.match(id)
        if not match.over:
            _take_out(studio, match)
            studio.matches.change(id, lambda own: replace(own, archived=None).noted(number=None))
            return
        if not match.people:
            return
        run, number, refused = _stored(studio, match)
        studio.matches.change(id, lambda own: replace(own, archived=run).noted(number=number, refused=refused))


def take_in_waiting(studio: Studio) -> int:
    """Put matches into the archive whose turn never came, as after a power cut; returns how many."""
    waiting = studio.matches.not_archived()
    for match in waiting:
        take_in(studio, match.id)
    return len(waiting)


def remove_match(studio: Studio, id: str) -> None:
    """Delete a match, here and in the archive."""
    with _ONE_AT_A_TIME:
        _take_out(studio, studio.matches.match(id))
        studio.matches.remove(id)


def _stored(studio: Studio, match: StudioMatch) -> tuple[str | None, int | None, str | None]:
    """The run and the number in the archive; or why the rules refuse the match. A busy studio does it another time."""
    try:
        game = text_of(studio.game_store.game(match.game, match.version), match.settings)
        kept = studio.workers.ask(
            "take_in", game=game, archive=studio.settings.archive_place, match=sent(match), run=match.archived or None,
            number=match.record.get("number"),
        )  # fmt: skip
    except Refused as problem:
        return NOT_TAKEN, None, str(problem)
    except AptsError:
        return match.archived, match.record.get("number"), None
    return str(kept["run"]), int(kept["number"]), None


def _take_out(studio: Studio, match: StudioMatch) -> None:
    number = match.record.get("number")
    if match.archived and number is not None:
        with suppress(UnknownRun):
            studio.archive.discard(match.archived, [number])


def sent(match: StudioMatch) -> dict[str, Any]:
    """A match as published pages send it; of several people the one at the first seat that answered speaks."""
    record = match.record
    answers: dict[str, Any] = next((given for _, given in sorted(record.get("answers", {}).items()) if given), {})
    outcome = record.get("outcome")
    return {
        "seed": str(match.seed),
        "seats": list(match.seats),
        "moves": list(match.moves),
        "times": list(match.times) if len(match.times) == len(match.moves) else [],
        "given": record.get("given", 0),
        "started": record.get("started"),
        "outcome": None if outcome is None else {"ranks": outcome["ranks"]},
        "resigned": record.get("resigned"),
        "undone": record.get("undone", 0),
        "hints": record.get("hints", 0),
        "answers": answers,
    }
