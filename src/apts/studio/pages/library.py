"""The first page: all games with their boards, searched and filtered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from apts.errors import AptsError
from apts.games.descriptions import description_in
from apts.studio.assets import asset_text, shipped_board
from apts.studio.frame.chosen_settings import settings_in
from apts.studio.frame.rendering import is_part, page, words_for
from apts.studio.frame.studio import Studio, studio_of, text_of
from apts.studio.store.game_store import NoSuchGame
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
