"""A new game: from a template, as a copy of another game, or from a rules file."""

from __future__ import annotations

import re
from functools import cache
from pathlib import PurePath
from typing import Annotated

from fastapi import APIRouter, File, Form, Request, UploadFile
from starlette.responses import RedirectResponse, Response

from apts.errors import AptsError
from apts.games.drafts import DEFAULT_TEMPLATE, draft_text, plain_title, templates
from apts.studio.assets import shipped_board
from apts.studio.frame.chosen_settings import Settings, settings_in
from apts.studio.frame.rendering import as_sentence, page, words_for
from apts.studio.frame.studio import Studio, studio_of, text_of
from apts.studio.pages.library import picture
from apts.studio.store.game_store import StoredGame
from apts.studio.uploaded_text import check_rules_file, check_rules_text

router = APIRouter()

TEMPLATE, COPY, FILE = "template", "copy", "file"
_TITLE = re.compile(r'(\(\s*game\s+")((?:\\"|[^"\n])*)(")')


@router.get("/games/new")
def new_game_page(request: Request, copy: str = "") -> Response:
    """The page that offers all ways to begin."""
    return _offered(request, copied=copy)


@router.get("/games/new/board.svg")
def board_of_template(request: Request, template: str = DEFAULT_TEMPLATE) -> Response:
    """The board of a template."""
    shipped = shipped_board(f"templates/{template}")
    if shipped is not None:
        return picture(shipped)
    game = {"id": "template", "rules": draft_text(template, "My Game"), "settings": {}}
    return picture(studio_of(request).workers.remembered("board", game=game)["svg"])


@router.post("/games/new")
def begin(
    request: Request,
    way: Annotated[str, Form()] = TEMPLATE,
    name: Annotated[str, Form()] = "",
    template: Annotated[str, Form()] = DEFAULT_TEMPLATE,
    copied: Annotated[str, Form()] = "",
    rules: Annotated[str, Form()] = "",
    file: Annotated[UploadFile | None, File()] = None,
) -> Response:
    """Put a new game in the store, and open it in the editor."""
    studio, message = studio_of(request), words_for(request)
    try:
        if way == COPY:
            game = studio.game_store.game(copied)
            made = copied_game(studio, game, name or message("library.copy_name", name=game.name))
        elif way == FILE:
            made = _from_file(studio, name, rules, file)
        else:
            title = plain_title(name) or message("library.usual_name")
            text = draft_text(template, title)
            made = studio.game_store.add(title, text, origin=f"template {template.strip().lower()}")
    except AptsError as problem:
        return _offered(
            request, status=400, way=way, mistake=as_sentence(problem), name=name, chosen=template, copied=copied,
            rules=rules[: studio.settings.costs.rules_bytes],
        )  # fmt: skip
    return RedirectResponse(f"/games/{made.id}/edit", status_code=303)


@router.post("/games/{id}/copy")
def copy_to_change(request: Request, id: str, version: int | None = None) -> Response:
    """Make a copy of a game, with the settings of the address written into its text, and open it in the editor."""
    studio = studio_of(request)
    game = studio.game_store.game(id, version)
    name = words_for(request)("library.copy_name", name=game.name)
    made = copied_game(studio, game, name, settings_in(request))
    return RedirectResponse(f"/games/{made.id}/edit", status_code=303)


def copied_game(studio: Studio, game: StoredGame, name: str, settings: Settings | None = None) -> StoredGame:
    """A copy of a game in the store, under a name of its own; settings are written into the text."""
    check_written(game)
    text = game.rules if not settings else settled_text(studio, game, settings)
    title = plain_title(name) or game.name
    return studio.game_store.add(title, with_title(text, title), origin=f"game {game.id}")


def check_written(game: StoredGame) -> None:
    """Refuse a game that is written in Python, for there is no rules text of it to change."""
    if game.made_of != "text":
        raise AptsError(f"{game.name} is written in Python, so there is no rules text of it to change")


def settled_text(studio: Studio, game: StoredGame, settings: Settings) -> str:
    """The text of a game with settings written into it."""
    check_written(game)
    return str(studio.workers.ask("settled", game=text_of(game, settings)))


def with_title(text: str, title: str) -> str:
    """A rules text with another title."""
    return _TITLE.sub(lambda found: f"{found[1]}{title}{found[3]}", text, count=1)


@cache
def _known_templates() -> dict[str, str]:
    """The templates; they do not change while the studio is open."""
    return templates()


def _from_file(studio: Studio, name: str, pasted: str, file: UploadFile | None) -> StoredGame:
    most = studio.settings.costs.rules_bytes
    sent = PurePath(file.filename) if file is not None and file.filename else None
    if file is not None and sent is not None:
        text = check_rules_file(file.file.read(most + 1), sent, most)
    else:
        text = check_rules_text(pasted, most)
    words = studio.workers.ask("summary", rules=text)["title"]
    title = plain_title(name) or words or (plain_title(sent.stem) if sent is not None else "") or "Game"
    text = with_title(text, title) if plain_title(name) else text
    return studio.game_store.add(title, text, origin=f"file {sent.name}" if sent is not None else "text")


def _offered(
    request: Request,
    *,
    status: int = 200,
    way: str = TEMPLATE,
    mistake: str | None = None,
    name: str = "",
    chosen: str = DEFAULT_TEMPLATE,
    copied: str = "",
    rules: str = "",
) -> Response:
    game_store = studio_of(request).game_store
    known = _known_templates()
    return page(
        request,
        "library/new.html",
        status=status,
        templates=known,
        games=[(one.id, one.name) for one in game_store.own()]
        + [(one.name, one.title) for one in game_store.library() if one.made_of == "text"],
        way=COPY if copied else way,
        mistake=mistake,
        name=name,
        chosen=chosen if chosen in known else DEFAULT_TEMPLATE,
        copied=copied,
        rules=rules,
    )
