"""The whole description of a game."""

from __future__ import annotations

from typing import Any

from apts.board.picture.drawing_style import style_sheet
from apts.engine.play.game import Game
from apts.learning.networks.model_file import rules_hash
from apts.locales import LANGUAGES
from apts.publish.description.board_picture import described_board
from apts.publish.description.failure_sentences import described_failures
from apts.publish.description.pieces import described_dice, described_pieces
from apts.publish.description.positions import described_ends, described_play
from apts.publish.program.publishable import published_rules
from apts.telling.rules_in_words import rules_in_words
from apts.telling.teller import sentence

FORMAT = 1
"""Changes when scripts of another version cannot read the description."""

BOARD_CLASS = "apts-board"
"""The class of the drawing in a page."""


def describe(game: Game) -> dict[str, Any]:
    """What a page needs to know of a game, ready to be written as JSON.

    >>> import apts
    >>> described = describe(apts.load("tic-tac-toe"))
    >>> described["name"], [site["name"] for site in described["sites"]][:4]
    ('Tic-Tac-Toe', ['a1', 'b1', 'c1', 'a2'])
    """
    rules = published_rules(game)
    return {
        "format": FORMAT,
        "name": game.name,
        "rules_hash": rules_hash(rules),
        "settings": {**game.chosen, **rules.values_set},
        "players": game.players,
        "seats": list(game.seat_names),
        **({"teams": list(game.teams)} if game.teams else {}),
        **({"cooperative": True} if game.cooperative else {}),
        "chance": game.has_chance,
        "notice": game.notice,
        **described_board(rules),
        "pieces": described_pieces(rules),
        "dice": described_dice(rules),
        "play": described_play(rules),
        "ends": described_ends(rules),
        "failures": described_failures(rules),
        "words": {language: rules_data(game, language) for language in LANGUAGES},
    }


def board_style() -> str:
    """The style sheet of the board in a page, in light and dark."""
    return style_sheet(BOARD_CLASS)


def rules_data(game: Game, language: str = "en") -> dict[str, Any]:
    """The rules in sentences, section by section; each with its depth, where lists stand in lists."""
    words = rules_in_words(game, language)
    sections = [
        {
            "heading": section.heading,
            "items": [(depth, sentence(text)) for item in section.items for depth, text in item.walk()],
        }
        for section in words.sections
    ]
    return {"title": words.title, "lead": words.lead, "lead_language": words.lead_language, "sections": sections}
