"""The first page: all games with their boards, searched and filtered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import PurePath
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Request, UploadFile
from starlette.responses import RedirectResponse, Response

from apts.errors import AptsError
from apts.games.catalogue import DEFAULT_TEMPLATE, description_in, draft_text, plain_title, templates
from apts.studio.assets import asset_text, shipped_board
from apts.studio.frame.rendering import Settings, as_sentence, is_part, page, settings_in, words_for
from apts.studio.frame.studio import Studio, studio_of, text_of
from apts.studio.store.game_store import NoSuchGame, StoredGame
from apts.studio.uploaded_text import check_rules_file, check_rules_text
from apts.studio.workers.pool import Refused

router = APIRouter()

OWN, LIBRARY = "own", "library"
_PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


@dataclass(frozen=True)
class GameCard:
    """A game in the list; ``players`` are all numbers it is for, ``shared_name`` tells that another one is called so too."""

    id: str
    name: str
    board: str
    players: tuple[int, ...]
    kind: str
    description: str
    changed: str = ""
    versions: int = 0
    made_of: str = "text"
    shared_name: bool = False
    language: str = "en"


@dataclass(frozen=True)
class Filters:
    """What somebody looks for; what is empty is not asked for. ``players`` is a number as text, for it comes from a form."""

    words: str = ""
    kind: str = ""
    players: str = ""
    whose: str = ""

    @property
    def any(self) -> bool:
        """Whether something is asked for."""
        return bool(self.words.strip() or self.kind or self.players or self.whose)

    def fit(self, card: GameCard, whose: str) -> bool:
        """Whether a game is looked for: every word stands in its name, its kind or the line about it."""
        text = f"{card.name} {card.id} {card.kind} {card.description}".casefold()
        return (
            all(word in text for word in self.words.casefold().split())
            and self.kind in ("", card.kind)
            and (not self.players or self.players in map(str, card.players))
            and self.whose in ("", whose)
        )


@router.get("/")
def all_games(request: Request, q: str = "", kind: str = "", players: str = "", whose: str = "") -> Response:
    """All games, or those that are looked for."""
    studio = studio_of(request)
    wanted = Filters(q, kind, players, whose)
    language = words_for(request).language
    own, library = own_cards(studio, language), library_cards(studio, language)
    every = marked([*own, *library])
    own, library = every[: len(own)], every[len(own) :]
    return page(
        request,
        "library/games.html" if is_part(request) else "library/index.html",
        filters=wanted,
        own=[card for card in own if wanted.fit(card, OWN)],
        library=[card for card in library if wanted.fit(card, LIBRARY)],
        has_own=bool(own),
        kinds=sorted({card.kind for card in every} - {""}),
        numbers=sorted({number for card in every for number in card.players}),
    )


def library_cards(studio: Studio, language: str = "en") -> list[GameCard]:
    """The games of the library."""
    lines = {one.name: description_in(one.description, language) for one in studio.game_store.library()}
    return [
        GameCard(
            one.name,
            one.title,
            f"/games/{one.name}/board.svg",
            one.players,
            one.kind,
            lines[one.name].text,
            made_of=one.made_of,
            language=lines[one.name].language,
        )
        for one in studio.game_store.library()
    ]


def own_cards(studio: Studio, language: str = "en") -> list[GameCard]:
    """The own games; what their texts say of them is read by a worker and remembered."""
    found = []
    for one in studio.game_store.own():
        words = _game_texts(studio, one.id)
        board = f"/games/{one.id}/board.svg?version={one.versions}"
        players, line = tuple(words["players"]), description_in(words["description"], language)
        found.append(
            GameCard(
                one.id, one.name, board, players, words["kind"], line.text, one.changed, one.versions,
                language=line.language,
            )
        )  # fmt: skip
    return found


def _game_texts(studio: Studio, id: str) -> Mapping[str, Any]:
    """What the text of an own game says of itself; nothing where all workers are busy, for the list does not wait."""
    try:
        found: Mapping[str, Any] = studio.workers.remembered("summary", rules=studio.game_store.game(id).rules)
    except AptsError:
        return {"players": (), "kind": "", "description": ""}
    return found


def marked(cards: Sequence[GameCard]) -> list[GameCard]:
    """The cards, those that share their name with another game with what tells them apart."""
    often = Counter(card.name for card in cards)
    return [replace(card, shared_name=often[card.name] > 1) for card in cards]


@router.get("/games/new/board.svg")
def board_of_template(request: Request, template: str = DEFAULT_TEMPLATE) -> Response:
    """The board of a template; an address of its own, so it stands before those of games."""
    shipped = shipped_board(f"templates/{template}")
    if shipped is not None:
        return picture(shipped)
    game = {"id": "template", "rules": draft_text(template, "My Game"), "settings": {}}
    return picture(studio_of(request).workers.remembered("board", game=game)["svg"])


@router.get("/games/{id}/board.svg")
def board_picture(request: Request, id: str, version: int | None = None) -> Response:
    """The board of a game at its start; a sign in place of it where the text has mistakes."""
    studio = studio_of(request)
    try:
        game = studio.game_store.game(id, version)
    except NoSuchGame:
        if "application/json" in request.headers.get("accept", ""):
            raise
        return picture(asset_text("no-board.svg"), 404)
    settings = settings_in(request)
    if not game.own and not settings and (shipped := shipped_board(game.id)) is not None:
        return picture(shipped)
    try:
        drawn = studio.workers.remembered("board", game=text_of(game, settings))["svg"]
    except Refused:
        if not game.own:
            raise
        drawn = asset_text("no-board.svg")
    return picture(drawn)


def picture(drawn: str | bytes | None, status: int = 200) -> Response:
    """A drawing as an answer that cannot run anything."""
    headers = {"Cache-Control": "private, max-age=300", "Content-Security-Policy": _PICTURE_POLICY}
    return Response(drawn, status, media_type="image/svg+xml", headers=headers)


# ----------------------------------------------------------------------------------------------------------------
# A new game: from a template, as a copy of another game, or from a rules file.

TEMPLATE, COPY, FILE = "template", "copy", "file"
_TITLE = re.compile(r'(\(\s*game\s+")((?:\\"|[^"\n])*)(")')


@router.get("/games/new")
def new_game_page(request: Request, copy: str = "") -> Response:
    """The page that offers all ways to begin."""
    return _offered(request, copied=copy)


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
