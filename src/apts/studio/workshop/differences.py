"""How two texts differ, rule by rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apts.studio.workshop.questions import game_of, question
from apts.variants.difference import difference


@question
def differing(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What differs from the first game to the second."""
    return [one.as_data() for one in difference(game_of(first), game_of(second))]
