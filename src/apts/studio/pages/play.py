"""Where somebody sits: the page of a seat has an address that is no right to anything, so that it can be copied and shown.

The right is the link. It is kept in a cookie that is sent to this one page; the links of the other seats, for who made the
table, are kept in the same way.
"""

from __future__ import annotations

import ipaddress
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from fastapi import APIRouter, BackgroundTasks, Request
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, RedirectResponse, Response

from apts.errors import AptsError
from apts.publish.game_page import inside_markup
from apts.studio.frame.chosen_game import problems_data, sheet_of
from apts.studio.frame.rendering import page, settings_among, settings_in, with_settings, words_for
from apts.studio.frame.studio import Studio, studio_of, text_of
from apts.studio.pages.session import remember, visitor, visitor_or_new
from apts.studio.play.kept_matches import SentRecord, begin_keeping, keep, kept_record, take_in
from apts.studio.play.page_data import (
    agent_names,
    agent_of_one_position,
    archived_start,
    published_game,
    sitter_names,
    texts,
)
from apts.studio.play.tables import LINK, ME, let_agents_move, set_table, table_data
from apts.studio.security.authentication import SEAT_COOKIE
from apts.studio.settings import LOOPBACK_NAMES
from apts.studio.store.game_store import StoredGame
from apts.studio.store.matches import LONGEST_NICKNAME, NoSuchMatch, Person, StudioMatch, match_id_in
from apts.studio.workers.pool import Busy, Refused

LINKS_COOKIE = "apts_links"
_LASTS = 90 * 24 * 3600


def seat_address(key: str, seats: Sequence[int]) -> str:
    """The page of the seat of a link; ``seats`` are those that it has at its first match."""
    return f"/m/at/{match_id_in(key)}/{seats[0]}"


def first_seats(request: Request, key: str) -> tuple[int, ...]:
    """The seats of a link at its first match: a table that goes on with another match changes them, not its pages."""
    return studio_of(request).matches.match(match_id_in(key)).seats_of(key)


def give_seat(
    request: Request, answer: Response, key: str, seats: Sequence[int], others: Mapping[int, str] | None = None
) -> Response:
    """Let the browser keep the link of its seat, and those of others that it is to send on."""
    kept = {SEAT_COOKIE: key}
    if others:
        kept[LINKS_COOKIE] = ".".join(f"{seat}.{other}" for seat, other in others.items())
    for name, value in kept.items():
        answer.set_cookie(
            name, value, max_age=_LASTS, path=seat_address(key, seats), httponly=True, samesite="lax",
            secure=studio_of(request).settings.secure,
        )  # fmt: skip
    return answer


def seat_key(request: Request) -> str | None:
    """The link whose seat this page is."""
    return request.cookies.get(SEAT_COOKIE)


def invitations(request: Request, match: StudioMatch, joined: Sequence[bool]) -> list[dict[str, Any]]:
    """The links that are still to be sent on: those of seats that nobody has taken."""
    parts = request.cookies.get(LINKS_COOKIE, "").split(".")
    pairs = [(seat, key) for seat, key in zip(parts[::2], parts[1::2], strict=False) if seat.isdecimal()]
    return [
        {"seat": int(seat), "link": f"{address_of_studio(request)}m/{key}"}
        for seat, key in pairs
        if int(seat) in match.seats_of(key) and not joined[int(seat) - 1]
    ]


def address_of_studio(request: Request) -> str:
    """The address by which who asks has reached the studio."""
    found = str(request.base_url)
    return found.replace("http://", "https://", 1) if studio_of(request).settings.secure else found


def reach_warning(request: Request) -> dict[str, str] | None:
    """Why nobody elsewhere could open a link, and what to do, perhaps with a command; None where they can."""
    host = request.url.hostname or ""
    if not _is_loopback(host):
        return None
    settings, message = studio_of(request).settings, words_for(request)
    if settings.hosts:
        return {"told": message("play.link_other_name", host=host, names=", ".join(settings.hosts)), "command": ""}
    if not settings.local:
        return {"told": message("play.link_other_address", host=host), "command": ""}
    return {
        "told": message("play.link_only_here"),
        "command": f"{_own_program()} studio --host 0.0.0.0 --password-file {message('play.file')}",
    }


