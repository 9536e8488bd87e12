"""People: their matches, how they stand, what they said, and what they do that agents do not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, BackgroundTasks, Form, Request
from starlette.responses import RedirectResponse, Response

from apts.studio.frame.known_runs import KnownRuns
from apts.studio.frame.rendering import page, words_for
from apts.studio.frame.studio import studio_of, text_of
from apts.studio.play.kept_matches import imported_counts, imported_matches, remove_imported, take_in_waiting
from apts.studio.play.page_data import sitter_names, standings
from apts.studio.play.tables import remove_everywhere
from apts.studio.store.matches import NoSuchMatch
from apts.studio.words import describe_agent
from apts.studio.workers.pool import Refused

router = APIRouter()

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
