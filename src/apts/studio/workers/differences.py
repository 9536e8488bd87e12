"""How two texts differ, rule by rule or line by line."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from apts.engine.play.game import Game
from apts.locales import LANGUAGES
from apts.studio.workers.questions import game_of, question
from apts.variants.difference import differences_in
from apts.variants.origins import text_origin
from apts.variants.variant import Variant


@question
def differing(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """What differs from the first game to the second, in each language; texts are read for that and not compiled."""
    sides = _side(first), _side(second)
    return {language: [one.as_data() for one in differences_in(language, *sides)] for language in LANGUAGES}


@question
def lines_differing(first: str, second: str) -> list[str]:
    """How two texts differ, line by line, with two lines around each difference."""
    return list(difflib.unified_diff(first.splitlines(), second.splitlines(), lineterm="", n=2))[2:]


def _side(data: Mapping[str, Any]) -> Game | Variant:
    if data["rules"] is None:
        return game_of(data)
    return Variant(text_origin(data["rules"], f"{data['id']}.lud", data["settings"]))
