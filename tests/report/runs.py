"""Runs to write reports of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apts.archive import MatchRecord
from apts.engine.play.game import Game
from apts.playtest.run import Run
from tests.playtest.handmade import manifest


def handmade_run(records: Sequence[MatchRecord], game: Game | None = None, **changes: Any) -> Run:
    """A run of hand-made matches."""
    return Run(manifest(**{"matches": len(records), **changes}), records, game, name="handmade")


class Page:
    """What a test asks about a page: ids, links and addresses, headings, and the text of every element with an id."""

    def __init__(self, html: str):
        from html.parser import HTMLParser

        page = self
        self.ids: list[str] = []
        self.anchors: list[str] = []
        self.addresses: list[str] = []
        self.tags: list[str] = []

        class Reader(HTMLParser):
            def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
                page.tags.append(tag)
                for name, value in attributes:
                    if name == "id" and value:
                        page.ids.append(value)
                    elif name in {"href", "xlink:href"} and value and value.startswith("#"):
                        page.anchors.append(value[1:])
                    elif name in {"href", "src", "srcset", "action", "data", "xlink:href", "poster"} and value:
                        page.addresses.append(value)

        Reader().feed(html)
