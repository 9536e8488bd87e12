"""Links of players: each is the right to play one match; and what somebody can do with their own matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, BackgroundTasks, Form, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from apts.studio.frame.known_runs import KnownRuns
from apts.studio.frame.rendering import page, words_for
from apts.studio.frame.studio import studio_of, text_of
from apts.studio.pages.play import (
    address_of_rules,
    address_of_studio,
    board_page,
    drawn_positions,
    first_seats,
    give_seat,
    invitations,
    look_at,
    reach_warning,
    seat_address,
    seat_key,
)
from apts.studio.pages.session import remember, visitor, visitor_or_new
from apts.studio.play.kept_matches import imported_counts, imported_matches, remove_imported, take_in_waiting
from apts.studio.play.page_data import published_game, sitter_names, standings, texts
from apts.studio.play.tables import (
    delete_for,
    has_joined,
    join,
    joined_seats,
    leave,
    let_agents_move,
    others_of,
    remove_everywhere,
    table_data,
    waits_for_agent,
)
from apts.studio.security.authentication import PERSON_COOKIE
from apts.studio.store.matches import LONGEST_NICKNAME, NoSuchMatch, StudioMatch
from apts.studio.words import describe_agent
from apts.studio.workers.pool import Refused

router = APIRouter()


@router.get("/m/me")
def my_matches(request: Request) -> Response:
    """What the studio keeps of who asks."""
    studio, person = studio_of(request), visitor(request)
    found = () if person is None else studio.matches.listed(person=person.id, most=500)
    shared = {match.id for match in found if person is not None and others_of(match, person.id)}
    requested = {match.id for match in found if person is not None and person.id in match.record.get("deleting", ())}
    return page(
        request, "people/me.html", person=person, matches=found, longest=LONGEST_NICKNAME, shared=shared, asked=requested,
        may_begin=person is not None or request.state.designer,
    )  # fmt: skip


@router.post("/m/me")
def agree(request: Request, nickname: Annotated[str, Form(max_length=200)] = "") -> Response:
    """Agree that matches are kept, under a nickname or none; or change it. Nothing is kept of who has nothing to play."""
    by_script = "application/json" in request.headers.get("accept", "")
    if visitor(request) is None and not request.state.designer:
        sentence = words_for(request)("people.link_first")
        if by_script:
            return JSONResponse({"detail": sentence}, status_code=403)
        return page(request, "mistake.html", status=403, sentence=sentence, again=None, missing=False)
    person, secret = visitor_or_new(request, nickname)
    if by_script:
        named = studio_of(request).people.person(person.id)
        return remember(request, JSONResponse({"nickname": named.nickname if named else ""}), secret)
    return remember(request, RedirectResponse("/m/me", status_code=303), secret)


@router.get("/m/me/matches/{match}")
def look_at_one(request: Request, match: str) -> Response:
    """A match that one has played, move by move."""
    return look_at(request, _own_match(request, match), "/m/me", f"/m/me/matches/{match}")


@router.get("/m/me/matches/{match}/positions")
def positions_of_one(request: Request, match: str) -> Response:
    """The same, drawn by the studio."""
    return drawn_positions(studio_of(request), _own_match(request, match))


@router.post("/m/me/matches/{match}/delete")
def delete_one(request: Request, match: str) -> Response:
    """Delete a match that one has played; designers delete it at once, others what nobody else plays any more."""
    studio, found, person = studio_of(request), _own_match(request, match), visitor(request)
    if request.state.designer or person is None:
        remove_everywhere(studio, found.id)
    else:
        delete_for(studio, found, person.id)
    return RedirectResponse("/m/me", status_code=303)


def _own_match(request: Request, id: str) -> StudioMatch:
    person, match = visitor(request), studio_of(request).matches.match(id)
    if person is None or person.id not in match.sitters:
        raise NoSuchMatch("this is not one of your matches")
    return match


@router.post("/m/me/delete")
def delete_all(request: Request) -> Response:
    """Forget who asks with all their matches; those of others stay with them, without a name."""
    studio, person = studio_of(request), visitor(request)
    if person is not None:
        while found := studio.matches.listed(person=person.id, most=200):
            for match in found:
                leave(studio, match, person.id)
        studio.people.remove(person.id)
    answer = RedirectResponse("/m/me", status_code=303)
    answer.delete_cookie(PERSON_COOKIE)
    return answer


@router.get("/m/{key}")
def follow_link(request: Request, key: str) -> Response:
    """The way to the table of a link; whoever comes for the first time is asked for a nickname."""
    match, seats = studio_of(request).matches.linked(key)
    if has_joined(match, seats):
        return _to_the_seat(request, key)
    return page(request, "play/join.html", match=match, key=key, person=visitor(request), longest=LONGEST_NICKNAME)


def _to_the_seat(request: Request, key: str) -> Response:
    """Lead somebody with a link to its seat; the link itself does not stay in the address bar."""
    seats = first_seats(request, key)
    return give_seat(request, RedirectResponse(seat_address(key, seats), status_code=303), key, seats)


@router.get("/m/at/{id}/{seat}")
def table(request: Request, later: BackgroundTasks) -> Response:
    """The table, for the browser that has the link of this seat; its address alone is no right to anything."""
    studio, key = studio_of(request), seat_key(request)
    if key is None:
        return page(request, "play/no_seat.html", status=404)
    match, seats = studio.matches.linked(key)
    if waits_for_agent(match):
        later.add_task(let_agents_move, studio, match.id)
    game = studio.game_store.game(match.game, match.version)
    language = words_for(request).language
    data = published_game(studio, game, match.settings, language)
    shown = {
        "kind": "drawn" if data is None or match.record.get("lots") == [] else "shared",
        "address": f"/api/m/{key}",
        "board": address_of_rules(match.game, match.settings, match.version),
        "link": f"{address_of_studio(request)}m/{key}",
        "match": table_data(studio, match, seats),
        "invitations": invitations(request, match, joined_seats(match)),
        "warning": reach_warning(request),
    }
    facts = {"texts": texts(), "language": language}
    back = f"/games/{match.game}" if request.state.designer else ""
    answer = board_page(request, match.title, data or facts, shown, back=back)
    answer.background = later
    return answer


@router.post("/m/{key}/join")
def come_to_the_table(request: Request, key: str, nickname: Annotated[str, Form(max_length=200)] = "") -> Response:
    """Take the seat of a link."""
    studio = studio_of(request)
    match, seats = studio.matches.linked(key)
    if has_joined(match, seats):
        return _to_the_seat(request, key)
    person, secret = visitor_or_new(request, nickname)
    join(studio, match, seats, person)
    return remember(request, _to_the_seat(request, key), secret)


# ----------------------------------------------------------------------------------------------------------------
# People: their matches, how they stand, what they said, and what they do that agents do not.

_LISTED = 50
_FIGURE_SECONDS = 60.0


@router.get("/people")
def all_people(request: Request, later: BackgroundTasks) -> Response:
    """All games that people have played, and the last matches."""
    studio = studio_of(request)
    later.add_task(take_in_waiting, studio)
    recent = studio.matches.listed(most=_LISTED)
    names = studio.people.nicknames(sitter for match in recent for sitter in match.sitters)
    message = words_for(request)
    imported = imported_counts(studio)
    games = {id: (title, count, ended, 0) for id, (title, count, ended) in studio.matches.counts().items()}
    for id, (title, count) in imported.items():
        title, own, ended, _ = games.get(id, (title, 0, 0, 0))
        games[id] = (title, own + count, ended + count, count)
    answer = page(
        request, "people/index.html", games=games, matches=recent,
        sitters={match.id: sitter_names(match, names, message) for match in recent},
    )  # fmt: skip
    answer.background = later
    return answer


@router.get("/games/{id}/people")
def people_of(request: Request, id: str, after: int = 0) -> Response:
    """The matches of people with one game."""
    studio = studio_of(request)
    game = studio.game_store.game(id)
    listed = studio.matches.listed(game=id, most=_LISTED + 1, after=max(0, after))
    names = studio.people.nicknames(sitter for match in listed for sitter in match.sitters)
    message = words_for(request)
    imported = [(one, one.sitters(message)) for one in imported_matches(studio, id, _LISTED)]
    return page(
        request, "people/game.html", game=game, tab="people", matches=listed[:_LISTED], imported=imported,
        imported_count=imported_counts(studio).get(id, ("", 0))[1],
        sitters={match.id: sitter_names(match, names, message) for match in listed}, after=max(0, after),
        more=len(listed) > _LISTED, step=_LISTED,
    )  # fmt: skip


@router.get("/games/{id}/people/figures")
def figures(request: Request, id: str) -> Response:
    """What people's matches show beside those of agents, as a part of the page: it is worked out by a worker."""
    studio = studio_of(request)
    game = text_of(studio.game_store.game(id))
    sentence, seen = "", None
    take_in_waiting(studio)
    try:
        seen = studio.workers.ask(
            "people_beside", seconds=_FIGURE_SECONDS, game=game, archive=studio.settings.archive_place
        )
    except Refused as problem:
        sentence = str(problem)
    rated = standings(studio.matches.results(id))
    names = studio.people.nicknames(one.person for one in rated)
    return page(
        request, "people/figures.html", seen=seen, sentence=sentence, id=id, rated=rated, names=names,
        called=_called(request), beside=KnownRuns(studio).run(seen["run"]) if seen and seen["run"] else None,
    )  # fmt: skip


def _called(request: Request) -> Callable[[str], str]:
    """How agents are called on a page."""
    message = words_for(request)
    return lambda spec: describe_agent(spec, message)


@router.post("/games/{id}/people/imported/delete")
def delete_imported(
    request: Request, id: str, run: Annotated[str, Form()], number: Annotated[int, Form(ge=1)]
) -> Response:
    """Delete a match that was imported."""
    remove_imported(studio_of(request), id, run, number)
    return RedirectResponse(f"/games/{id}/people", status_code=303)


@router.post("/games/{id}/people/{match}/delete")
def delete_match(request: Request, id: str, match: str) -> Response:
    """Delete a match, here and in the archive."""
    studio = studio_of(request)
    if studio.matches.match(match).game != id:
        raise NoSuchMatch("this match was played with another game")
    remove_everywhere(studio, match)
    return RedirectResponse(f"/games/{id}/people", status_code=303)
