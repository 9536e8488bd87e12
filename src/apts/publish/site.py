"""Several games as a folder of pages: a page for each, and one with their boards that leads to them."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from apts.atomic_files import file_stem
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.games.catalogue import catalogue, players_shown
from apts.games.descriptions import description_in, description_of
from apts.games.library import load
from apts.locales import ENGLISH, LANGUAGES, language_of
from apts.publish.game_page import check_publishable, page_texts, whole_page

INDEX = "index.html"

_BODY = """<main>
{switch}
<h1>{title}</h1>
<p>{about}</p>
<ul>
{entries}
</ul>
</main>"""


@dataclass(frozen=True)
class SiteEntry:
    """A game on the first page: its file, its name, for how many it is, a line about it, and its board."""

    file: str
    name: str
    players: str
    line: str
    board: str


def library_games() -> Iterator[Game]:
    """The games of the library that can be published, one after the other."""
    games = (load(name) for name in names_in_rules_text())
    return (game for game in games if not game.hidden_by)


def names_in_rules_text() -> list[str]:
    """The names of the games of the library that are no Python classes."""
    return [entry.name for entry in catalogue() if entry.made_of == "text"]


def site_entry(game: Game, taken: Sequence[str]) -> SiteEntry:
    """What the first page tells of a game; its file has a name that no other has."""
    check_publishable(game)
    stem = file_stem(game.name)
    names = (f"{stem}.html", *(f"{stem}-{number}.html" for number in range(2, len(taken) + 3)))
    file = next(name for name in names if name not in (*taken, INDEX))
    line = description_of(game)
    return SiteEntry(file, game.name, players_shown((game.players,)), line, game.start().svg())


def index_page(entries: Sequence[SiteEntry], language: str | None = None) -> str:
    """The first page: boards, names and lines of all games, each leading to its page."""
    if not entries:
        raise AptsError("a site needs at least one game")
    first = ENGLISH if language is None else language_of(language)
    body = _BODY.format(
        switch=_switch(first),
        title=_in_all_languages("site.title"),
        about=_in_all_languages("site.about"),
        entries="\n".join(_entry(entry) for entry in entries),
    )
    style = files("apts.publish").joinpath("site.css").read_text(encoding="utf-8")
    return whole_page(title=page_texts()[first]["site.title"], body=body, style=style, language=first)


def _switch(first: str) -> str:
    """The languages to choose from; the style sheet shows the texts of the chosen one, so that no script is needed."""
    choices = "".join(
        f'<label><input type="radio" name="language" id="in-{language}"{" checked" if language == first else ""}>'
        f'<span lang="{language}">{escape(name)}</span></label>'
        for language, name in LANGUAGES.items()
    )
    return f'<fieldset class="languages"><legend>{_in_all_languages("site.language")}</legend>{choices}</fieldset>'


def _in_all_languages(key: str, **values: str) -> str:
    """A text in every language, of which one is shown."""
    return "".join(
        f'<span class="in-{language}" lang="{language}">{escape(texts[key].format(**values))}</span>'
        for language, texts in page_texts().items()
    )


def _described(line: str) -> str:
    """The line about a game in every language, as far as it is translated."""
    found = ((language, description_in(line, language)) for language in page_texts())
    return "".join(f'<span class="in-{shown}" lang="{one.language}">{escape(one.text)}</span>' for shown, one in found)


def _entry(entry: SiteEntry) -> str:
    # As a picture a board keeps its own style and names, whatever other boards are on the page.
    picture = base64.b64encode(entry.board.encode()).decode()
    players = _in_all_languages("site.player" if entry.players == "1" else "site.players", players=entry.players)
    return (
        f'<li><a href="{escape(entry.file)}"><img src="data:image/svg+xml;base64,{picture}" alt="">'
        f'<h2>{escape(entry.name)}</h2><p class="players">{players}</p>'
        f"<p>{_described(entry.line)}</p></a></li>"
    )
