"""The texts of the studio in one language, and which language a reader wants.

Every room of the studio has a file of texts in each language; a key is the name of the file, a point and the name of the
text: ``library.title``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from apts.locales import ENGLISH, language_or_none

LANGUAGE_COOKIE = "apts_language"


@dataclass(frozen=True)
class Words:
    """All texts of one language."""

    language: str
    texts: Mapping[str, str]

    def __call__(self, key: str, **values: Any) -> str:
        """The text of a key with values put into it."""
        return self.texts[key].format(**values)

    def known(self, key: str, otherwise: str) -> str:
        """The text of a key, or another one where there is none."""
        return self.texts.get(key, otherwise)

    def number(self, value: float | int | None, decimals: int = 0) -> str:
        """A number as the language writes it; a dash where there is none."""
        if value is None:
            return "–"
        text = f"{value:,.{decimals}f}"
        if self.language == "pt-BR":
            text = text.translate(str.maketrans(",.", ".,"))
        return text.replace("-", "\u2212")

    def percent(self, share: float | None, decimals: int = 0) -> str:
        """A share of 1 in per cent."""
        return "–" if share is None else f"{self.number(100.0 * share, decimals)}\u00a0%"

    def count(self, key: str, number: int) -> str:
        """A text for one or for several things: the key has ``.one`` and ``.many``."""
        return self(f"{key}.{'one' if number == 1 else 'many'}", number=self.number(number))


@cache
def words(language: str) -> Words:
    """The texts of a language; of an unknown one those in English."""
    known = language_or_none(language) or ENGLISH
    folder = files("apts.studio").joinpath("texts", known)
    found: dict[str, str] = {}
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            found |= _flat(tomllib.loads(file.read_text(encoding="utf-8")), f"{file.name.removesuffix('.toml')}.")
    return Words(known, found)


def language_wanted(cookie: str | None, accepted: str | None) -> str:
    """The language that a reader chose, or else the first of the browser's that there is.

    >>> language_wanted(None, "pt-PT,pt;q=0.9,en;q=0.8"), language_wanted("en", "pt"), language_wanted(None, "de")
    ('pt-BR', 'en', 'en')
    """
    wanted = [cookie or "", *(tag.split(";")[0] for tag in (accepted or "").split(","))]
    return next((known for known in map(language_or_none, wanted) if known is not None), ENGLISH)


def _flat(table: Mapping[str, Any], prefix: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in table.items():
        found |= _flat(value, f"{prefix}{key}.") if isinstance(value, Mapping) else {f"{prefix}{key}": str(value)}
    return found