def _own_program() -> str:
    """How the studio was started, for who is to start it again in the same folder."""
    started = Path(sys.argv[0])
    if started.name not in ("apts", "apts.exe") or len(started.parts) < 2:
        return "apts"
    on_the_path = shutil.which(started.name)
    if on_the_path is not None and Path(on_the_path).resolve() == started.resolve():
        return started.name
    with suppress(ValueError):
        return shlex.quote(str(started.absolute().relative_to(Path.cwd())))
    return shlex.quote(str(started))


def _is_loopback(host: str) -> bool:
    if host in LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


# ----------------------------------------------------------------------------------------------------------------
# Playing a game: on the board in the browser, which tells the studio after every move; and setting up a table.

router = APIRouter()

Settings = dict[str, str | int | bool]


class Begun(BaseModel):
    """A match that a page has begun: the rules it plays with, and its record."""

    version: int | None = None
    settings: Settings = Field(default_factory=dict, max_length=200)
    record: SentRecord


class RequestBody(BaseModel):
    """A position in which an agent of the server is to decide."""

    version: int | None = None
    settings: Settings = Field(default_factory=dict, max_length=200)
    agent: str = Field(max_length=200)
    seed: str = Field(pattern="^-?[0-9]{1,19}$")
    moves: list[str] = Field(max_length=20_000)


@router.get("/games/{id}/play")
def play(request: Request, id: str, version: int | None = None) -> Response:
    """The board of a game, filling the screen; or who shall sit where, for a game that browsers cannot play."""
    studio, query = studio_of(request), dict(request.query_params)
    match = _kept_match(studio, id, query)
    game = studio.game_store.game(id, match.version if match is not None else version)
    settings = dict(match.settings) if match is not None else settings_in(request)
    language = words_for(request).language
    try:
        data = published_game(studio, game, settings, language, query.get("opponent"))
    except Refused as problem:
        return _broken(request, game, problem)
    if data is None or (match is not None and match.sealed):
        if match is not None:
            return _replay(request, game, f"/games/{id}/people", f"/games/{id}/matches/{match.id}")
        return _set_up(request, game, settings, ME, "level:club")
    start = archived_start(studio, query) if match is None else {"seed": None, "moves": None}
    person = visitor(request)
    table = {
        "kind": "own",
        "game": id,
        "version": game.version,
        "settings": settings,
        "start": start,
        "address": address_of_rules(id, settings, version if match is None else match.version),
        "opponent": query.get("opponent"),
        "match": None if match is None else _opened(request, match, person),
        "keeps": True,
        "person": None if person is None else person.nickname,
        "longest": LONGEST_NICKNAME,
    }
    return board_page(
        request,
        game.name,
        {**data, "start": start},
        table,
        back=f"/games/{id}",
        invite=with_settings(f"/games/{id}/invite", settings),
        note=words_for(request)("play.added", game=game.name) if game.own and query.get("done") == "added" else "",
    )


def _broken(request: Request, game: StoredGame, problem: Refused) -> Response:
    """What is wrong with the rules of a game, with the way to the editor; any other problem is told as it is."""
    try:
        sheet_of(studio_of(request), game)
    except Busy:
        raise
    except Refused as mistake:
        problems = problems_data(mistake, words_for(request))
        return page(request, "game/broken.html", game=game, tab="play", problems=problems, kept="", status=400)
    raise problem


def _opened(request: Request, match: StudioMatch, person: Person | None) -> dict[str, Any]:
    """A kept match as the page opens it; one that is over, or somebody else's, is only looked at."""
    own = person is not None and person.id in match.sitters and not match.shared
    names = sitter_names(match, studio_of(request).people.nicknames(match.sitters), words_for(request))
    return {
        "id": match.id, "record": kept_record(match), "seen": match.over or not own, "own": own, "names": names,
        "answered": bool(match.record.get("answers")),
    }  # fmt: skip


