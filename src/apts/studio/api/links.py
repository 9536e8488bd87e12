"""What the page of a player's link asks for: the match, moves, events. The link itself is the right to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, BackgroundTasks, Path, Query, Request
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from apts.studio.frame.studio import Studio, studio_of, text_of
from apts.studio.live_events import HEARTBEAT_SECONDS, event, stream
from apts.studio.play import tables
from apts.studio.play.kept_matches import SentAnswers, take_in
from apts.studio.play.tables import analysed, let_agents_move, note_hint
from apts.studio.play.tables import table_data as told_to
from apts.studio.store.matches import NoSuchMatch

router = APIRouter(tags=["players' links"])

Key = Annotated[str, Path(min_length=1, max_length=120, description="The secret of the link.")]


class SentMove(BaseModel):
    """A move: its text, and how many moves stand on the board before it."""

    move: str = Field(min_length=1, max_length=400)
    at: int = Field(ge=0, le=20_000)


class SentPlace(BaseModel):
    """A position of a match: how many moves lead to it."""

    at: int = Field(ge=0, le=20_000)


@router.get("/m/{key}")
def linked_match(request: Request, key: Key) -> dict[str, Any]:
    """The match of a link: who sits where, its moves, how it ended."""
    studio = studio_of(request)
    match, seats = studio.matches.linked(key)
    return told_to(studio, match, seats)


@router.get("/m/{key}/position")
def linked_position(
    request: Request, key: Key, at: Annotated[int | None, Query(ge=0, le=20_000)] = None
) -> dict[str, Any]:
    """A position of the match, drawn, with its legal moves; without a number the present one."""
    studio = studio_of(request)
    match, _ = studio.matches.linked(key)
    game = text_of(studio.game_store.game(match.game, match.version), match.settings)
    moves = match.moves[:at]
    data: dict[str, Any] = studio.workers.ask("position", game=game, moves=moves, seed=match.seed, sealed=match.sealed)
    return {**data, "at": len(moves)}


@router.post("/m/{key}/moves")
def play_move(request: Request, key: Key, sent: SentMove, later: BackgroundTasks) -> dict[str, Any]:
    """Play a move; it must be the turn of the link's seat, and legal."""
    studio = studio_of(request)
    match, seats = studio.matches.linked(key)
    played = tables.play_move(studio, match.id, seats, sent.at, sent.move)
    later.add_task(after_a_move, studio, match.id)
    return told_to(studio, played, seats)


def after_a_move(studio: Studio, id: str, *, on_request: bool = False) -> None:
    """What happens behind a move: agents answer, and a match that has ended goes into the archive."""
    match = studio.matches.match(id)
    if match.over or let_agents_move(studio, id, on_request=on_request):
        take_in(studio, id)


@router.post("/m/{key}/analysis")
def analyse(request: Request, key: Key, sent: SentPlace) -> dict[str, Any]:
    """What a strong player thinks of a position of the match; refused while other people play."""
    studio = studio_of(request)
    match, _ = studio.matches.linked(key)
    return dict(analysed(studio, match, sent.at))


@router.post("/m/{key}/hint")
def hint(request: Request, key: Key) -> dict[str, Any]:
    """The move that a strong player would make now; refused while other people play."""
    studio = studio_of(request)
    match, _ = studio.matches.linked(key)
    found = analysed(studio, match, len(match.moves))
    note_hint(studio, match)
    return {"move": found["rows"][0]["text"], "value": found["rows"][0]["value"]}


@router.post("/m/{key}/hints")
def hinted(request: Request, key: Key) -> dict[str, Any]:
    """Note that the player's device gave a hint; refused while other people play."""
    studio = studio_of(request)
    match, seats = studio.matches.linked(key)
    return told_to(studio, note_hint(studio, match), seats)


@router.post("/m/{key}/think")
def think(request: Request, key: Key, later: BackgroundTasks) -> dict[str, Any]:
    """Let an agent that thinks on the player's device think on the server this time, because the device is slow."""
    studio = studio_of(request)
    match, seats = studio.matches.linked(key)
    later.add_task(after_a_move, studio, match.id, on_request=True)
    return told_to(studio, match, seats)


@router.post("/m/{key}/resign")
def resign(request: Request, key: Key, later: BackgroundTasks) -> dict[str, Any]:
    """Give the match up."""
    studio = studio_of(request)
    match, seats = studio.matches.linked(key)
    ended = tables.resign(studio, match.id, seats)
    later.add_task(take_in, studio, match.id)
    return told_to(studio, ended, seats)


@router.post("/m/{key}/undo")
def take_back(request: Request, key: Key, later: BackgroundTasks) -> dict[str, Any]:
    """Go back to one's last decision, where nobody else plays."""
    studio = studio_of(request)
    match, seats = studio.matches.linked(key)
    back = tables.take_back(studio, match.id, seats)
    if match.over:
        later.add_task(take_in, studio, match.id)
    return told_to(studio, back, seats)


@router.post("/m/{key}/again")
def play_again(request: Request, key: Key, later: BackgroundTasks) -> dict[str, Any]:
    """Another match at the same table, everybody one seat further; the links stay the same."""
    studio = studio_of(request)
    match, _ = studio.matches.linked(key)
    tables.play_again(studio, match.id)
    following, seats = studio.matches.linked(key)
    later.add_task(after_a_move, studio, following.id)
    return told_to(studio, following, seats)


@router.post("/m/{key}/answers")
def answer(request: Request, key: Key, answers: SentAnswers, later: BackgroundTasks) -> dict[str, Any]:
    """Say something about a match; nobody has to."""
    studio = studio_of(request)
    match, seats = studio.matches.linked(key)
    words = tables.answer(studio, match.id, seats, answers.given())
    if words.over:
        later.add_task(take_in, studio, match.id)
    return told_to(studio, words, seats)


@router.get("/m/{key}/events", response_class=Response)
async def events(request: Request, key: Key) -> Response:
    """The match as an event whenever something happens at its table (server-sent events)."""
    studio = studio_of(request)
    match, seats = await run_in_threadpool(studio.matches.linked, key)
    return stream(_events(request, studio, key, match.id, seats))


def _created_by(studio: Studio, key: str) -> dict[str, Any]:
    match, seats = studio.matches.linked(key)
    return told_to(studio, match, seats)


async def _events(request: Request, studio: Studio, key: str, id: str, seats: tuple[int, ...]) -> AsyncIterator[str]:
    """What happens at a table; a page that hears of the next match opens it and listens anew."""
    topic = tables.topic(id)
    studio.presence.come(topic, seats)
    studio.notifier.notify(topic)
    last = None
    try:
        while not await request.is_disconnected():
            news = asyncio.ensure_future(studio.notifier.news(topic, HEARTBEAT_SECONDS))
            await asyncio.sleep(0)  # who waits is on the list before the match is read, so that nothing is missed
            try:
                described = await run_in_threadpool(_created_by, studio, key)
            except NoSuchMatch:
                news.cancel()
                yield event("gone", "")
                return
            yield event("match", described) if described != last else ": still here\n\n"
            last = described
            await news
    finally:
        studio.presence.go(topic, seats)
        studio.notifier.notify(topic)
