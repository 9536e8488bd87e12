"""The texts of a published page in all its languages; the browser chooses one, and people can change it."""

from __future__ import annotations

from apts.locales import LANGUAGES
from apts.locales.catalogue import words

DECIMAL = "number.decimal"
"""The key of the decimal sign, which scripts write numbers with."""


def page_texts() -> dict[str, dict[str, str]]:
    """The texts of each language by key, such as ``page.undo``.

    >>> page_texts()["pt-BR"]["page.undo"]
    'Desfazer'
    """
    found = {language: words("published", language) for language in LANGUAGES}
    return {language: {**own.texts, DECIMAL: own.numbers.decimal} for language, own in found.items()}