def address_of_rules(game: str, settings: Mapping[str, Any], version: int | None) -> str:
    """The board of a game with some rules, and with nothing of any match."""
    return with_settings(f"/games/{game}/play", settings, version=version)


def look_at(request: Request, match: StudioMatch, back: str, positions: str) -> Response:
    """The page on which a match is looked at by who may not change anything."""
    studio = studio_of(request)
    game = studio.game_store.game(match.game, match.version)
    data = published_game(studio, game, match.settings, words_for(request).language)
    if data is None or match.sealed:
        return _replay(request, game, back, positions)
    table = {
        "kind": "own", "game": match.game, "version": match.version, "settings": match.settings, "keeps": False,
        "start": {"seed": None, "moves": None}, "match": _opened(request, match, None), "person": "",
        "address": address_of_rules(match.game, match.settings, match.version),
        "longest": LONGEST_NICKNAME,
    }  # fmt: skip
    return board_page(request, game.name, {**data, "elsewhere": []}, table, back=back)


def board_page(
    request: Request,
    title: str,
    data: Mapping[str, Any],
    table: Mapping[str, Any],
    *,
    back: str,
    invite: str | None = None,
    note: str = "",
) -> Response:
    """The page of a board: ``data`` is the published game or the texts alone, ``table`` what the studio adds."""
    return page(
        request, "play/board.html", title=title, published=inside_markup(data), table=inside_markup(table), back=back,
        invite=invite, note=note,
    )  # fmt: skip


def _kept_match(studio: Studio, id: str, query: Mapping[str, str]) -> StudioMatch | None:
    """The match of the studio that an address names."""
    if "match" not in query or "from" in query:
        return None
    match = studio.matches.match(query["match"])
    if match.game != id:
        raise NoSuchMatch(f"this match was played with another game: {match.title}")
    return match


def _replay(request: Request, game: StoredGame, back: str, positions: str) -> Response:
    """A match to be looked at that browsers cannot play, or that people still play: they get no help from looking."""
    table = {"kind": "seen", "address": positions}
    data = {"texts": texts(), "language": words_for(request).language}
    return board_page(request, game.name, data, table, back=back)


def _set_up(request: Request, game: StoredGame, settings: Settings, first: str, others: str) -> Response:
    studio = studio_of(request)
    about = studio.workers.remembered("game_summary", game=text_of(game, settings))
    names = [about["seats"][seat] if seat < len(about["seats"]) else "" for seat in range(about["players"])]
    return page(
        request, "play/set_up.html", game=game, tab="play", settings=settings, seats=names,
        agents=agent_names(studio, game, text_of(game, settings), words_for(request)), person=visitor(request),
        longest=LONGEST_NICKNAME,
        chosen=[first if seat == 0 else others for seat in range(len(names))], hidden=bool(about["hidden"]),
        notice=about["notice"], many=len(names) > 1,
    )  # fmt: skip


@router.get("/games/{id}/invite")
def set_up(request: Request, id: str, version: int | None = None) -> Response:
    """Who shall sit where: I, somebody with a link, agents of the server."""
    game = studio_of(request).game_store.game(id, version)
    try:
        return _set_up(request, game, settings_in(request), ME, LINK)
    except Refused as problem:
        return _broken(request, game, problem)


@router.post("/games/{id}/invite")
async def make_table(request: Request, id: str) -> Response:
    """Begin a match with links."""
    form = {name: str(value) for name, value in (await request.form()).items()}
    return await run_in_threadpool(_made_table, request, id, form)


