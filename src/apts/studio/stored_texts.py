"""Texts that the studio writes and keeps: they are kept in all languages, and readers see them in theirs."""

from __future__ import annotations

import json
from collections.abc import Callable

from apts.locales import ENGLISH, LANGUAGES
from apts.studio.words import StudioTexts, words

_MARK = '{"told": '


def in_all_languages(tell: Callable[[StudioTexts], str]) -> str:
    """A text in all languages, as it is kept.

    >>> kept = in_all_languages(lambda say: say("frame.room.people"))
    >>> shown_to(kept, "en") != shown_to(kept, "pt-BR"), shown_to("what somebody wrote", "pt-BR")
    (True, 'what somebody wrote')
    """
    return json.dumps({"told": {language: tell(words(language)) for language in LANGUAGES}}, ensure_ascii=False)


def shown_to(kept: str, language: str) -> str:
    """A text that was kept, in a language; what people wrote themselves, or an older studio, is shown as it is."""
    if not kept.startswith(_MARK):
        return kept
    try:
        described = json.loads(kept)["told"]
        return str(described.get(language) or described[ENGLISH])
    except (ValueError, KeyError, TypeError, AttributeError):
        return kept
