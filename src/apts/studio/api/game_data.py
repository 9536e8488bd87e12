"""Games, their versions and their sheets, as requests and answers have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from apts.games.catalogue import CatalogueEntry
from apts.studio.api.fields import Answer, Note, RequestBody, RulesText, Settings, Title
from apts.studio.store.game_store import OwnGame, StoredGame, Version
from apts.studio.stored_texts import shown_to


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