def _made_table(request: Request, id: str, form: Mapping[str, str]) -> Response:
    studio = studio_of(request)
    version = form.get("version", "")
    game = studio.game_store.game(id, int(version[:12]) if version.isdecimal() else None)
    wanted = [form[name] for name in sorted((name for name in form if name.startswith("seat.")), key=_seat_number)]
    person, secret = visitor_or_new(request, form.get("nickname", "")) if ME in wanted else (None, None)
    try:
        match, keys = set_table(studio, game, wanted, person, settings_among(form.items()))
    except AptsError:
        if person is not None and secret is not None:  # somebody new, whose browser was told nothing yet
            studio.people.remove(person.id)
        raise
    let_agents_move_later = BackgroundTasks()
    let_agents_move_later.add_task(let_agents_move, studio, match.id)
    others = {seat: key for seat, key in keys.items() if wanted[seat - 1] == LINK}
    own = next((key for seat, key in keys.items() if wanted[seat - 1] == ME), None)
    if own is None:
        return page(
            request, "play/links.html", game=game, tab="play", links=others, address=address_of_studio(request),
            warning=reach_warning(request),
        )  # fmt: skip
    seats = match.seats_of(own)
    answer = RedirectResponse(seat_address(own, seats), status_code=303)
    answer.background = let_agents_move_later
    return remember(request, give_seat(request, answer, own, seats, others), secret)


def _seat_number(name: str) -> int:
    number = name.removeprefix("seat.")
    if not number.isdecimal():
        raise AptsError(f"{name[:40]!r} is not a seat")
    return int(number)


@router.post("/games/{id}/matches")
def begin_match(request: Request, id: str, begun: Begun, later: BackgroundTasks) -> Response:
    """Keep a match that a page has begun."""
    studio, person = studio_of(request), visitor(request)
    if person is None:
        return JSONResponse({"id": None})
    game = studio.game_store.game(id, begun.version)
    match = begin_keeping(studio, game, begun.settings, begun.record, person)
    return _kept(studio, match, was_over=False, later=later)


@router.put("/games/{id}/matches/{match}")
def keep_match(request: Request, id: str, match: str, record: SentRecord, later: BackgroundTasks) -> Response:
    """Keep a match as it is after a move."""
    studio = studio_of(request)
    before = studio.matches.match(match)
    if before.game != id or before.shared:
        raise NoSuchMatch("this match cannot be changed here")
    return _kept(studio, keep(studio, match, record), was_over=before.over, later=later)


def _kept(studio: Studio, match: StudioMatch, *, was_over: bool, later: BackgroundTasks) -> Response:
    if match.over or was_over:
        later.add_task(take_in, studio, match.id)
    return JSONResponse({"id": match.id}, background=later)


@router.get("/games/{id}/matches/{match}/positions")
def match_positions(request: Request, id: str, match: str) -> Response:
    """Every position of a match, drawn, for a game that browsers cannot play."""
    studio = studio_of(request)
    found = studio.matches.match(match)
    if found.game != id:
        raise NoSuchMatch("this match was played with another game")
    return drawn_positions(studio, found)


def drawn_positions(studio: Studio, found: StudioMatch) -> Response:
    """Every position of a match, drawn."""
    game = text_of(studio.game_store.game(found.game, found.version), found.settings)
    drawn = studio.workers.ask("positions", game=game, moves=found.moves, seed=found.seed, sealed=found.sealed)
    return JSONResponse(
        {"told": {**table_data(studio, found, ()), "alone": False, "answered": True}, "positions": drawn}
    )


@router.post("/games/{id}/best")
def decide(request: Request, id: str, body: RequestBody) -> Response:
    """The move of an agent that the browser cannot play, or need not."""
    studio = studio_of(request)
    game = studio.game_store.game(id, body.version)
    decided = studio.workers.ask(
        "best", game=text_of(game, body.settings), agent=agent_of_one_position(studio, game, body.agent),
        moves=body.moves, seed=int(body.seed), agent_seed=int(body.seed) + len(body.moves),
    )  # fmt: skip
    return JSONResponse({"move": decided["move"]})


@router.post("/games/{id}/tree")
def search_tree(request: Request, id: str, body: RequestBody) -> Response:
    """The search tree of a position as a picture."""
    studio = studio_of(request)
    game = text_of(studio.game_store.game(id, body.version), body.settings)
    return JSONResponse(studio.workers.ask("tree", game=game, moves=body.moves, seed=int(body.seed)))
