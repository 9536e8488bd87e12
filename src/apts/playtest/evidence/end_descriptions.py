"""Why matches end, in words: the condition of an end rule in every language that rules are told in."""

from __future__ import annotations

import re

from apts.engine.play.game import Game
from apts.locales import LANGUAGES
from apts.playtest.evidence.sentences import Message, Phrases, Translated, Value
from apts.telling.endings import end_conditions

TEXTS = {
    "end/because": "because {told}",
    "end/by": "by {rule}",
    "end/passed": "everybody passed or could not move",
    "end/limit": "the turn limit was reached",
}

message = Phrases(TEXTS)

_LINE = re.compile(r" \(line \d+\)$")
_OUTSIDE = {"all players passed": "end/passed", "turn limit": "end/limit"}
"""Reasons that are no rules of a game, and their words."""


def describe_end(reason: str, game: Game | None) -> Value:
    """What came about when a match ended, told without its line; the text of a rule that has no words."""
    known = _OUTSIDE.get(reason)
    if known is not None:
        return message(known)
    data = {} if game is None else {language: end_conditions(game, language) for language in LANGUAGES}
    plain = _LINE.sub("", reason)
    found = {
        language: words
        for language, conditions in data.items()
        for text, words in conditions.items()
        if _LINE.sub("", text) == plain
    }
    return Translated(found) if "en" in found else plain


def ended_by(reason: str, game: Game | None) -> Message:
    """The same as a sentence has it behind ``matches end``."""
    text = describe_end(reason, game)
    return message("end/by", rule=text) if isinstance(text, str) else message("end/because", told=text)
