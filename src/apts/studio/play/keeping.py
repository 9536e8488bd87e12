"""Matches that a browser plays by itself and the studio keeps: what the page sends after every move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, Field

from apts.studio.frame.studio import Studio, text_of
from apts.studio.store.game_store import StoredGame
from apts.studio.store.matches import PERSON, MatchStatus, StudioMatch
from apts.studio.store.people import Person

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
