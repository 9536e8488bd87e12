"""The languages that everything for people is written in, and which of them a text such as ``pt`` or ``en-US`` means."""

from __future__ import annotations

import re

from apts.errors import AptsError
from apts.near_names import did_you_mean

ENGLISH, PORTUGUESE = "en", "pt-BR"

LANGUAGES = {ENGLISH: "English", PORTUGUESE: "Português"}
"""The languages by their tags, each as it calls itself; the first is taken where nothing is known of a reader."""

_NAMES = {"english": ENGLISH, "português": PORTUGUESE, "portugues": PORTUGUESE, "portuguese": PORTUGUESE}
_TAG = re.compile(r"([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*(?:\.[a-z0-9-]+)?")


def language_or_none(text: str) -> str | None:
    """The language that a tag or a name means, of whatever country it is; None where there is no such language.

    >>> [language_or_none(text) for text in ("pt", "PT-pt", "pt_BR.UTF-8", "en-US", "Português", "de")]
    ['pt-BR', 'pt-BR', 'pt-BR', 'en', 'pt-BR', None]
    """
    written = text.strip().lower()
    if written in _NAMES:
        return _NAMES[written]
    found = _TAG.fullmatch(written)
    return next((tag for tag in LANGUAGES if found and tag.partition("-")[0] == found[1]), None)


def language_of(text: str) -> str:
    """The language that a text means; an unknown one is refused with those that there are."""
    found = language_or_none(text) if isinstance(text, str) else None
    if found is None:
        hint = did_you_mean(text, (*LANGUAGES, *_NAMES)) if isinstance(text, str) else ""
        raise AptsError(f"there is no language {text!r}{hint} (there are: {', '.join(LANGUAGES)})")
    return found
