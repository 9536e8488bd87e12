"""Games: the library and own ones, their sheets, versions and boards, and what is wrong with a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, status
from pydantic import Field
from starlette.responses import Response

from apts.errors import AptsError
from apts.games.catalogue import CatalogueEntry
from apts.studio.api.models import (
    Answer,
    GameId,
    Most,
    Note,
    RequestBody,
    RulesText,
    Searched,
    Settings,
    Skipped,
    Title,
    VersionQuery,
    media,
)
from apts.studio.assets import shipped_board
from apts.studio.frame.rendering import words_for
from apts.studio.frame.studio import Studio, studio_of, text_of
from apts.studio.security.middleware import PICTURE_POLICY
from apts.studio.store.game_store import OwnGame, StoredGame, Version
from apts.studio.words import shown_to
from apts.studio.workers.answers import GameText

# ----------------------------------------------------------------------------------------------------------------
# Games, their versions and their sheets, as requests and answers have them.


class GameLine(Answer):
    """A game in a list; what an own game is about is only known when its text is read, so it is empty there."""

    id: str
    name: str
    own: bool
    kind: str = ""
    description: str = ""
    players: list[int] = Field(default_factory=list, description="The numbers of players it is for.")
    versions: int | None = Field(default=None, description="How many versions an own game has.")

    @staticmethod
    def of_own(game: OwnGame) -> GameLine:
        """An own game."""
        return GameLine(id=game.id, name=game.name, own=True, versions=game.versions)

    @staticmethod
    def of_library(entry: CatalogueEntry) -> GameLine:
        """A game of the library."""
        return GameLine(
            id=entry.name, name=entry.title, own=False, kind=entry.kind, description=entry.description,
            players=list(entry.players),
        )  # fmt: skip


class GameList(Answer):
    """A part of the list of games, and how many there are in all."""

    games: list[GameLine]
    total: int


class NewGame(RequestBody):
    """A game to be put in the store."""

    name: Title
    rules: RulesText
    note: Note = ""


class NewVersion(RequestBody):
    """A text to be saved as the next version; a name renames the game."""

    rules: RulesText
    name: Title | None = None
    note: Note = ""


class SavedVersion(Answer):
    """What was saved, and under which number."""

    id: str
    name: str
    version: int


class VersionLine(Answer):
    """A version of an own game with its text."""

    number: int
    note: str
    created: str
    rules: str

    @staticmethod
    def of(version: Version, language: str) -> VersionLine:
        """A version of the store."""
        return VersionLine(
            number=version.number, note=shown_to(version.note, language), created=version.created, rules=version.rules
        )


class VersionList(Answer):
    """A part of the versions, and how many there are in all."""

    versions: list[VersionLine]
    total: int


class OptionItem(Answer):
    """A choice of an option."""

    label: str
    description: str


class Option(Answer):
    """An option of a game, and what is chosen."""

    heading: str
    chosen: str
    items: list[OptionItem]


class Tunable(Answer):
    """Something of the rules that can be turned; ``fixed`` says why not, where it cannot."""

    name: str
    path: str
    kind: str
    value: bool | int | float | str | None
    low: int | float | None = None
    high: int | float | None = None
    labels: list[str] = Field(default_factory=list)
    line: int | None = None
    column: int | None = None
    fixed: str | None = None


class Sentence(Answer):
    """A sentence of the rules in words; ``depth`` counts the lists that it stands in."""

    depth: int
    text: str


class Section(Answer):
    """A part of the rules in words."""

    heading: str
    items: list[Sentence]


class RulesWords(Answer):
    """The rules of a game in words."""

    title: str
    lead: str
    sections: list[Section]


class GameSheet(Answer):
    """A game: who it is for, what it says, what can be chosen and turned in it."""

    id: str
    version: int | None = Field(description="The version of an own game; null for games of the library.")
    name: str
    players: int
    seats: list[str]
    kind: str
    description: str
    chance: bool
    hidden: list[str] = Field(description="What hides something from seats.")
    words: RulesWords = Field(description="The rules in words.")
    rules: str
    rules_hash: str
    first_moves: int = Field(description="The number of legal moves at the start.")
    options: list[Option]
    tunables: list[Tunable]
    in_browser: bool = Field(description="Whether a browser can play it by itself.")


def sheet_answer(game: StoredGame, sheet: Mapping[str, Any], language: str) -> GameSheet:
    """The sheet of a game as an answer; its words are in the language of who asks, where they are told in it."""
    data = {name: sheet[name] for name in GameSheet.model_fields if name in sheet}
    words = sheet["words"].get(language, sheet["words"])
    turned = [{name: one[name] for name in Tunable.model_fields if name in one} for one in sheet["tunables"]]
    turned = [
        {**one, "name": known["names"].get(language, one["name"])}
        for one, known in zip(turned, sheet["tunables"], strict=True)
    ]
    options = [{name: one[name] for name in Option.model_fields} for one in sheet["options"]]
    own = {"id": game.id, "version": game.version, "rules": game.rules}
    return GameSheet(**{**data, **own, "words": _words(words), "tunables": turned, "options": options})


def _words(told: Mapping[str, Any]) -> RulesWords:
    sections = [
        Section(
            heading=section["heading"], items=[Sentence(depth=depth, text=text) for depth, text in section["items"]]
        )
        for section in told["sections"]
    ]
    return RulesWords(title=told["title"], lead=told["lead"], sections=sections)


class TextToCheck(RequestBody):
    """A rules text to be checked; ``matches`` random ones are played to find what it can hardly mean."""

    rules: RulesText
    settings: Settings = Field(default_factory=dict)
    matches: Annotated[int, Field(ge=0, le=200)] = 20
    drawn: Annotated[bool, Field(description="Whether the board is wanted as SVG.")] = False


class Mistake(Answer):
    """A mistake or a doubt with its place in the text."""

    kind: str | None = None
    message: str
    line: int | None = None
    column: int | None = None
    expected: list[str]
    nearest: list[str]


class Checked(Answer):
    """What was found in a text: mistakes where it is not right; warnings and notes where it is."""

    ok: bool
    name: str | None = None
    players: int | None = None
    message: str | None = Field(default=None, description="All mistakes as one text, with carets under them.")
    mistakes: list[Mistake] = Field(default_factory=list)
    warnings: list[Mistake] = Field(default_factory=list)
    notes: list[Mistake] = Field(default_factory=list)
    svg: str | None = None


def checked_answer(found: Mapping[str, Any], *, drawn: bool) -> Checked:
    """What the workers found as an answer."""
    if not found["ok"]:
        return Checked(
            ok=False, message=found["message"], mistakes=_mistakes(found["problems"])
        )  # fmt: skip
    return Checked(
        ok=True, name=found["name"], players=found["players"], warnings=_mistakes(found["warnings"]),
        notes=_mistakes(found["notes"]), svg=found["svg"] if drawn else None,
    )  # fmt: skip


def _mistakes(listed: list[Mapping[str, Any]]) -> list[Mistake]:
    return [Mistake(**{name: value for name, value in one.items() if name != "file"}) for one in listed]


router = APIRouter(tags=["games"])


@router.get("/games", summary="All games")
def list_games(
    request: Request,
    search: Searched = None,
    own: Annotated[bool | None, Query(description="Only own games, or only those of the library.")] = None,
    limit: Most = 200,
    offset: Skipped = 0,
) -> GameList:
    """Own games, the one that was changed last first, then those of the library."""
    game_store = studio_of(request).game_store
    lines = [GameLine.of_own(game) for game in game_store.own()] + [
        GameLine.of_library(entry) for entry in game_store.library()
    ]
    sought = (search or "").strip().casefold()
    found = [
        line
        for line in lines
        if (own is None or line.own == own) and (sought in line.name.casefold() or sought in line.id)
    ]
    return GameList(games=found[offset : offset + limit], total=len(found))


@router.post("/games", summary="A new game", status_code=status.HTTP_201_CREATED)
def create_game(request: Request, body: NewGame) -> SavedVersion:
    """Put a game in the store as version 1. The text is kept as it is, with its mistakes; `/api/check` tells them."""
    studio = studio_of(request)
    _take(studio, body.rules)
    return _saved(studio.game_store.add(body.name, body.rules, origin="api", note=body.note))


@router.get("/games/{id}", summary="A game")
def get_game(request: Request, id: GameId, version: VersionQuery = None) -> GameSheet:
    """All that is known of a game: its rules as text and in words, seats, options, what can be turned."""
    studio = studio_of(request)
    game = studio.game_store.game(id, version)
    sheet = studio.workers.remembered("game_summary", game=text_of(game))
    return sheet_answer(game, sheet, words_for(request).language)


@router.delete("/games/{id}", summary="Delete a game", status_code=204)
def delete_game(request: Request, id: GameId) -> None:
    """Delete an own game with all its versions; its runs stay."""
    studio_of(request).game_store.remove(id)


@router.get("/games/{id}/versions", summary="Versions of a game")
def list_versions(request: Request, id: GameId, limit: Most = 200, offset: Skipped = 0) -> VersionList:
    """All versions of an own game, the newest first; games of the library have none."""
    game_store = studio_of(request).game_store
    versions = game_store.versions(game_store.game(id).id)
    lines = [VersionLine.of(version, words_for(request).language) for version in versions[offset : offset + limit]]
    return VersionList(versions=lines, total=len(versions))


@router.post("/games/{id}/versions", summary="Save a version", status_code=201)
def save_version(request: Request, id: GameId, body: NewVersion) -> SavedVersion:
    """Save a new version of an own game; a text that is the newest already makes no new one."""
    studio = studio_of(request)
    _take(studio, body.rules)
    return _saved(studio.game_store.save(id, body.rules, name=body.name, note=body.note))


@router.get(
    "/games/{id}/board.svg",
    summary="The board of a game",
    response_class=Response,
    responses=media("image/svg+xml", "The board at the start, as SVG."),
)
def draw_board(request: Request, id: GameId, version: VersionQuery = None) -> Response:
    """The board at the start of a match, drawn."""
    studio = studio_of(request)
    game = studio.game_store.game(id, version)
    drawn = None if game.own else shipped_board(game.id)
    if drawn is None:
        drawn = studio.workers.remembered("board", game=text_of(game))["svg"]
    headers = {"Cache-Control": "private, max-age=300", "Content-Security-Policy": PICTURE_POLICY}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@router.post("/check", summary="Check a text")
def check_text(request: Request, body: TextToCheck) -> Checked:
    """What is wrong with a rules text, and what it can hardly mean; with places, in the sentences of `apts check`."""
    studio = studio_of(request)
    _take(studio, body.rules)
    game = GameText("text", body.rules, body.settings).as_data()
    found: dict[str, Any] = studio.workers.ask("check", game=game, matches=body.matches)
    return checked_answer(found, drawn=body.drawn)


def _take(studio: Studio, rules: str) -> None:
    most = studio.settings.costs.rules_bytes
    if len(rules.encode()) > most:
        raise AptsError(f"the rules text is longer than {most:,} bytes, which is the most that the studio accepts")


def _saved(game: StoredGame) -> SavedVersion:
    assert game.version is not None
    return SavedVersion(id=game.id, name=game.name, version=game.version)
