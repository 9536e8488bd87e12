"""A game as a file to take away: the page that plays it, and the PDF to print and play."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from apts.publish.game_page import publish_page
from apts.report.print_and_play.booklet import print_and_play
from apts.studio.workers.questions import game_of, question


@question
def published(game: Mapping[str, Any]) -> str:
    """The text of a page on which the game can be played without a server."""
    return publish_page(game_of(game))


@question
def printed(game: Mapping[str, Any]) -> str:
    """The game as a PDF to print and play, in base 64."""
    return base64.b64encode(print_and_play(game_of(game))).decode()
