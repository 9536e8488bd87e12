"""The texts of the studio in one language, and which language a reader wants.

Every part of the studio has a file of texts in each language; a key is the name of the file, a point and the name of the
text: ``library.title``.
"""

from __future__ import annotations

from functools import cache

from apts.locales import ENGLISH, catalogue, language_or_none

LANGUAGE_COOKIE = "apts_language"


class StudioTexts(catalogue.Words):
    """All texts of one language, with numbers as pages of the studio show them."""

    def number(self, value: float | int | None, decimals: int = 0) -> str:
        """A number as the language writes it; a dash where there is none."""
        return "–" if value is None else self.numbers.written(value, decimals, grouped=True)

    def percent(self, share: float | None, decimals: int = 0) -> str:
        """A share of 1 in per cent."""
        return "–" if share is None else self.numbers.in_percent(share, decimals, grouped=True)


@cache
def words(language: str) -> StudioTexts:
    """The texts of a language; of an unknown one those in English."""
    found = catalogue.words("studio", language_or_none(language) or ENGLISH)
    return StudioTexts(found.language, found.texts, found.numbers, found.in_english)


def language_wanted(cookie: str | None, accepted: str | None) -> str:
    """The language that a reader chose, or else the first of the browser's that there is.

    >>> language_wanted(None, "pt-PT,pt;q=0.9,en;q=0.8"), language_wanted("en", "pt"), language_wanted(None, "de")
    ('pt-BR', 'en', 'en')
    """
    wanted = [cookie or "", *(tag.split(";")[0] for tag in (accepted or "").split(","))]
    return next((known for known in map(language_or_none, wanted) if known is not None), ENGLISH)
