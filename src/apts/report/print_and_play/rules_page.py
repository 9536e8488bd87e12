"""The rules in words as one HTML file with the board, good to read and to print."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from markupsafe import Markup

from apts.engine.play.game import Game
from apts.locales.reader import read_in
from apts.report.page_frame import page_style, templates
from apts.telling.languages import words_of
from apts.telling.outline import Item
from apts.telling.rules_in_words import rules_in_words
from apts.telling.teller import sentence


def rules_html(game: Game, language: str = "en") -> str:
    """The rules of a game as the text of an HTML page."""
    rules = rules_in_words(game, language)
    with read_in(language):
        board = Markup(game.start().svg())
    sections = [(section.heading, Markup("".join(_listed(section.items)))) for section in rules.sections]
    page = templates().get_template("rules.html")
    title = str(words_of(rules.language)["paper"]["rules"]).format(game=rules.title)
    shown = {"title": title, "rules": rules, "sections": sections, "board": board}
    return page.render(style=Markup(page_style()), **shown)


def _listed(items: tuple[Item, ...]) -> Iterator[str]:
    """Items as a list, those inside an item as a list inside it."""
    yield "<ul>"
    for item in items:
        yield f"<li>{_marked(sentence(item.text))}"
        if item.inside:
            yield from _listed(item.inside)
        yield "</li>"
    yield "</ul>"


def _marked(text: str) -> str:
    """A sentence with its rules text in code type."""
    parts = [escape(part) for part in text.split("`")]
    return "".join(f"<code>{part}</code>" if place % 2 else part for place, part in enumerate(parts))
